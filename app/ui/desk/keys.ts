/** Whether a key press is not a shortcut: in a text field, in a dialog, or with Ctrl, Alt or ⌘. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog")) return true;
  return target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select");
}
