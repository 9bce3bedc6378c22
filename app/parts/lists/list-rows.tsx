import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { Foot, type FootProps } from "#app/ui/list/foot.tsx";
import { type Dense, Table, type TableProps } from "#app/ui/list/table.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { Days } from "./desk-filters.tsx";
import type { ListView } from "./list-view.server.ts";

/* The parts of a console list's screen. A page with several lists puts them together itself; `DeskListScreen` is one list. */

type RowsProps<Row extends ListRow> = Pick<TableProps<Row>, "looks" | "acts" | "open" | "rowClass"> &
  Dense<Row> & {
    view: Pick<ListView<Row>, "rows" | "columns" | "list">;
    /** What the table is called, where the title of its list is too general. */
    caption?: string;
    /** What an empty list shows. */
    none: ReactNode;
  };

/** The rows of a list. */
export function ListRows<Row extends ListRow>({
  view,
  caption = view.list.title,
  looks,
  acts,
  open,
  rowClass,
  none,
  ...dense
}: RowsProps<Row>) {
  const table = { caption, table: view, looks, acts, open, rowClass, none };
  return <Table<Row> {...table} dense={dense} />;
}

type NoRowsProps = {
  /** What an empty list says. */
  words: string;
  /** Where its reader may go from there. */
  way?: { to: string; label: string };
};

/** What a list without rows shows. */
export function NoRows({ words, way }: NoRowsProps) {
  if (!way) return <p>{words}</p>;
  return (
    <>
      <p className="mb-3">{words}</p>
      <ButtonLink tone="quiet" small to={way.to}>
        {way.label}
      </ButtonLink>
    </>
  );
}

/** The same for a list of some days, which leads to all of them unless these are shown already. */
export function NoRowsOfDays({ words, allDays }: { words: string; allDays: boolean }) {
  const say = useSay();
  const to = useListAddress();
  if (allDays) return <NoRows words={words} />;
  return <NoRows words={words} way={{ to: to({ from: null, to: null, days: "all" }), label: say("lists.allTime") }} />;
}

/** The foot of a list: how many rows it has, its pages, and what is done with its selection. */
export function ListFoot({
  view: { pages, first, rows, count, take, sizes },
  ...selected
}: Pick<FootProps, "sums" | "children"> & { view: ListView<ListRow> }) {
  const say = useSay();
  return (
    <Foot
      pages={pages}
      first={first}
      rows={rows.length}
      total={countInWords(count, say)}
      take={take}
      sizes={sizes}
      {...selected}
    />
  );
}

type FiltersProps = { view: Parameters<typeof Days>[0]["view"]; children?: ReactNode; end?: ReactNode };

/** The line of filters of a page with several lists: the days, then the page's own. */
export function TabFilters({ view, children, end }: FiltersProps) {
  return (
    <FilterBar filters end={end}>
      <Days view={view} />
      {children}
    </FilterBar>
  );
}

type OfRequest = { number: string | null; ticketId: string | null };

/** The page of a row's request, for who may open it. */
export const requestOf = ({ ticketId }: OfRequest) => (ticketId ? `/view-ticket?ticketId=${ticketId}` : undefined);

/** The number of a row's request, as a link to its page. */
export function RequestLink(row: OfRequest) {
  const page = requestOf(row);
  return page && row.number ? <Link to={page}>{row.number}</Link> : (row.number ?? "-");
}
