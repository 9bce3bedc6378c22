import { go, isGoing } from "#app/exchange/go.ts";

/** Closes its dialog by itself after some time (`data-ms`). */
export default function closedNote(element: HTMLElement, left: AbortSignal) {
  const { to = "", ms } = element.dataset;
  const timer = setTimeout(() => {
    // What its reader has on its way closes it.
    if (!isGoing()) void go({ to, stay: true, replace: true });
  }, Number(ms));
  left.addEventListener("abort", () => clearTimeout(timer));
}
