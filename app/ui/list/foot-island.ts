import { rupees } from "#modules/kernel/money.ts";
import { clearSelection, rowBoxes, tickedBoxes } from "./selection.ts";

/**
 * The foot of a list with a selection: how many rows are selected, their sum (R462, computed by the server at `data-sums`),
 * and the files of them. All rows that match the filter are selected by a button, once all of the page are.
 */
export default function foot(element: HTMLElement, left: AbortSignal) {
  const part = <Part extends HTMLElement>(which: string) => element.querySelector<Part>(which);
  let all = false;
  /** The selection whose sum is shown or asked for. */
  let summed = "";
  let sum = "…";
  let asking = new AbortController();

  const show = () => {
    const ids = tickedBoxes().map(({ value }) => value);
    all &&= ids.length > 0 && ids.length === rowBoxes().length;
    element.toggleAttribute("data-selecting", ids.length > 0);
    const status = part("[role=status]");
    if (status)
      status.textContent = (status.dataset.words ?? "").replace(
        "{n}",
        all ? (element.dataset.total ?? "") : String(ids.length),
      );
    const selectAll = part("[data-select-all]");
    if (selectAll) selectAll.hidden = all || ids.length < rowBoxes().length;
    const everything = part<HTMLInputElement>("[name=all]");
    if (everything) everything.checked = all;
    const selected = all ? new URLSearchParams(location.search) : new URLSearchParams(ids.map((id) => ["ids", id]));
    for (const link of element.querySelectorAll<HTMLAnchorElement>("a[data-format]")) {
      const query = new URLSearchParams(selected);
      query.set("format", link.dataset.format ?? "");
      link.search = String(query);
    }
    if (ids.length > 0) void add(selected);
    const paid = part("[data-paid] b");
    if (paid) paid.textContent = sum;
  };

  async function add(selected: URLSearchParams) {
    const query = new URLSearchParams(selected);
    query.set("sum", "1");
    if (String(query) === summed) return;
    summed = String(query);
    sum = "…";
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`${element.dataset.sums}?${query}`, {
        signal,
        headers: { accept: "application/json" },
      });
      if (!answer.ok) return;
      const { sumPaise } = (await answer.json()) as { sumPaise: number | null };
      const paid = part("[data-paid]");
      sum = sumPaise === null ? (paid?.dataset.notSummed ?? "") : rupees(sumPaise);
      if (!signal.aborted && paid?.lastElementChild) paid.lastElementChild.textContent = sum;
    } catch {
      // Ended by another selection, or without a connection: the next selection asks again.
      if (!signal.aborted) summed = "";
    }
  }

  element.addEventListener("click", ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>("button")?.dataset;
    if (pressed?.clear !== undefined) clearSelection(target);
    if (pressed?.selectAll === undefined) return;
    all = true;
    show();
    // The button goes; what it did is in the status.
    part("[role=status]")?.focus();
  });
  document.addEventListener(
    "change",
    ({ target }) => {
      if (!(target as Element).matches(".pick input")) return;
      all = false;
      show();
    },
    { signal: left },
  );
  document.addEventListener("page:shown", show, { signal: left });
  left.addEventListener("abort", () => asking.abort());
  show();
}
