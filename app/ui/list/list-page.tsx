import { Form, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import { Button, ButtonLink } from "../base/button.tsx";
import { Note } from "../base/card.tsx";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useLocale } from "../base/locale.ts";
import { useQuery } from "../base/query.ts";
import { useSay } from "../base/say.tsx";
import { useName } from "../base/site.ts";
import { EmptyState } from "../feedback/empty-state.tsx";
import { isFigures, type ListRow, plainCell, type ScreenColumn } from "./columns.tsx";
import { byClick, useOpenRow } from "./open-row.ts";

/** The cursors of the neighbouring pages; null where there is none. */
export type Pages = { next: string | null; previous: string | null };

/** Query parameters about the position in a list. */
const places = ["after", "before", "refused"];

/** A page of rows with its columns, made by `tableOf`. */
export type ShownTable<Row> = { columns: readonly TableColumn[]; rows: readonly Row[] };

type RowsProps<Row> = {
  title: string;
  table: ShownTable<Row>;
  /** The columns the screen shows, in its order, and what it adds to them. */
  screen: readonly ScreenColumn<Row>[];
  /** The actions of a row. */
  acts?: (row: Row) => ReactNode;
  /** The address of a row's own page or dialog, opened by a click on the row. */
  open?: (row: Row) => string | undefined;
  /** With too many columns to stand side by side: all after the first are stacked in pairs. */
  paired?: boolean;
  /** A class for rows that need attention. */
  rowClass?: (row: Row) => string | undefined;
};

type ListPageProps<Row> = RowsProps<Row> & {
  /** The neighbouring pages. */
  pages?: Pages;
  /** The address of the list as a file; the filter is added. */
  exports?: string;
  /** Content between title and list. */
  above?: ReactNode;
  /** The fields of the filter form (fields.tsx), stored in the URL; hidden when the list is empty without a filter. */
  filters?: ReactNode;
  /** Query parameters that are not filters, such as an open dialog. */
  ownParameters?: readonly string[];
  /** What an empty list shows; with a filter set it says that nothing matches. */
  empty?: { title: string; action?: ReactNode };
  /** The list's own actions, beside the title. */
  actions?: ReactNode;
};

/** A list: filters and page are in the URL, rows become cards on a phone, paging uses cursors. */
export function ListPage<Row extends ListRow>(page: ListPageProps<Row>) {
  const say = useSay();
  const loading = useNavigation().state === "loading";
  const query = useQuery();
  const { pathname } = useLocation();
  const filters = [...query].filter(
    ([name, value]) => value && !places.includes(name) && !page.ownParameters?.includes(name),
  ).length;
  const filtered = filters > 0;
  const from = query.get("from");
  const to = query.get("to");
  const { rows } = page.table;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>{page.title}</h1>
        {page.actions}
      </div>
      {page.above}
      {page.filters && (rows.length > 0 || filtered) && (
        <Filters key={query.toString()} count={filters}>
          {page.filters}
        </Filters>
      )}
      {from && to && from > to && (
        <div role="alert" className="mb-5">
          <Note tone="warm">{say("list.fromAfterTo")}</Note>
        </div>
      )}
      <div aria-busy={loading} className={loading ? "opacity-60" : ""}>
        {rows.length === 0 ? (
          <EmptyState
            icon={filtered ? "search" : "list"}
            title={filtered ? say("list.emptyFiltered") : (page.empty?.title ?? say("list.empty"))}
          >
            {filtered ? (
              <ButtonLink tone="quiet" to={pathname}>
                {say("list.clear")}
              </ButtonLink>
            ) : (
              page.empty?.action
            )}
          </EmptyState>
        ) : (
          <ListTable {...page} />
        )}
      </div>
      {page.pages && <Paging {...page.pages} />}
      {page.exports && rows.length > 0 && <Exports to={page.exports} ownParameters={page.ownParameters ?? []} />}
    </>
  );
}

/**
 * The filter form. On a phone or tablet it is folded, so that the list comes first; its summary shows how many filters
 * are set.
 */
