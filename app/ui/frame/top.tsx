import type { ReactNode } from "react";
import { Icon } from "../base/icon.tsx";
import { LanguageSwitch } from "../base/language-switch.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { PaletteButton } from "./palette.tsx";

export type View = {
  to: string;
  label: string;
  count?: string | undefined;
  current: boolean;
  /** Set for a view that others see too: the text of its icon. */
  shared?: string | undefined;
};

type DeskTopProps = {
  title?: string;
  /** The number of rows, and its text for screen readers. */
  count?: { text: string; label: string };
  views?: readonly View[];
  /** The address of the dialog that saves the list's current state as a view. */
  addView?: string;
  children?: ReactNode;
};

/* On a phone, what else can be done on a page stands below its title. */
const line =
  "desk-top flex min-h-12 flex-none items-center gap-2 border-b border-line px-4 pt-0.75 phone:flex-wrap phone:px-3 " +
  "phone:pt-1.5 phone:has-[>a:not([data-add])]:after:order-7 phone:has-[>a:not([data-add])]:after:basis-full " +
  "phone:has-[>a:not([data-add])]:after:content-[''] phone:[&_form_svg]:hidden phone:[&>a]:order-8 print:border-0 " +
  "[&>h1]:whitespace-nowrap phone:[&>h1]:max-w-[calc(100%-226px)] phone:[&>h1]:text-[15px] phone:[&>h1]:whitespace-normal";
const tab =
  "flex items-center gap-1.5 px-2.5 pt-0.75 whitespace-nowrap text-soft hover:text-ink focus-visible:shadow-none " +
  "focus-visible:-outline-offset-3 aria-[current]:font-semibold aria-[current]:text-teal-800 " +
  "aria-[current]:shadow-[inset_0_-2px_0_var(--color-marigold-400)]";

/** The top line of a page: title, count and views on the left, search and language on the right. */
export function DeskTop({ title, count, views, addView, children }: DeskTopProps) {
  const say = useSay();
  return (
    <header className={line}>
      <label htmlFor="desk-drawer" className="d-btn d-btn-bare d-btn-icon hidden phone:inline-flex" data-burger>
        <Icon name="menu" label={say("shell.menu")} />
      </label>
      {title && <h1>{title}</h1>}
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
      {children}
      <PaletteButton />
      <LanguageSwitch className="d-btn d-btn-bare" />
    </header>
  );
}
