import { databaseUrl } from "../db/db.server.ts";
import { listenAlsoHere } from "./live.server.ts";

/*
 * What many pages show and few acts change is read once for all who ask for it: repeated for a moment, and read anew as
 * soon as this process hears of a change: at once after its own changes, within the time of news after those of others.
 */

/** The longest an answer is repeated, should no news of a change arrive. */
const keptMs = 3_000;
/** More answers of one kind are not kept; searches and days make many different ones. */
const mostKept = 500;

/**
 * `find`, which answers the same to the same question for a moment. `topic` is what a change is announced by; `keyOf`
 * is all of the question that the answer depends on. Nothing that decides what somebody may do is read like this.
 */
export function lately<Asked extends unknown[], Found>(
  topic: string,
  find: (...asked: Asked) => Promise<Found>,
  keyOf: (...asked: Asked) => unknown = (...asked) => asked,
): (...asked: Asked) => Promise<Found> {
  const kept = new Map<string, { until: number; found: Promise<Found> }>();
  listenAlsoHere(topic, () => kept.clear());
  return (...asked) => {
    const key = JSON.stringify([databaseUrl(), keyOf(...asked)]);
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.found;
    if (kept.size >= mostKept) kept.clear();
    const found = find(...asked);
    const entry = { until: performance.now() + keptMs, found };
    kept.set(key, entry);
    found.catch(() => kept.get(key) === entry && kept.delete(key));
    return found;
  };
}
