import { go, isGoing, refresh } from "#app/exchange/go.ts";
import { onBeat } from "./beat.ts";

/** Seconds as minutes and seconds. */
export const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts down `data-seconds`; when the time is over the page of `data-over` is shown, else this page anew. */
export default function countdown(element: HTMLElement, left: AbortSignal) {
  let end = 0;
  let isOver = false;
  const begin = () => {
    end = performance.now() + Number(element.dataset.seconds) * 1000;
    isOver = false;
  };
  begin();
  element.addEventListener("changed", begin, { signal: left });
  onBeat(() => {
    if (isOver) return;
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    element.textContent = clock(seconds);
    // What its reader has on its way comes first.
    if (seconds > 0 || isGoing()) return;
    isOver = true;
    const { over } = element.dataset;
    void (over ? go({ to: over, stay: true }) : refresh());
  }, left);
}
