import { refresh } from "#app/exchange/go.ts";
import type { Read } from "#app/exchange/journey.ts";

/** How long a row that came while the page was open is marked. */
const markedForMs = 30_000;

/**
 * The live list of New Tickets. While its reader may press on a row (pointer or focus inside, on a touch screen once it
 * was touched) no row moves, each is as it is now, and new ones wait until the button that counts them shows them. Rows
 * that came while the page was open are marked (`data-fresh`). Of a double click only the first press counts, whatever
 * row the second one falls on.
 */
export default function offers(element: HTMLElement, left: AbortSignal) {
  const within = { pointer: false, focus: false, touch: false };
  const seen = new Set(rowsIn(element).map(({ id }) => id));
  const fresh = new Map<string, ReturnType<typeof setTimeout>>();
  /** Whether the rows are not as the server has them, but as they stood. */
  let isBehind = false;
  let showsAll = false;

  const isHeld = () => !showsAll && Object.values(within).some(Boolean);
  const isInList = (target: EventTarget | null) => target instanceof Element && target.closest("[data-rows]") !== null;
  const show = () => {
    showsAll = true;
    void refresh();
  };
  const set = (part: Partial<typeof within>) => {
    Object.assign(within, part);
    if (isBehind && !isHeld()) show();
  };
  element.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch" && isInList(target)) set({ pointer: true });
  });
  element.addEventListener("pointerout", ({ relatedTarget }) => set({ pointer: isInList(relatedTarget) }));
  element.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (pointerType === "touch" && isInList(target)) set({ touch: true });
  });
  element.addEventListener("focusin", ({ target }) => set({ focus: isInList(target) }));
  element.addEventListener("focusout", ({ relatedTarget }) => set({ focus: isInList(relatedTarget) }));
  element.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && isInList(event.target)) event.preventDefault();
    },
    { capture: true },
  );
  element.querySelector("[data-waiting]")?.addEventListener("click", show);

  const mark = (next: HTMLElement, samePage: boolean) => {
    for (const row of rowsIn(next)) {
      const { id } = row;
      if (samePage && !seen.has(id))
        fresh.set(
          id,
          setTimeout(() => unmark(id), markedForMs),
        );
      seen.add(id);
      if (fresh.has(id)) row.dataset.fresh = "";
    }
    sayFresh(next);
  };
  const unmark = (id: string) => {
    fresh.delete(id);
    document.getElementById(id)?.removeAttribute("data-fresh");
    sayFresh(element);
  };
  const sayFresh = (list: HTMLElement) => {
    const words = list.querySelector<HTMLElement>("[data-arrived]");
    if (words) words.textContent = fresh.size > 0 ? counted(words.dataset.arrived, fresh.size) : "";
  };

  document.addEventListener(
    "page:read",
    (event) => {
      const next = (event as Read).detail.page.getElementById(element.id);
      if (!next) return;
      const samePage = next.dataset.page === element.dataset.page;
      isBehind = samePage && isHeld();
      const waiting = isBehind ? holdRows(element, next) : 0;
      showsAll = false;
      const button = next.querySelector<HTMLElement>("[data-waiting]");
      if (button) {
        button.hidden = waiting === 0;
        button.querySelector("span")!.textContent = counted(button.dataset.waiting, waiting);
      }
      mark(next, samePage && next.dataset.newest !== undefined);
    },
    { signal: left },
  );
  left.addEventListener("abort", () => {
    for (const timer of fresh.values()) clearTimeout(timer);
  });
}

const rowsIn = (list: ParentNode) => [...list.querySelectorAll<HTMLTableRowElement>("[data-rows] tbody tr")];
const counted = (words = "", count: number) => words.replace("{n}", String(count));

/**
 * Puts the rows that are shown into the page that came, in their order and each as it is there, wherever it stands now;
 * returns how many rows are new and left out.
 */
export function holdRows(shown: HTMLElement, next: HTMLElement): number {
  const rows = rowsIn(shown);
  if (rows.length === 0) return 0;
  const page = next.ownerDocument;
  const held = new Set(rows.map(({ id }) => id));
  const heldRows = rows.map((row) => page.getElementById(row.id) ?? page.importNode(row, true));
  const waiting = rowsIn(next).filter(({ id }) => !held.has(id)).length;
  const list = next.querySelector("[data-rows]");
  if (list && !list.querySelector("tbody"))
    list.replaceChildren(...page.importNode(shown.querySelector("[data-rows]")!, true).childNodes);
  list?.querySelector("tbody")?.replaceChildren(...heldRows);
  // A list whose rows all stand above now is not shown.
  for (const section of page.querySelectorAll("[data-answered]"))
    if (!section.querySelector("tbody tr")) section.remove();
  return waiting;
}
