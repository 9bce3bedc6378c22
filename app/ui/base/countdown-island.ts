import { go, isGoing, refresh } from "#app/exchange/go.ts";

/** Seconds as minutes and seconds. */
export const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts down `data-seconds`; when the time is over the page of `data-over` is shown, else this page anew. */
export default function countdown(element: HTMLElement, left: AbortSignal) {
  let ticking: ReturnType<typeof setInterval>;
  const begin = () => {
    clearInterval(ticking);
    const end = performance.now() + Number(element.dataset.seconds) * 1000;
    ticking = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      element.textContent = clock(seconds);
      // What its reader has on its way comes first.
      if (seconds > 0 || isGoing()) return;
      clearInterval(ticking);
      const { over } = element.dataset;
      void (over ? go({ to: over, stay: true }) : refresh());
    }, 1000);
  };
  begin();
  element.addEventListener("changed", begin);
  left.addEventListener("abort", () => clearInterval(ticking));
}
