import type { ReactNode } from "react";
import { useSay } from "../base/say.tsx";

type FilterBarProps = {
  /** Whether its children are the filters of a list: these stand on one line on a phone, which scrolls sideways. */
  filters?: boolean;
  /** What is done with the page, at the end of the line. */
  end?: ReactNode;
  children?: ReactNode;
};

const line =
  "flex min-h-11 flex-none flex-wrap items-center gap-1.5 border-b border-line px-4 py-1.5 phone:px-3 print:hidden";
const lineOfFilters = `${line} phone:flex-nowrap phone:overflow-x-auto phone:*:flex-none phone:[scrollbar-width:none]`;
const ending = "ml-auto flex items-center gap-1.5";

/** The line below a page's title. */
export function FilterBar({ filters = false, end, children }: FilterBarProps) {
  const say = useSay();
  if (!filters) {
    return (
      <div className={line}>
        {children}
        {end && <div className={`${ending} phone:ml-0 phone:flex-wrap`}>{end}</div>}
      </div>
    );
  }
  return (
    <search className={lineOfFilters} aria-label={say("desk.filters")}>
      {children}
      {end && <div className={`${ending} phone:contents phone:*:flex-none`}>{end}</div>}
    </search>
  );
}
