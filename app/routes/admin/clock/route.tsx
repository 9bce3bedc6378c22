import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { ListRow, Looks } from "#app/ui/list/columns.tsx";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { Table } from "#app/ui/list/table.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { listSchedules, type ScheduleLine } from "#modules/kernel/work/schedule-list.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { clockActions } from "./actions.server.ts";

export const handle = { title: "common.scheduledTasks", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin" }, async (admin) => ({
  rows: (await listSchedules(admin)).map((line) => ({ ...line, id: line.name, cells: {} })),
}));
export const action = clockActions;

type Line = ScheduleLine & ListRow;

const tones = { running: "warm", done: "good", failed: "bad" } as const satisfies Record<string, ChipTone>;

/** What a schedule does, in the reader's words. */
const wordsOf = (name: string) => `clock.does.${name}` as MessageKey;

/** What the clock does by itself, with its last run and its next; for a SUPER_ADMIN. */
export default function Clock() {
  const { rows } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const moment = (at: Date | null) => (at ? showDateTime(at, locale) : "–");
  const looks: Looks<Line> = {
    // Its name, which the command line takes, is its title.
    does: { show: ({ name }) => <span title={name}>{say(wordsOf(name))}</span> },
    last: { look: "soft", show: ({ startedAt }) => moment(startedAt) },
    took: { show: ({ tookMs }) => (tookMs === null ? "–" : duration(tookMs)) },
    result: { show: (row) => <Result line={row} /> },
    next: { look: "soft", show: ({ nextAt }) => moment(nextAt) },
  };
  const columns: TableColumn[] = [
    { id: "does", label: say("clock.column.does"), kind: "text" },
    { id: "last", label: say("clock.column.last"), kind: "text", width: 180 },
    { id: "took", label: say("clock.column.took"), kind: "text", width: 90 },
    { id: "result", label: say("clock.column.result"), kind: "text", width: 150 },
    { id: "next", label: say("clock.column.next"), kind: "text", width: 180 },
  ];
  const duration = (ms: number) =>
    ms < 60_000
      ? say("clock.seconds", { n: (ms / 1_000).toLocaleString("en-IN", { maximumFractionDigits: 1 }) })
      : say("common.minutes", { n: Math.round(ms / 60_000) });
  return (
    <ListFrame
      title={say("common.scheduledTasks")}
      count={{ text: String(rows.length), label: say("clock.count", { n: rows.length }) }}
      filters={
        <FilterBar>
          <p className="text-soft">{say("clock.lead")}</p>
        </FilterBar>
      }
    >
      <ErrorSummary />
      <Table<Line>
        caption={say("common.scheduledTasks")}
        table={{ columns, rows }}
        looks={looks}
        acts={(line) => <RunNow line={line} />}
        dense={{
          nameOf: ({ name }) => say(wordsOf(name)),
          card: (line) => (
            <>
              <CardName>{say(wordsOf(line.name))}</CardName>
              <Result line={line} />
              <CardText>{say("clock.lastNext", { last: moment(line.startedAt), next: moment(line.nextAt) })}</CardText>
            </>
          ),
        }}
      />
    </ListFrame>
  );
}

function RunNow({ line: { name, waiting, state } }: { line: Line }) {
  const say = useSay();
  return (
    <Form intent="runNow" prefix={`${name}-`} preventScrollReset>
      <input type="hidden" name="name" value={name} />
      <button
        type="submit"
        className="d-btn"
        disabled={waiting || state === "running"}
        aria-label={say("clock.runOf", { what: say(wordsOf(name)) })}
      >
        {say("clock.run")}
      </button>
    </Form>
  );
}

function Result({ line: { state, waiting, error } }: { line: Line }) {
  const say = useSay();
  if (waiting) return <Chip tone="plain">{say("clock.waiting")}</Chip>;
  if (!state) return <span className="text-soft">{say("clock.never")}</span>;
  return (
    <span title={error ?? undefined}>
      <Chip tone={tones[state]}>{say(`clock.state.${state}`)}</Chip>
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
