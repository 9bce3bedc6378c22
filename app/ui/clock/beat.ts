/*
 * One beat a second for all clocks of a page; none while nobody looks at it, and one at once when it is looked at again.
 */

const clocks = new Set<() => void>();
let beating: ReturnType<typeof setInterval> | undefined;

const beat = () => {
  for (const tell of clocks) tell();
};

function wind() {
  const runs = clocks.size > 0 && !document.hidden;
  if (runs === (beating !== undefined)) return;
  clearInterval(beating);
  beating = runs ? setInterval(beat, 1000) : undefined;
}

/** Tells a clock each beat until `left` is aborted. */
export function onBeat(tell: () => void, left: AbortSignal) {
  clocks.add(tell);
  wind();
  document.addEventListener(
    "visibilitychange",
    () => {
      wind();
      if (!document.hidden) tell();
    },
    { signal: left },
  );
  left.addEventListener("abort", () => {
    clocks.delete(tell);
    wind();
  });
}
