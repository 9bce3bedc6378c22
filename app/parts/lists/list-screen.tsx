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
import { places } from "#app/ui/list/list-address.ts";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { type Pages, Paging } from "#app/ui/list/paging.tsx";
import { Table, type TableProps } from "#app/ui/list/table.tsx";

type ListScreenProps<Row extends ListRow> = Omit<TableProps<Row>, "caption" | "none" | "dense"> & {
  title: string;
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

/** A list that grows with its page, as in the consoles of centers and onboarders: filters and page are in the URL, rows become cards on a phone, paging uses cursors. */
export function ListScreen<Row extends ListRow>({
  title,
  pages,
  exports,
  above,
  filters,
  ownParameters = [],
  empty,
  actions,
  ...table
}: ListScreenProps<Row>) {
  const say = useSay();
  const query = useQuery();
  const { pathname } = useLocation();
  const set = [...query].filter(([name, value]) => value && !places.includes(name) && !ownParameters.includes(name));
  const filtered = set.length > 0;
  const from = query.get("from");
  const to = query.get("to");
  const isEmpty = table.table.rows.length === 0;
  return (
    <ListFrame
      title={title}
      actions={actions}
      above={above}
      filters={filters && (!isEmpty || filtered) && <Filters count={set.length}>{filters}</Filters>}
      foot={
        <>
          {pages && <Paging {...pages} />}
          {exports && !isEmpty && <Exports to={exports} filter={set} />}
        </>
      }
    >
      {from && to && from > to && (
        <div role="alert" className="mb-5">
          <Note tone="warm">{say("list.fromAfterTo")}</Note>
        </div>
      )}
      <Table
        {...table}
        caption={title}
        none={
          <EmptyState
            icon={filtered ? "search" : "list"}
            title={filtered ? say("list.emptyFiltered") : (empty?.title ?? say("list.empty"))}
          >
            {filtered ? (
              <ButtonLink tone="quiet" to={pathname}>
                {say("list.clear")}
              </ButtonLink>
            ) : (
              empty?.action
            )}
          </EmptyState>
        }
      />
    </ListFrame>
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
function Exports({ to, filter }: { to: string; filter: [string, string][] }) {
  const say = useSay();
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