function Filters({ count, children }: { count: number; children: ReactNode }) {
  const say = useSay();
  const { pathname } = useLocation();
  const clear = (className: string) =>
    count > 0 && (
      <ButtonLink tone="plain" className={className} to={pathname}>
        {say("list.clear")}
      </ButtonLink>
    );
  return (
    <div className="mb-5">
      <input type="checkbox" id="filters" className="peer sr-only lg:hidden" />
      <label htmlFor="filters" className="btn btn-quiet peer-label lg:hidden">
        <Icon name="search" />
        {say("list.filters")} {count > 0 && <span className="badge">{count}</span>}
      </label>
      {clear("lg:hidden")}
      <Form
        method="get"
        className="hidden flex-wrap items-end gap-3 rounded-lg bg-sand p-4 peer-checked:flex max-lg:mt-3 lg:flex"
      >
        {children}
        <Button tone="quiet">{say("list.filter")}</Button>
        {clear("max-lg:hidden")}
      </Form>
    </div>
  );
}

/** Links that export the whole filtered list; for a long one they lead to the page of prepared files. */
function Exports({ to, ownParameters }: { to: string; ownParameters: readonly string[] }) {
  const say = useSay();
  const query = useQuery();
  const filter = [...query].filter(([name, value]) => value && !places.includes(name) && !ownParameters.includes(name));
  return (
    <p className="mt-5 flex flex-wrap items-center gap-3 text-sm text-soft">
      {say("list.download")}
      {(["csv", "xlsx"] as const).map((format) => (
        <a
          key={format}
          className="btn btn-quiet btn-small"
          // Without `download`, because a long list is answered with the page of prepared files.
          href={`${to}?${new URLSearchParams([...filter, ["format", format]])}`}
          aria-label={say("list.downloadAs", { format: format.toUpperCase() })}
        >
          <Icon name="download" />
          {format.toUpperCase()}
        </a>
      ))}
      <Link className="link inline-flex min-h-11 items-center" to={to.slice(0, to.lastIndexOf("/"))}>
        {say("common.preparedFiles")}
      </Link>
    </p>
  );
}

/** The table of a list; usable without the page. */
export function ListTable<Row extends ListRow>({ title, table, screen, acts, open, paired, rowClass }: RowsProps<Row>) {
  const say = useSay();
  const openRow = useOpenRow();
  const telling = { locale: useLocale(), say, nameOf: useName() };
  const columns = new Map(table.columns.map((column) => [column.id, column]));
  const shown = screen.flatMap((added) => {
    const column = columns.get(added.id);
    return column ? [{ ...added, column }] : [];
  });
  const acting = acts !== undefined;
  return (
    <div className="md:overflow-x-auto md:rounded-lg md:border md:border-line">
      <table className={paired ? "table table-paired" : "table"}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {shown.map(({ id, column }) => (
              <th key={id} scope="col" className={isFigures(column) ? "num" : undefined}>
                {column.label}
              </th>
            ))}
            {acting && (
              <th scope="col" className="acts">
                {say("list.actions")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr
              key={row.id}
              {...byClick(open?.(row), openRow)}
              className={[rowClass?.(row), open?.(row) && "cursor-pointer"].filter(Boolean).join(" ") || undefined}
            >
              {shown.map(({ id, column, show, cut }) => (
                <td key={id} data-label={column.label} className={isFigures(column) ? "num" : undefined}>
                  {(show ? show(row) : plainCell(row, column, cut, telling)) || "–"}
                </td>
              ))}
              {acting && (
                <td data-label="" className="acts">
                  {acts(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links to the next, previous and first page; usable without the list page. */
export function Paging({ next, previous }: Pages) {
  const say = useSay();
  const query = useQuery();
  const to = (place?: "after" | "before", cursor?: string) => {
    const other = new URLSearchParams(query);
    for (const name of places) other.delete(name);
    if (place && cursor) other.set(place, cursor);
    return `?${other}`;
  };
  const isPaged = places.some((name) => query.has(name));
  if (!next && !previous && !isPaged) return null;
  return (
    <nav aria-label={say("common.pages")} className="mt-5 flex flex-wrap justify-between gap-3">
      <span className="flex flex-wrap gap-3">
        {isPaged && (
          <ButtonLink tone="quiet" to={to()}>
            {say("list.first")}
          </ButtonLink>
        )}
        {previous && (
          <ButtonLink tone="quiet" to={to("before", previous)}>
            {say("list.previous")}
          </ButtonLink>
        )}
      </span>
      {next && (
        <ButtonLink tone="quiet" to={to("after", next)}>
          {say("list.next")}
        </ButtonLink>
      )}
    </nav>
  );
}
