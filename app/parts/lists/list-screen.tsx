import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Badge } from "#app/ui/base/chip.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { nearness } from "#app/ui/base/near.ts";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { ListTable, type RowsProps } from "#app/ui/list/list-table.tsx";
import { type Pages, Paging, places } from "#app/ui/list/paging.tsx";

type ListScreenProps<Row> = RowsProps<Row> & {
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

/** The screen of a list in the consoles of centers and onboarders: filters and page are in the URL, rows become cards on a phone, paging uses cursors. */
export function ListScreen<Row extends ListRow>(page: ListScreenProps<Row>) {
  const say = useSay();
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
      {page.filters && (rows.length > 0 || filtered) && <Filters count={filters}>{page.filters}</Filters>}
      {from && to && from > to && (
        <div role="alert" className="mb-5">
          <Note tone="warm">{say("list.fromAfterTo")}</Note>
        </div>
      )}
      <div className="in-data-loading:opacity-60">
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
      <label
        htmlFor="filters"
        className={buttonLook({
          tone: "quiet",
          className:
            "lg:hidden peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-teal-700",
        })}
      >
        <Icon name="search" />
        {say("list.filters")} {count > 0 && <Badge>{count}</Badge>}
      </label>
      {clear("lg:hidden")}
      <form
        method="get"
        action={pathname}
        {...nearness(false)}
        className="hidden flex-wrap items-end gap-3 rounded-lg bg-sand p-4 peer-checked:flex max-lg:mt-3 lg:flex"
      >
        {children}
        <Button tone="quiet">{say("list.filter")}</Button>
        {clear("max-lg:hidden")}
      </form>
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
          className={buttonLook({ tone: "quiet", small: true })}
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
