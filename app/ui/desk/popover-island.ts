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

  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!box.contains(target as Node)) close();
    },
    { signal: left },
  );
  document.addEventListener("page:shown", (event) => !(event as CustomEvent).detail.quiet && close(), { signal: left });
  document.addEventListener(
    "keydown",
    (event) => {
      if (!box.open) return;
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
    },
    { signal: left, capture: true },
  );
  box.addEventListener("click", ({ target }) => {
    if (!isMenu || !(target as Element).closest(entries)) return;
    close();
    // The entry is hidden now; a dialog it opens gives the focus back to what can take it.
    summary?.focus();
  });
  box.addEventListener("toggle", () => {
    if (summary?.dataset.find !== undefined && box.open) box.querySelector("input")?.focus();
  });
}
