/*
 * The selection of a list: its ticked rows. They are fields of the selection's form, which sends them without JavaScript
 * too; a change of one is heard by the event `change`.
 */

/** The id of the form the row checkboxes belong to. */
export const selectionForm = "selection";

type Box = HTMLInputElement;

/** The checkboxes of a list's rows. */
export const rowBoxes = () => [...document.querySelectorAll<Box>(".desk-grid tbody .pick input")];

/** Those that are ticked. */
export const tickedBoxes = () => rowBoxes().filter(({ checked }) => checked);

const announceChange = (box: Box | undefined) => box?.dispatchEvent(new Event("change", { bubbles: true }));

/** Ticks some rows, or takes that back. */
export function tick(boxes: readonly Box[], on: boolean) {
  for (const box of boxes) box.checked = on;
  announceChange(boxes[0]);
}

/** Gives the selection up; its first row gets the focus where that is on its acts, which go. */
export function clearSelection(focused: EventTarget | null) {
  const ticked = tickedBoxes();
  if (focused instanceof Element && focused.closest("[data-foot]")) ticked[0]?.focus({ preventScroll: true });
  tick(ticked, false);
}
