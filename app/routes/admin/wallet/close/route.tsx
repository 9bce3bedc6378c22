import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { FileLinks } from "#app/parts/lists/file-links.tsx";
import { ListFoot, ListRows, NoRowsOfDays, RequestLink, TabFilters } from "#app/parts/lists/list-rows.tsx";
import type { ListView } from "#app/parts/lists/list-view.server.ts";
import { Note } from "#app/ui/base/card.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardNumber, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { fromIst, showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type CloseRowState, closeShown } from "#modules/wallet/shared.ts";
import { closeAction } from "./actions.server.ts";
import { Totals } from "./day.tsx";
import { CloseQuery, type CloseView, closeView, type DayExtra, type OpenDay, type RowExtra } from "./view.server.ts";

export const handle = { title: "close.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "view_Wallet", query: CloseQuery }, closeView);
export const action = closeAction;

/** The daily close: what the provider captured, refunded and settled, day by day, beside the ledger. */
export default function Close() {
  const view = useLoaderData<typeof loader>();
  return view.is.a === "day" ? (
    <Day open={view.is} />
  ) : (
    <Days table={view.is.table} earlierOpen={view.is.earlierOpen} view={view} />
  );
}

type DayRow = DayExtra & ListRow;
type Row = RowExtra & ListRow;

const dayTones = {
  preparing: "plain",
  open: "bad",
  matched: "warm",
  closed: "good",
} as const satisfies Record<DayExtra["state"], ChipTone>;

const rowTone = (state: CloseRowState): ChipTone =>
  state === "matched" ? "good" : state === "awaiting" ? "plain" : "bad";

type DaysShown = { table: ListView<DayRow>; earlierOpen: number; view: CloseView };

function Days({ table, earlierOpen, view }: DaysShown) {
  const say = useSay();
  const locale = useLocale();
  const total = countInWords(table.count, say);
  const allDays = useListAddress()({ from: null, to: null, days: "all" });
  const open = ({ day }: DayRow) => `/payment-close?day=${day}`;
  const date = (row: DayRow) => <Link to={open(row)}>{showDate(fromIst(row.day), locale)}</Link>;
  const state = (row: DayRow) => <Chip tone={dayTones[row.state]}>{cellText(row.cells.state)}</Chip>;
  const looks: Looks<DayRow> = {
    day: { show: date },
    state: { show: state },
    asOf: { look: "soft" },
  };
  return (
    <ListFrame
      title={say("close.title")}
      count={{ text: total, label: say("common.nRows", { n: total }) }}
      filters={
        <TabFilters
          view={view}
          end={
            <>
              <Link className="d-btn" to="/payment">
                {say("common.paymentHistory")}
              </Link>
              {table.mayTakeFile && <FileLinks list={table.list.name} />}
            </>
          }
        />
      }
      foot={<ListFoot view={table} />}
    >
      {earlierOpen > 0 && (
        <div className="py-2 px-4 border-b border-line">
          <Note tone="bad">
            {say("close.earlierOpen", { n: earlierOpen })}{" "}
            <Link className="d-link" to={allDays}>
              {say("lists.allTime")}
            </Link>
          </Note>
        </div>
      )}
      <ListRows<DayRow>
        view={table}
        looks={looks}
        nameOf={({ day }) => day}
        open={open}
        card={(row) => (
          <>
            <CardNumber>{date(row)}</CardNumber>
            {state(row)}
            <CardText>
              {say("close.sums", {
                captured: rupees(Number(row.cells.captured)),
                settled: rupees(Number(row.cells.settled)),
              })}
            </CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("close.none")} allDays={view.days.all} />}
      />
    </ListFrame>
  );
}

function Day({ open: { day, shown, facts, table } }: { open: OpenDay }) {
  const say = useSay();
  const to = useListAddress();
  const date = showDate(fromIst(day), useLocale());
  const total = countInWords(table.count, say);
  const looks: Looks<Row> = {
    at: { look: "soft" },
    number: { show: RequestLink },
    state: { show: (row) => <Chip tone={rowTone(row.state)}>{cellText(row.cells.state)}</Chip> },
    next: { look: "soft" },
  };
  return (
    <ListFrame
      title={say("close.ofDay", { day: date })}
      count={{ text: total, label: say("common.nRows", { n: total }) }}
      views={[null, ...closeShown].map((each) => ({
        to: to({ shown: each, after: null, before: null }),
        label: say(`close.shown.${each ?? "all"}`),
        current: shown === each,
      }))}
      filters={
        <FilterBar
          end={
            <>
              <Link className="d-btn" to="/payment-close">
                {say("common.allDays")}
              </Link>
              <Form intent="look" preventScrollReset>
                <input type="hidden" name="day" value={day} />
                <button className="d-btn" type="submit">
                  {say("close.look")}
                </button>
              </Form>
              {table.mayTakeFile && <FileLinks list={table.list.name} set={{ day, ...(shown && { shown }) }} />}
            </>
          }
        >
          {facts && (
            <Chip tone={dayTones[facts.state]} strong>
              {say(`close.state.${facts.state}`, { n: facts.differences })}
            </Chip>
          )}
        </FilterBar>
      }
      foot={<ListFoot view={table} />}
    >
      {facts?.asOf && <Totals facts={facts} />}
      <ListRows<Row>
        view={table}
        looks={looks}
        nameOf={({ cells }) => `${cellText(cells.kind)} ${cellText(cells.providerId ?? cells.at)}`}
        card={(row) => (
          <>
            <CardNumber>{cellText(row.cells.kind)}</CardNumber>
            <Chip tone={rowTone(row.state)}>{cellText(row.cells.state)}</Chip>
            <CardSum>
              {rupees(Number(row.cells.provider))}
              <small>{say("close.onLedger", { amount: rupees(Number(row.cells.ledger)) })}</small>
            </CardSum>
            <CardText whole>
              {[row.cells.age, row.cells.next, row.cells.providerId].map(cellText).filter(Boolean).join(" · ")}
            </CardText>
          </>
        )}
        none={
          <NoRowsOfDays
            words={say(!facts?.asOf ? "close.unknown" : shown ? "close.noneShown" : "close.noneOfDay")}
            allDays
          />
        }
      />
    </ListFrame>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
