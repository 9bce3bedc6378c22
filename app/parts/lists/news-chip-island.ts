import { followNews } from "#app/ui/shell/live-source.ts";
import { figure } from "#modules/kernel/figure.ts";

/** The shortest time between two looks for news: each costs a query. */
const lookEveryMs = 1_500;

type News = { added: number; changed: number };

/**
 * Says how many rows came or changed since the list was read. The list itself does not change until its reader asks for
 * them.
 */
export default function newsChip(element: HTMLElement, left: AbortSignal) {
  let asking = new AbortController();
  let due: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = 0;

  async function look() {
    due = undefined;
    lookedAt = Date.now();
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(addressOf(element), { signal, headers: { accept: "application/json" } });
      if (!answer.ok) return;
      const { news } = (await answer.json()) as { news: News | null };
      if (!signal.aborted) show(element, news ?? { added: 0, changed: 0 });
    } catch {
      // Ended by a newer look, or an unreachable server: the next event asks again.
    }
  }
  // News come in bursts.
  const lookSoon = () => {
    due ??= setTimeout(look, Math.max(0, lookedAt + lookEveryMs - Date.now()));
  };
  const stop = followNews("/live/desk", { news: lookSoon, connected: () => {} });
  // The list was read anew.
  element.addEventListener("changed", () => {
    asking.abort();
    lookSoon();
  });
  left.addEventListener("abort", () => {
    stop();
    clearTimeout(due);
    asking.abort();
  });
}

/** Asks for news of what the page shows: its filter, its first row, its rows, and when they were read. */
function addressOf({ dataset: { list, head, at = "" } }: HTMLElement) {
  const query = new URLSearchParams(location.search);
  query.set("at", at);
  if (head) query.set("head", head);
  for (const { id } of document.querySelectorAll(".desk-grid tbody > tr"))
    query.append("seen", id.slice("row-".length));
  return `/lists/${list}/tally?${query}`;
}

function show({ dataset, firstElementChild: button }: HTMLElement, { added, changed }: News) {
  if (!(button instanceof HTMLElement)) return;
  const words = added && changed ? dataset.both : added ? dataset.added : dataset.changed;
  button.hidden = !added && !changed;
  button.textContent = (words ?? "").replace("{n}", figure(added || changed)).replace("{m}", figure(changed));
}
