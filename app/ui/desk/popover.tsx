import type { ReactNode } from "react";

type PopoverProps = {
  /** The content of the control that opens it. */
  summary: ReactNode;
  /** Its name when the control is only an icon. */
  label?: string;
  className?: string;
  /** `menu` holds links and buttons that the arrow keys move through; `form` holds a filter's fields. */
  kind: "menu" | "form";
  at?: "start" | "end" | "up";
  /** Whether it is a list's search: `f` opens it, and its first field gets the focus. */
  find?: boolean;
  children: ReactNode;
};

/* Within the filters of a phone, whose line scrolls, it stands over the page. */
const panel =
  "absolute z-20 min-w-54 rounded-md border border-line bg-white text-left whitespace-normal shadow-lift " +
  "phone:max-w-[calc(100vw-24px)] phone:in-[search]:fixed phone:in-[search]:inset-x-3 phone:in-[search]:inset-y-auto " +
  "phone:in-[search]:mt-1 phone:in-[search]:max-h-[70dvh] phone:in-[search]:max-w-none phone:in-[search]:overflow-y-auto";
const places = {
  start: "top-[calc(100%+4px)] left-0",
  end: "top-[calc(100%+4px)] right-0",
  up: "bottom-[calc(100%+4px)] left-0",
};
const kinds = {
  menu:
    "p-1.25 *:flex *:min-h-7.25 *:w-full *:cursor-pointer *:items-center *:gap-2.25 *:rounded-[6px] *:px-1.75 *:text-left " +
    "*:text-13 *:text-ink *:no-underline *:hover:bg-teal-50 *:focus-visible:bg-teal-50 *:focus-visible:shadow-none " +
    "*:focus-visible:outline-2 *:focus-visible:-outline-offset-2 [&_kbd]:ml-auto [&_kbd]:px-1.5 " +
    "[&_kbd]:font-sans [&_kbd]:text-12 [&_kbd]:text-soft",
  form: "grid gap-2.5 p-3",
};

/**
 * A popover below a control. Without JavaScript the control opens and closes it; its island adds keys and the
 * press outside.
 */
export function Popover({
  summary,
  label,
  className = "d-btn",
  kind,
  at = "start",
  find = false,
  children,
}: PopoverProps) {
  return (
    <details className="relative" data-enhance="popover" data-popover={kind}>
      <summary
        className={`list-none [&::-webkit-details-marker]:hidden ${className}`}
        aria-label={label}
        title={label}
        data-find={find ? "" : undefined}
      >
        {summary}
      </summary>
      <div className={`${panel} ${places[at]} ${kinds[kind]}`} data-panel>
        {children}
      </div>
    </details>
  );
}
