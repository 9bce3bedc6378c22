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
      const items = [...pop.querySelectorAll<HTMLElement>(".panel :is(a, button)")];
      const now = items.indexOf(document.activeElement as HTMLElement);
      const next = event.key === "ArrowDown" ? now + 1 : now < 0 ? items.length - 1 : now - 1;
      items[(next + items.length) % items.length]?.focus();
    };
    const chosen = (event: Event) => {
      if (kind !== "menu" || !(event.target as Element).closest(".panel :is(a, button)")) return;
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
      className="d-pop"
      onToggle={() => find && box.current?.open && box.current.querySelector("input")?.focus()}
    >
      <summary className={className} aria-label={label} title={label} data-find={find ? "" : undefined}>
        {summary}
      </summary>
      <div
        className={`panel ${kind === "menu" ? "d-menu" : "panel-form"}${at === "end" ? " panel-end" : ""}${at === "up" ? " panel-up" : ""}`}
      >
        {children}
      </div>
    </details>
  );
}
