import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Numbered } from "#app/parts/lists/desk-list.tsx";
import { FileLinks } from "#app/parts/lists/file-links.tsx";
import { ListFoot, ListRows, NoRows } from "#app/parts/lists/list-rows.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { RefreshButton } from "#app/ui/desk/refresh-button.tsx";
import { cellText, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { casesAction } from "./actions.server.ts";
import { CaseOpened } from "./dialog.tsx";
import { type CasesPage, CasesQuery, casesPage } from "./view.server.ts";

export const handle = { title: "case.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "edit_ticket.full_access", query: CasesQuery }, casesPage);
export const action = casesAction;

type Row = CasesPage["rows"][number];

/** Disputes about closed requests: those that wait, by when they are due, and those that were decided. */
export default function Cases() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const total = countInWords(view.count, say);
  const looks: Looks<Row> = {
    number: {
      look: "id",
      onCard: true,
      show: ({ ticketId, cells }) => (
        <Numbered number={cellText(cells.number)} {...(view.mayOpen && { to: `/view-ticket?ticketId=${ticketId}` })} />
      ),
    },
    state: { onCard: true, show: (row) => <StateChip row={row} /> },
    opened: {
      look: "soft",
      show: ({ cells }) => (cells.opened instanceof Date ? showDayTime(cells.opened, locale) : "-"),
    },
    due: { look: "soft", show: ({ dueAt }) => showDayTime(dueAt, locale) },
    remarks: { look: "soft" },
  };
  return (
    <ListFrame
      title={say("case.title")}
      count={{ text: total, label: say("case.count", { n: total }) }}
      views={view.views.map(({ name, count }) => ({
        to: to({ view: name === "waiting" ? null : name }),
        label: say(name === "waiting" ? "case.view.waiting" : "case.state.decided"),
        count: countInWords(count, say),
        current: view.view === name,
      }))}
      filters={
        <FilterBar
          end={
            <>
              <RefreshButton />
              {view.mayTakeFile && <FileLinks list="cases" />}
            </>
          }
        />
      }
      foot={<ListFoot view={view} />}
      dialogs={view.dialog && <CaseOpened dialog={view.dialog} mayOpen={view.mayOpen} closeTo={to({})} />}
    >
      <ListRows<Row>
        view={view}
        looks={looks}
        compact={view.compact}
        did={view.did}
        nameOf={({ cells }) => cellText(cells.number)}
        open={({ id }) => to({ of: id })}
        acts={({ id, state, cells }) => {
          const waits = state === "open" || state === "appealed";
          const word = waits ? say("common.decide") : say("adjust.act.see");
          return (
            <Link
              className={`d-btn${waits ? " d-next" : ""}`}
              to={to({ of: id })}
              aria-label={`${word}: ${cellText(cells.number)}`}
              preventScrollReset
            >
              {word}
            </Link>
          );
        }}
        card={({ cells }) => (
          <>
            <CardName>{cellText(cells.cause)}</CardName>
            <CardSum>{rupees(Number(cells.amount))}</CardSum>
            <CardText>{[cells.center, cells.remarks].filter(Boolean).map(cellText).join(" · ")}</CardText>
          </>
        )}
        none={<NoRows words={say(`case.none.${view.view}`)} />}
      />
    </ListFrame>
  );
}

/** The state of a case; one that waits for longer than it should says so. */
function StateChip({ row }: { row: Row }) {
  const say = useSay();
  if (row.late) return <Chip tone="bad">{say("case.late")}</Chip>;
  const tone = row.state === "open" || row.state === "appealed" ? "warm" : "plain";
  return <Chip tone={tone}>{cellText(row.cells.state)}</Chip>;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
