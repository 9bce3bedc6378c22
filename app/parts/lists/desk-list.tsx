import type { ReactNode } from "react";
import { Link } from "#app/ui/base/link.tsx";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { RefreshButton } from "#app/ui/desk/refresh-button.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import type { ListRow, Looks } from "#app/ui/list/columns.tsx";
import { countInWords, olderInWords } from "#app/ui/list/counts.ts";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { OpenedList } from "#app/ui/list/opened-list.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { AddRow, DeskFilters, ListDialog } from "./desk-filters.tsx";
import type { DeskView } from "./desk-view.server.ts";
import { ListFoot, ListRows, NoRows, NoRowsOfDays } from "./list-rows.tsx";
import { NewsChip } from "./news-chip.tsx";
import { Selected } from "./selected.tsx";
import { useViews, ViewDialog } from "./views.tsx";

type DeskListProps<Row extends ListRow> = {
  view: Omit<DeskView, "rows"> & { rows: Row[] };
  /** How each column looks, by id; the columns themselves are the list's. */
  looks: Looks<Row>;
  /** A row's name for screen readers. */
  nameOf: (row: Row) => string;
  /** The address of a row's own page or dialog. */
  open?: (row: Row) => string | undefined;
  /** The main action of a row and the menu of the others. */
  acts?: (row: Row) => ReactNode;
  /** The width of the acts in pixels, where a row has only a menu. */
  actsWidth?: number;
  /** What else a row shows on a phone, in three lines, between its checkbox and its acts. */
  card: (row: Row) => ReactNode;
  rowClass?: (row: Row) => string | undefined;
  /** What stands below the rows, in the same scroll. */
  below?: ReactNode;
  /** What an empty list says, where its words are specified. */
  none?: string | undefined;
  /** Controls beside the refresh. */
  tools?: ReactNode;
  /** The dialogs of its rows. */
  children?: ReactNode;
};

/** Whether the first of two days is after the last one, so that nothing is in between. */
const isReversed = ({ from, to }: { from: string; to: string }) => from !== "" && to !== "" && from > to;

/** The screen of a list in the admin console: the rows of its loader alone (R233), by the list's definition and `DeskList`. */
export function DeskListScreen<Row extends ListRow>(screen: DeskListProps<Row>) {
  const { view, looks } = screen;
  const { rows, settings, pages, list, days, take } = view;
  const say = useSay();
  const to = useListAddress();
  const total = countInWords(view.count, say);
  const columns = view.columns.filter(({ id, always }) => always || settings.columns.includes(id));
  return (
    <ListFrame
      title={list.title}
      count={{ text: total, label: say("common.nRows", { n: total }) }}
      views={useViews(view)}
      addView={to({ act: "saveView" })}
      actions={<AddRow view={view} className="phone:hidden" />}
      above={
        <>
          <ErrorSummary intent="bulk" />
          <ErrorSummary intent="changeView" lead={say("views.saveNow")} />
          {!view.act && <ErrorSummary intent="switch" />}
        </>
      }
      filters={
        <DeskFilters view={view}>
          <NewsChip list={list.name} seen={view.seen} />
          <RefreshButton />
          {screen.tools}
        </DeskFilters>
      }
      foot={
        <ListFoot view={view} sums={view.selectable ? `/lists/${list.name}/tally` : undefined}>
          <Selected view={view} total={total} />
        </ListFoot>
      }
      dialogs={
        <>
          <ViewDialog view={view} />
          <ListDialog view={view} />
          {screen.children}
        </>
      }
    >
      <ListRows<Row>
        view={{ rows, columns, list }}
        looks={looks}
        order={{ to: to({ order: view.oldestFirst ? null : "oldest" }), oldestFirst: view.oldestFirst }}
        compact={settings.compact}
        selectable={view.selectable}
        did={view.did}
        nameOf={screen.nameOf}
        open={screen.open}
        acts={screen.acts}
        actsWidth={screen.actsWidth}
        card={screen.card}
        rowClass={screen.rowClass}
        below={screen.below}
        none={
          isReversed(days) ? (
            <NoRows
              words={say("list.fromAfterTo")}
              way={{ to: to({ from: days.to, to: days.from }), label: say("list.swapDays") }}
            />
          ) : view.narrowed ? (
            <NoRows
              words={screen.none ?? say("list.emptyFiltered")}
              way={{ to: list.path, label: say("list.clear") }}
            />
          ) : (
            <NoRowsOfDays words={emptyWords(view, screen.none, say)} allDays={days.all} />
          )
        }
      />
      <OpenedList
        list={list.name}
        narrowed={view.shownNow}
        first={view.first}
        total={total}
        take={take}
        next={pages.next}
        previous={pages.previous}
      />
    </ListFrame>
  );
}

/** What an empty list says, and of its default range how many rows came before it. */
function emptyWords({ days, older }: Pick<DeskView, "days" | "older">, none: string | undefined, say: Say) {
  if (days.all) return none ?? say("list.empty");
  const words = none ?? say("lists.emptyDays");
  return older ? `${words} ${olderInWords(older, say)}` : words;
}

/** The number of a request, its date part muted and its letters bold, as a link to its page. */
export function Numbered({ number, to }: { number: string; to?: string | undefined }) {
  const cut = number.lastIndexOf("-") + 1;
  const shown = (
    <>
      {number.slice(0, cut)}
      <b>{number.slice(cut)}</b>
    </>
  );
  return to ? <Link to={to}>{shown}</Link> : shown;
}
