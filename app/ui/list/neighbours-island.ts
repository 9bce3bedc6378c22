import { go } from "#app/exchange/go.ts";
import { isTyping } from "../keyboard/keys.ts";
import { neighbourPage, type OpenedPage, pageWith } from "./opened-list-island.ts";

/** The rows before and after the opened one in the list it was opened from; undefined while none is known. */
type Neighbours = { before?: string | undefined; after?: string | undefined };

/** Leads back to the page of the list a row was opened from, and on to the rows before and after it (`k`, `j`). */
export default function neighbours(element: HTMLElement, left: AbortSignal) {
  let known: Neighbours = {};
  let asking = new AbortController();
  const pageOf = (id: string) => (element.dataset.page ?? "").replace("{id}", id);

  const showWays = (changes: Neighbours) => {
    known = { ...known, ...changes };
    for (const way of ["before", "after"] as const) {
      const place = element.querySelector<HTMLElement>(`[data-way=${way}]`);
      const id = known[way];
      if (!place) continue;
      place.hidden = !id;
      if (id) place.querySelector("a")?.setAttribute("href", pageOf(id));
    }
  };

  function show() {
    asking.abort();
    asking = new AbortController();
    known = {};
    const id = element.dataset.id ?? "";
    const page = pageWith(id);
    if (!page) return;
    const at = page.ids.indexOf(id);
    element.querySelector("[data-list]")?.setAttribute("href", page.at);
    const place = element.querySelector<HTMLElement>("[data-words]");
    if (place) {
      place.hidden = false;
      const words = place.dataset.words ?? "";
      place.textContent = words.replace("{n}", String(page.first + at)).replace("{of}", page.total);
    }
    showWays({ before: page.ids[at - 1], after: page.ids[at + 1] });
    if (at === 0) void look(page, "previous", ({ ids }) => ({ before: ids.at(-1) }));
    if (at === page.ids.length - 1) void look(page, "next", ({ ids }) => ({ after: ids[0] }));
  }

  /** A row at the end of its page has a neighbour on another one. */
  async function look(page: OpenedPage, way: "next" | "previous", beyond: (neighbour: OpenedPage) => Neighbours) {
    const { signal } = asking;
    try {
      const neighbour = await neighbourPage(page, way, signal);
      if (neighbour && !signal.aborted) showWays(beyond(neighbour));
    } catch {
      // Left, or an unreachable server: the row stays the last one of its page until it is opened again.
    }
  }

  element.addEventListener("changed", show);
  document.addEventListener(
    "keydown",
    (event) => {
      if (isTyping(event)) return;
      const next = event.key === "j" ? known.after : event.key === "k" ? known.before : undefined;
      if (next) void go({ to: pageOf(next) });
    },
    { signal: left },
  );
  left.addEventListener("abort", () => asking.abort());
  show();
}
