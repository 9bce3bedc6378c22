import { isTyping } from "../keyboard/keys.ts";
import opensRows, { openRow } from "./open-row.ts";
import { clearSelection, rowBoxes, tick, tickedBoxes } from "./selection.ts";

type Box = HTMLInputElement;

/**
 * The rows of a console list: a click opens one, keys move through them (`j`, `k`), open one (`o`, Enter), select (`x`,
 * with Shift a range) and open its menu (`.`); Escape gives the selection up. `at` marks the current row, `sel` the
 * selected ones.
 */
export default function table(element: HTMLElement, left: AbortSignal) {
  const rows = () => [...element.querySelectorAll<HTMLTableRowElement>("tbody > tr")];
  const boxOf = (row: Element | undefined) => row?.querySelector<Box>(".pick input");
  const ofPage = () => element.querySelector<Box>("thead .pick input");
  let at = -1;
  /** The id of the row that is current: it stays the current one when rows come or go. */
  let current = "";
  /** The box ticked last, where a range starts. */
  let last: Box | undefined;

  const mark = () => {
    const index = rows().findIndex(({ id }) => id === current);
    at = index >= 0 ? index : Math.min(at, rows().length - 1);
    for (const [index, row] of rows().entries()) {
      row.classList.toggle("at", index === at);
      row.classList.toggle("sel", boxOf(row)?.checked === true);
    }
    const page = ofPage();
    if (page) page.checked = rows().length > 0 && tickedBoxes().length === rowBoxes().length;
  };
  const moveTo = (index: number) => {
    at = Math.max(0, Math.min(index, rows().length - 1));
    current = rows()[at]?.id ?? "";
    mark();
    rows()[at]?.scrollIntoView({ block: "nearest" });
  };
  /** A box has another state: with a range, the boxes between the last one and it have the same. */
  const range = (box: Box) => {
    const boxes = rowBoxes();
    const from = last ? boxes.indexOf(last) : -1;
    const to = boxes.indexOf(box);
    if (from >= 0)
      for (const each of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) each.checked = box.checked;
  };
  const openMenu = (row: Element) => {
    const menu = row.querySelector<HTMLDetailsElement>(".acts details");
    menu?.setAttribute("open", "");
    menu?.querySelector<HTMLElement>("[data-panel] :is(a, button)")?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const shown = rows();
    if (isTyping(event) || shown.length === 0) return;
    const row = shown[at];
    const box = boxOf(row);
    const { key, shiftKey, target } = event;
    if (key === "j") moveTo(at + 1);
    else if (key === "k") moveTo(at - 1);
    else if ((key === "x" || key === "X") && box) {
      const on = !box.checked;
      box.checked = on;
      if (shiftKey) range(box);
      last = box;
      tick([box], on);
    } else if ((key === "o" || key === "Enter") && row?.dataset.open && !isControl(event)) openRow(row.dataset.open);
    else if (key === "." && row) openMenu(row);
    else if (key === "Escape" && ofPage()) clearSelection(target);
    else return;
    event.preventDefault();
  };

  opensRows(element);
  element.addEventListener("click", ({ target, shiftKey }) => {
    const box = (target as Element).closest<Box>("tbody .pick input");
    if (!box) return;
    if (shiftKey) range(box);
    last = box;
  });
  element.addEventListener("change", ({ target }) => {
    const page = ofPage();
    if (page && target === page) tick(rowBoxes(), page.checked);
    mark();
  });
  document.addEventListener("keydown", press, { signal: left });
  document.addEventListener("page:shown", mark, { signal: left });
  mark();
}

/** Whether a key was pressed on a link or a button, which has its own answer to Enter. */
const isControl = ({ key, target }: KeyboardEvent) =>
  key === "Enter" && target instanceof Element && target.closest("a, button, summary, [role=button]") !== null;
