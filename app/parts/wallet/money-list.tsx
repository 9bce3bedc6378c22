import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Days } from "#app/parts/desk-list/filters.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/desk/filters.tsx";
import { Foot } from "#app/ui/desk/foot.tsx";
import { type ColumnLook, Grid } from "#app/ui/desk/grid.tsx";
import type { ListRow } from "#app/ui/list/columns.tsx";
import type { Pages } from "#app/ui/list/list-page.tsx";
import { figure } from "#modules/kernel/figure.ts";
import type { TableColumn } from "#modules/kernel/lists/table.ts";

/** One list as `moneyTable` prepares it. */
export type MoneyTable<Row extends ListRow> = {
  name: string;
  title: string;
  columns: TableColumn[];
  rows: Row[];
  pages: Pages;
  count: { n: number; exact: boolean };
  first: number;
  take: number;
  sizes: number[];
  mayTakeFile: boolean;
};

/** How many rows a list has, as text. */
export const counted = ({ n, exact }: { n: number; exact: boolean }, say: Say) =>
  exact ? figure(n) : say("desk.moreThan", { n: figure(n) });

type MoneyGridProps<Row extends ListRow> = {
  table: MoneyTable<Row>;
  looks: Readonly<Record<string, ColumnLook<Row>>>;
  nameOf: (row: Row) => string;
  open?: (row: Row) => string | undefined;
  card: (row: Row) => ReactNode;
  /** What an empty list says. */
  none: string;
  did?: string | undefined;
  /** Whether all days are shown already, so that no more are offered. */
  allDays: boolean;
};

/** The rows of such a list; an empty one leads to all days. */
export function MoneyGrid<Row extends ListRow>({ table, looks, none, allDays, ...grid }: MoneyGridProps<Row>) {
  const say = useSay();
  const to = useListAddress();
  return (
    <Grid<Row>
      caption={table.title}
      columns={table.columns}
      contract={table.columns.map(({ id }) => ({ ...looks[id], id }))}
      rows={table.rows}
      compact={false}
      busy={useNavigation().state === "loading"}
      none={
        allDays ? (
          <p>{none}</p>
        ) : (
          <>
            <p className="mb-3">{none}</p>
            <ButtonLink tone="quiet" small to={to({ from: null, to: null, days: "all" })}>
              {say("lists.allTime")}
            </ButtonLink>
          </>
        )
      }
      {...grid}
    />
  );
}

/** Its foot. */
export function MoneyFoot<Row extends ListRow>({ table }: { table: MoneyTable<Row> }) {
  const say = useSay();
  const { pages, first, rows, take, sizes } = table;
  return (
    <Foot pages={pages} first={first} rows={rows.length} total={counted(table.count, say)} take={take} sizes={sizes} />
  );
}

/** Its line of filters: the days, then the page's own. */
export function MoneyFilters({
  view,
  children,
  end,
}: {
  view: Parameters<typeof Days>[0]["view"];
  children?: ReactNode;
  end?: ReactNode;
}) {
  const say = useSay();
  return (
    <search className="desk-filters" aria-label={say("desk.filters")}>
      <Days view={view} />
      {children}
      <div className="end">{end}</div>
    </search>
  );
}

type OfRequest = { number: string | null; ticketId: string | null };

/** The page of a row's request, for who may open it. */
export const requestOf = ({ ticketId }: OfRequest) => (ticketId ? `/view-ticket?ticketId=${ticketId}` : undefined);

/** The number of a request, as a link to its page. */
export function RequestLink(row: OfRequest) {
  const page = requestOf(row);
  return page && row.number ? <Link to={page}>{row.number}</Link> : (row.number ?? "-");
}
