import { createContext, type ReactNode } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";

/** One of the views of a list, as a tab. */
export type View = {
  to: string;
  label: string;
  count?: string | undefined;
  current: boolean;
  /** Set for a view that others see too: the text of its icon. */
  shared?: string | undefined;
};

/** The head of a list: its title, and what is done with it. */
export type ListHeadProps = {
  title: string;
  /** The number of rows, and its text for screen readers. */
  count?: { text: string; label: string } | undefined;
  views?: readonly View[] | undefined;
  /** The address of the dialog that saves the list's current state as a view. */
  addView?: string | undefined;
  children?: ReactNode;
};

const tab =
  "flex items-center gap-1.5 px-2.5 pt-0.75 md:max-[1439px]:px-1.25 whitespace-nowrap text-soft hover:text-ink focus-visible:shadow-none " +
  "focus-visible:-outline-offset-3 aria-[current]:font-semibold aria-[current]:text-teal-800 " +
  "aria-[current]:shadow-[inset_0_-2px_0_var(--color-marigold-400)]";

/** How many rows a list has, and its views as tabs. */
export function ListViews({ count, views, addView }: Pick<ListHeadProps, "count" | "views" | "addView">) {
  const say = useSay();
  return (
    <>
      {count && (
        <span className="desk-count text-soft tabular-nums whitespace-nowrap" title={count.label}>
          {count.text}
        </span>
      )}
      {views && views.length > 0 && (
        <nav
          data-enhance="views"
          className="flex -mt-0.75 -mb-px ml-3 self-stretch overflow-x-auto [scrollbar-width:none] phone:w-full phone:min-h-11 phone:m-0 phone:order-9"
          aria-label={say("desk.views")}
        >
          {views.map(({ to, label, count: inView, current, shared }) => (
            <Link key={to} to={to} className={tab} aria-current={current ? "page" : undefined}>
              {label} {inView && <span className="text-12 font-normal text-soft tabular-nums">{inView}</span>}
              {shared && <Icon name="users" label={shared} className="size-3.5" />}
            </Link>
          ))}
          {addView && (
            <Link
              to={addView}
              className={tab}
              preventScrollReset
              aria-label={say("desk.views.add")}
              title={say("desk.views.add")}
            >
              <Icon name="plus" className="size-3.5" />
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

/** How a console draws the head of its lists: as a page's heading, if it has nothing of its own. */
export const ListHead = createContext(({ title, children, ...views }: ListHeadProps) => (
  <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
    <h1>{title}</h1>
    <ListViews {...views} />
    {children}
  </div>
));
