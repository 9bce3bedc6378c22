/** How often the same thing is said within the time, and how long that time is. */
const mostRepeats = 5;
const withinMs = 10_000;
/** Beyond so many different things nothing is counted: a fault that writes another line each time is said each time. */
const mostKnown = 500;

type Repetition = { since: number; count: number };

/**
 * Counts what is said again and again, such as an error of every request while the database is away. `may` answers
 * whether to say a thing once more; when the time is over, `tell` is called once with how often it was kept back.
 */
export function repeatLimiter(tell: (what: string, count: number) => void) {
  const known = new Map<string, Repetition>();
  let waiting = false;

  const sum = () => {
    waiting = false;
    const now = performance.now();
    for (const [what, { since, count }] of known) {
      if (now - since < withinMs) continue;
      known.delete(what);
      if (count > mostRepeats) tell(what, count - mostRepeats);
    }
    if (known.size > 0) wait();
  };
  const wait = () => {
    if (!waiting) setTimeout(sum, withinMs).unref();
    waiting = true;
  };

  return {
    may(what: string): boolean {
      const repetition = known.get(what);
      if (repetition) {
        repetition.count += 1;
        return repetition.count <= mostRepeats;
      }
      if (known.size < mostKnown) known.set(what, { since: performance.now(), count: 1 });
      wait();
      return true;
    },
  };
}
