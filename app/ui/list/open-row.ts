import { go } from "#app/exchange/go.ts";

/** What a row holds that answers a click itself: controls, the cell with its checkbox, and that with its acts. */
const controls = "a, button, input, select, textarea, label, summary, details, .pick, .acts";

/** Opens a row's page or dialog by its address; a dialog over the list leaves the list scrolled as it is. */
export const openRow = (to: string) => void go({ to, stay: new URL(to, location.href).pathname === location.pathname });

/**
 * Makes the rows of a table open by a click (`data-open` is a row's address), anywhere but on a control and not where
 * text of the row is being selected. With the middle button, Ctrl, Shift or ⌘ a row opens in a new tab, as a link does.
 */
export default function opensRows(table: HTMLElement) {
  const press = (event: MouseEvent) => {
    const pressed = event.target as Element;
    const row = pressed.closest<HTMLTableRowElement>("tr[data-open]");
    const to = row?.dataset.open;
    if (!row || !to || event.defaultPrevented || pressed.closest(controls)) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) window.open(to, "_blank", "noopener");
    else if (event.button === 0 && !isSelecting(row)) openRow(to);
  };
  table.addEventListener("click", press);
  table.addEventListener("auxclick", press);
}

/** Whether text of the row is selected, so that the click was the end of a selection. */
function isSelecting(row: Element) {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
