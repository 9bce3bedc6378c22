import { refresh } from "#app/exchange/go.ts";

/** Reads the page anew every `data-reread` milliseconds as long as it says so, while its tab is looked at. */
export default function reread({ dataset }: HTMLElement, left: AbortSignal) {
  const timer = setInterval(() => document.visibilityState === "visible" && refresh(), Number(dataset.reread));
  left.addEventListener("abort", () => clearInterval(timer));
}
