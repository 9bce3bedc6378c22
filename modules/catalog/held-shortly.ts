import { now, second } from "#modules/kernel/clock.ts";

const heldMs = 10 * second;

/** What every booking form shows: read at most every ten seconds, and again once it was forgotten because it changed. */
export function heldShortly<T>(find: () => Promise<T>) {
  let held: { at: number; found: Promise<T> } | undefined;
  const forget = () => {
    held = undefined;
  };
  const read = (): Promise<T> => {
    const at = now().getTime();
    if (!held || Math.abs(at - held.at) > heldMs) {
      const found = find();
      held = { at, found };
      found.catch(forget);
    }
    return held.found;
  };
  return { read, forget };
}
