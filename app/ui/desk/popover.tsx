import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

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
    "*:focus-visible:outline-2 *:focus-visible:-outline-offset-2 [&_kbd]:ml-auto [&_kbd]:border-0 [&_kbd]:bg-transparent",
  form: "grid gap-2.5 p-3",
};

/**
 * A popover below a control. Without JavaScript the control opens and closes it; with it, Escape and a press outside
 * close it, arrow keys move through a menu, and choosing an entry closes it.
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
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to another page closes it
  useEffect(() => box.current?.removeAttribute("open"), [key]);
  useEffect(() => {
    const pop = box.current;
    if (!pop) return;
    const close = () => pop.removeAttribute("open");
    const elsewhere = (event: Event) => {
      if (!pop.contains(event.target as Node)) close();
    };
    const press = (event: KeyboardEvent) => {
      if (!pop.open) return;
      if (event.key === "Escape") {
        event.stopImmediatePropagation();
        close();
        pop.querySelector("summary")?.focus();
      }
      if (kind !== "menu" || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
      event.preventDefault();
      const items = [...pop.querySelectorAll<HTMLElement>("[data-panel] :is(a, button)")];
      const now = items.indexOf(document.activeElement as HTMLElement);
      const next = event.key === "ArrowDown" ? now + 1 : now < 0 ? items.length - 1 : now - 1;
      items[(next + items.length) % items.length]?.focus();
    };
    const chosen = (event: Event) => {
      if (kind !== "menu" || !(event.target as Element).closest("[data-panel] :is(a, button)")) return;
      close();
      // The entry is hidden now; a dialog it opens gives the focus back to what can take it.
      pop.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("keydown", press, true);
    pop.addEventListener("click", chosen);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("keydown", press, true);
      pop.removeEventListener("click", chosen);
    };
  }, [kind]);
  return (
    <details
      ref={box}
      className="relative"
      onToggle={() => find && box.current?.open && box.current.querySelector("input")?.focus()}
    >
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
