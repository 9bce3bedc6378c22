/**
 * Keys that follow a link or a control of the page: `f` the list's search (`data-find`), and a letter the act that has it
 * (`data-key`), of the opened row or of the current one of a list.
 */
export function followKeys() {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event)) return;
    const act = `[data-key="${CSS.escape(event.key)}"]`;
    const control = document.querySelector<HTMLElement>(
      event.key === "f" ? "[data-find]" : `[data-acts] ${act}, .desk-grid tr.at .acts ${act}`,
    );
    if (!control) return;
    event.preventDefault();
    control.focus({ preventScroll: true });
    control.click();
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
