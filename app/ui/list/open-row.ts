import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/** What a row holds that answers a click itself: controls, the cell with its checkbox, and that with its acts. */
const controls = "a, button, input, select, textarea, label, summary, details, .pick, .acts";

/** Opens a row's page or dialog by its address; a dialog over the list leaves the list scrolled as it is. */
export function useOpenRow() {
  const navigate = useNavigate();
  return (to: string) => navigate(to, { preventScrollReset: isHere(to) });
}

const isHere = (to: string) => new URL(to, location.href).pathname === location.pathname;

/**
 * What makes a row open by a click on it, anywhere but on a control and not where its text is being selected. With the
 * middle button, Ctrl, Shift or ⌘ it opens in a new tab, as a link does.
 */
export function byClick(to: string | undefined, open: (to: string) => void) {
  if (to === undefined) return {};
  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.defaultPrevented || (event.target as Element).closest(controls)) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) {
      window.open(to, "_blank", "noopener");
      return;
    }
    if (event.button === 0 && !isSelecting(event.currentTarget)) open(to);
  };
  return { onClick: press, onAuxClick: press };
}

/** Whether text of the row is selected, so that the click was the end of a selection. */
function isSelecting(row: Element) {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
