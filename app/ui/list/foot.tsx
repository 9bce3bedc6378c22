import type { ReactNode } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { places } from "./list-address.ts";
import type { Pages } from "./paging.tsx";
import { QueryForm } from "./query-form.tsx";
import { useListAddress } from "./use-list-address.ts";

export type FootProps = {
  pages: Pages;
  /** The number of the page's first row, counted over the pages the reader has walked through. */
  first: number;
  rows: number;
  /** How many rows there are, as text. */
  total: string;
  take: number;
  sizes: readonly number[];
  /** The address that adds up the selected rows (R462); without it, no rows are selected. */
  sums?: string | undefined;
  /** The actions for the selection. */
  children?: ReactNode;
};

const foot =
  "group/foot flex min-h-11 flex-none items-center gap-1.5 border-t border-line pr-3 pl-4 text-13 whitespace-nowrap " +
  "tabular-nums phone:sticky phone:bottom-0 phone:z-3 phone:flex-wrap phone:bg-white phone:py-1 print:hidden " +
  "data-selecting:flex-wrap data-selecting:bg-teal-50 data-selecting:py-1 " +
  "data-selecting:shadow-[inset_0_2px_0_var(--color-teal-700)]";
const givesWay = "group-data-selecting/foot:max-[87.5rem]:hidden";

/** What is shown while rows are selected. */
export const whileSelecting = "hidden group-data-selecting/foot:inline-flex";

/** The foot of a console list: the selection and its actions, paging both ways (R465), and rows per page. */
export function Foot({ pages, first, rows, total, take, sizes, sums, children }: FootProps) {
  const say = useSay();
  const to = useListAddress();
  return (
    <div className={foot} data-foot {...(sums && { "data-enhance": "foot", "data-sums": sums, "data-total": total })}>
      {sums && (
        <>
          <b role="status" tabIndex={-1} className={whileSelecting} data-words={say("desk.selected", { n: "{n}" })} />
          {(pages.next || pages.previous) && (
            <span className={whileSelecting}>
              <button type="button" className="d-link" data-select-all>
                {say("desk.selectAll", { n: total })}
              </button>
            </span>
          )}
          <span
            data-paid
            data-not-summed={say("desk.notSummed")}
            className={`${whileSelecting} items-center gap-1.75 min-h-7 mx-1.5 px-2.5 rounded-md bg-green-700 text-13 font-semibold text-white`}
          >
            <small className="text-[0.6875rem]/4 font-semibold tracking-[0.06em]">{say("desk.paid")}</small> <b />
          </span>
          {children}
          <span className={whileSelecting}>
            <button
              type="button"
              className="d-btn d-btn-bare d-btn-icon"
              aria-label={say("desk.clearSelection")}
              data-clear
            >
              <Icon name="x" />
            </button>
          </span>
        </>
      )}
      <nav className="flex items-center gap-0.5 ml-auto" aria-label={say("common.pages")}>
        {rows > 0 && (
          <span className={givesWay}>{say("desk.range", { from: first, to: first + rows - 1, n: total })}</span>
        )}
        <QueryForm names={["take"]} drops={places} className={givesWay} data-enhance="applied">
          <select className="mr-1 ml-2" name="take" aria-label={say("desk.perPage")} defaultValue={take}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
          <button type="submit" className="d-btn hidden noscript:inline-flex">
            {say("desk.apply")}
          </button>
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
