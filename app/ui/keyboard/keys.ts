/** A letter follows the link of the act that has it (`data-key`), of the opened row or of the current one of a list. */
export function followKeys() {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event)) return;
    const act = `[data-key="${CSS.escape(event.key)}"]`;
    const link = document.querySelector<HTMLElement>(`[data-acts] ${act}, .desk-grid tr.at .acts ${act}`);
    if (!link) return;
    event.preventDefault();
    link.focus({ preventScroll: true });
    link.click();
  });
}

/** Whether a key press is not a shortcut: in a text field, in a dialog, or with Ctrl, Alt or ⌘. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog")) return true;
  return target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select");
}
