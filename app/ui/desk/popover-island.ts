/**
 * A popover that Escape and a press outside close. Arrow keys move through a menu (`data-popover="menu"`), and choosing an
 * entry closes it; a list's search gets the focus when it opens. Going to another page closes it.
 */
export default function popover(element: HTMLElement, left: AbortSignal) {
  const box = element as HTMLDetailsElement;
  const isMenu = box.dataset.popover === "menu";
  const summary = box.querySelector("summary");
  const entries = "[data-panel] :is(a, button)";
  const close = () => box.removeAttribute("open");

  const press = (event: KeyboardEvent) => {
    if (!box.open || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.stopImmediatePropagation();
      close();
      summary?.focus();
    }
    if (!isMenu || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    const items = [...box.querySelectorAll<HTMLElement>(entries)];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const next = event.key === "ArrowDown" ? now + 1 : now < 0 ? items.length - 1 : now - 1;
    items[(next + items.length) % items.length]?.focus();
  };
  /** Follows the page while it is open: a list has one in each row. */
  let shut = new AbortController();
  const follow = () => {
    shut.abort();
    if (!box.open) return;
    shut = new AbortController();
    const { signal } = shut;
    const outside = ({ target }: Event) => box.contains(target as Node) || close();
    document.addEventListener("pointerdown", outside, { signal });
    document.addEventListener("page:shown", (event) => !(event as CustomEvent).detail.quiet && close(), { signal });
    document.addEventListener("keydown", press, { signal, capture: true });
  };
  left.addEventListener("abort", () => shut.abort());
  box.addEventListener("keydown", press);
  box.addEventListener("click", ({ target }) => {
    if (!isMenu || !(target as Element).closest(entries)) return;
    close();
    // The entry is hidden now; a dialog it opens gives the focus back to what can take it.
    summary?.focus();
  });
  box.addEventListener("toggle", () => {
    follow();
    if (summary?.dataset.find !== undefined && box.open)
      box.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  });
  follow();
}
