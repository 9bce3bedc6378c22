import { Form, Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button.tsx";
import type { Column } from "./columns.tsx";
import { type Deed, Deeds } from "./deeds.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Icon } from "./icon.tsx";
import { useNear } from "./near.tsx";
import { useSay } from "./say.tsx";

type ListPageProps<Row> = {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  deeds?: readonly Deed<Row>[];
  /** What can be done to a row, where the words of deeds.tsx do not fit. */
  acts?: (row: Row) => ReactNode;
  /** Too many columns to stand side by side: after the first one they stand two on each other. */
  paired?: boolean;
  /** A row that asks to be noticed. */
  rowClass?: (row: Row) => string | undefined;
  /** The field a row's id is sent as. */
  name?: string;
  id?: (row: Row) => string;
  /** Cursor of the page after this one; none at the end. */
  next?: string | null | undefined;
  /** Where the list is to be had as a file; its filter goes along. */
  exports?: string;
  /** Between the title and the list. */
  above?: ReactNode;
  /** Fields of the filter form (fields.tsx); the URL holds them. An empty list has nothing to narrow. */
  filters?: ReactNode;
  /** Parts of the address that are no filter, such as an open dialog. */
  beside?: readonly string[];
  /** What an empty list says; with a filter set it says that nothing matches. */
  empty?: { title: string; action?: ReactNode };
  /** Beside the title: the list's own actions. */
  actions?: ReactNode;
};

const idOf = (row: unknown) => String((row as { id?: unknown }).id ?? "");

/** A list: filters and page are in the URL, rows become cards on a phone, paging goes by cursor. */
export function ListPage<Row>(page: ListPageProps<Row>) {
  const say = useSay();
  const loading = useNavigation().state === "loading";
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const filters = [...query].filter(
    ([name, value]) => value && name !== "after" && !page.beside?.includes(name),
  ).length;
  const filtered = filters > 0;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>{page.title}</h1>
        {page.actions}
      </div>
      {page.above}
      {page.filters && (page.rows.length > 0 || filtered) && (
        <Filters key={query.toString()} count={filters}>
          {page.filters}
        </Filters>
      )}
      <div aria-busy={loading} className={loading ? "opacity-60" : ""}>
        {page.rows.length === 0 ? (
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
          <Rows {...page} />
        )}
      </div>
      <Paging next={page.next} />
      {page.exports && page.rows.length > 0 && <Exports to={page.exports} beside={page.beside ?? []} />}
    </>
  );
}

/**
 * The form that narrows a list. On a phone or tablet it is folded until it is wanted, so that the list comes first;
 * how many filters are set stands on what unfolds it.
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

/** The whole list as a file, narrowed as on the screen; above the lists' addresses stands the page of prepared files. */
function Exports({ to, beside }: { to: string; beside: readonly string[] }) {
  const say = useSay();
  const [query] = useSearchParams();
  const filter = [...query].filter(([name, value]) => value && name !== "after" && !beside.includes(name));
  return (
    <p className="mt-5 flex flex-wrap items-center gap-3 text-sm text-soft">
      {say("list.download")}
      {(["csv", "xlsx"] as const).map((format) => (
        <a
          key={format}
          className="btn btn-quiet btn-small"
          // Not with `download`: the answer for a long list is the page of prepared files.
          href={`${to}?${new URLSearchParams([...filter, ["format", format]])}`}
          aria-label={say("list.downloadAs", { format: format.toUpperCase() })}
        >
          <Icon name="download" />
          {format.toUpperCase()}
        </a>
      ))}
      <Link className="link inline-flex min-h-11 items-center" to={to.slice(0, to.lastIndexOf("/"))}>
        {say("list.preparedFiles")}
      </Link>
    </p>
  );
}

/** The table of a list, usable alone. */
export function Rows<Row>({
  title,
  rows,
  columns,
  deeds = [],
  acts,
  paired,
  rowClass,
  name = "id",
  id = idOf,
}: ListPageProps<Row>) {
  const say = useSay();
  const acting = acts !== undefined || deeds.length > 0;
  const near = useNear();
  return (
    <div {...near} className="md:overflow-x-auto md:rounded-lg md:border md:border-line">
      <table className={paired ? "table table-paired" : "table"}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label, figures }) => (
              <th key={label} scope="col" className={figures ? "num" : undefined}>
                {label}
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
          {rows.map((row) => (
            <tr key={id(row)} className={rowClass?.(row)}>
              {columns.map(({ label, cell, figures }) => (
                <td key={label} data-label={label} className={figures ? "num" : undefined}>
                  {cell(row) || "–"}
                </td>
              ))}
              {acting && (
                <td data-label="" className="acts">
                  {acts?.(row)}
                  {deeds.length > 0 && <Deeds row={row} deeds={deeds} name={name} id={id(row)} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** To the next page and back to the first, usable alone. */
export function Paging({ next }: { next: string | null | undefined }) {
  const say = useSay();
  const [query] = useSearchParams();
  const to = (after: string | null) => {
    const other = new URLSearchParams(query);
    if (after) other.set("after", after);
    else other.delete("after");
    return `?${other}`;
  };
  if (!next && !query.has("after")) return null;
  return (
    <nav aria-label={say("list.pages")} className="mt-5 flex justify-between gap-3">
      {query.has("after") ? (
        <ButtonLink tone="quiet" to={to(null)}>
          {say("list.first")}
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink tone="quiet" to={to(next)}>
          {say("list.next")}
        </ButtonLink>
      )}
    </nav>
  );
}
