import { refresh } from "#app/exchange/go.ts";
import { followNews } from "#app/ui/shell/live-source.ts";

/** Says that somebody changed the open request since its page was read; pressed, the page is read anew. */
export default function newsBar(element: HTMLElement, left: AbortSignal) {
  let asking = new AbortController();
  const look = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { ticket = "", shown } = element.dataset;
    const query = new URLSearchParams({ ticketId: ticket, ...(shown && { since: shown }) });
    const answer = await fetch(`/requests/news?${query}`, { signal }).catch(() => undefined);
    if (!answer?.ok) return;
    const { words } = (await answer.json()) as { words: string | null };
    const line = element.querySelector("p");
    if (!line?.firstElementChild || signal.aborted) return;
    line.hidden = words === null;
    line.firstElementChild.textContent = words;
  };
  const follow = () =>
    followNews(`/live/request?ticketId=${element.dataset.ticket}`, { news: () => void look(), connected: () => {} });
  let stop = follow();
  element.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("button")) void refresh();
  });
  // Another request, or this one read anew.
  element.addEventListener("changed", () => {
    stop();
    stop = follow();
  });
  left.addEventListener("abort", () => {
    stop();
    asking.abort();
  });
}
