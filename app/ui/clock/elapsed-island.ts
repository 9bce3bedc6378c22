import { onBeat } from "./beat.ts";

type Words = {
  /** What is said below an hour, with `{n}` for the minutes. */
  minutes?: string | undefined;
  /** What is said from an hour on, with `{hours}`, and `{n}` for the minutes of the last one. */
  hours?: string | undefined;
};

/** How long ago something began, in words. */
export function elapsedWords(seconds: number, { minutes = "", hours = "" }: Words): string {
  const n = Math.max(0, Math.floor(seconds / 60));
  if (n < 60) return minutes.replace("{n}", String(n));
  return hours.replace("{hours}", String(Math.floor(n / 60))).replace("{n}", String(n % 60));
}

/** Goes on saying how long ago something began that was `data-passed` seconds ago, in the words of `data-minutes` and `data-hours`. */
export default function elapsed(element: HTMLElement, left: AbortSignal) {
  const { dataset } = element;
  let began = 0;
  const begin = () => {
    began = performance.now() - Number(dataset.passed) * 1000;
  };
  begin();
  element.addEventListener("changed", begin, { signal: left });
  onBeat(() => {
    const words = elapsedWords((performance.now() - began) / 1000, dataset);
    if (element.textContent !== words) element.textContent = words;
  }, left);
}
