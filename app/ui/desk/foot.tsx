import { type ReactNode, useRef } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import type { Pages } from "../list/paging.tsx";
import { QueryForm } from "../list/query-form.tsx";
import { useListAddress } from "./filters.tsx";
import { places } from "./list-address.ts";
import { focusSelected, type Selection } from "./selection.ts";

export type FootProps = {
  pages: Pages;
  /** The number of the page's first row, counted over the pages the reader has walked through. */
  first: number;
  rows: number;
  /** How many rows there are, as text. */
  total: string;
  take: number;
  sizes: readonly number[];
  /** Without it, no rows are selected. */
  selection?: Selection;
  /** The total of the selected rows as text, computed by the server. */
  paid?: string | undefined;
  /** The actions for the selection. */
  children?: ReactNode;
  /** The actions for ticked rows without JavaScript, where the selection is not counted. */
  unscripted?: ReactNode;
};

const foot =
  "flex min-h-11 flex-none items-center gap-1.5 border-t border-line pr-3 pl-4 text-13 whitespace-nowrap tabular-nums " +
  "phone:sticky phone:bottom-0 phone:z-3 phone:flex-wrap phone:py-1 print:hidden";
const footOfSelection = "flex-wrap bg-teal-50 py-1 shadow-[inset_0_2px_0_var(--color-teal-700)]";

/** The foot of a console list: the selection and its actions, paging both ways (R465), and rows per page. */
export function Foot({ pages, first, rows, total, take, sizes, selection, paid, children, unscripted }: FootProps) {
  const say = useSay();
  const to = useListAddress();
  const count = selection?.ids.size ?? 0;
  const selected = useRef<HTMLElement>(null);
  return (
    <div className={`${foot} ${count > 0 ? footOfSelection : "phone:bg-white"}`} data-foot>
      {count === 0 && unscripted && <noscript>{unscripted}</noscript>}
      {selection && count > 0 && (
        <>
          <b ref={selected} role="status" tabIndex={-1}>
            {say("desk.selected", { n: selection.all ? total : count })}
          </b>
          {!selection.all && count === rows && (pages.next || pages.previous) && (
            <button
              type="button"
              className="d-link"
              onClick={() => {
                selection.selectAll();
                // This button goes; what it did is said here.
                selected.current?.focus();
              }}
            >
              {say("desk.selectAll", { n: total })}
            </button>
          )}
          <span
            data-paid
            className="inline-flex items-center gap-1.75 min-h-7 mx-1.5 px-2.5 rounded-md bg-green-700 text-13 font-semibold text-white"
          >
            <small className="text-[0.6875rem]/4 font-semibold tracking-[0.06em]">{say("desk.paid")}</small>{" "}
            {paid ?? "…"}
          </span>
          {children}
          <button
            type="button"
            className="d-btn d-btn-bare d-btn-icon"
            aria-label={say("desk.clearSelection")}
            onClick={() => {
              focusSelected();
              selection.clear();
            }}
          >
            <Icon name="x" />
          </button>
        </>
      )}
      <nav className="flex items-center gap-0.5 ml-auto" aria-label={say("common.pages")}>
        {rows > 0 && (
          <span className={count > 0 ? "max-[87.5rem]:hidden" : undefined}>
            {say("desk.range", { from: first, to: first + rows - 1, n: total })}
          </span>
        )}
        <QueryForm
          names={["take"]}
          drops={places}
          className={count > 0 ? "max-[87.5rem]:hidden" : undefined}
          onChange={(event) => event.currentTarget.requestSubmit()}
        >
          <select className="mr-1 ml-2" name="take" aria-label={say("desk.perPage")} defaultValue={take}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
          <noscript>
            <button type="submit" className="d-btn">
              {say("desk.apply")}
            </button>
          </noscript>
        </QueryForm>
        <Step icon="chevrons-left" label={say("desk.firstPage")} to={pages.previous && to({})} />
        <Step
          icon="chevron-left"
          label={say("desk.previousPage")}
          to={pages.previous && to({ before: pages.previous, row: String(Math.max(1, first - take)) })}
        />
        <Step
          icon="chevron-right"
          label={say("desk.nextPage")}
          to={pages.next && to({ after: pages.next, row: String(first + rows) })}
        />
      </nav>
    </div>
  );
}

function Step({
  icon,
  label,
  to,
}: {
  icon: "chevrons-left" | "chevron-left" | "chevron-right";
  label: string;
  to: string | null;
}) {
  const className = "d-btn d-btn-icon";
  return to ? (
    <Link className={className} to={to} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a disabled link keeps its place when there is no page
    <span className={className} role="link" aria-disabled="true" aria-label={label} tabIndex={-1}>
      <Icon name={icon} />
    </span>
  );
}
