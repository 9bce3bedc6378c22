import { databaseUrl } from "../db/db.server.ts";
import { listenAlsoHere } from "./live.server.ts";

/*
 * What many pages show and few acts change is read once for all who ask for it: repeated for a moment, and read anew as
 * soon as this process hears of a change: at once after its own changes, within the time of news after those of others.
 */

/** The longest an answer is repeated, should no news of a change arrive. */
const cacheMs = 3_000;
/** More answers of one kind are not kept; searches and days make many different ones. */
const maxEntries = 500;

/**
 * `find`, which answers the same to the same question for a moment. `topic` is what a change is announced by; `keyOf`
 * is all of the question that the answer depends on. Nothing that decides what somebody may do is read like this.
 */
export function cachedBriefly<Args extends unknown[], Result>(
  topic: string,
  find: (...args: Args) => Promise<Result>,
  keyOf: (...args: Args) => unknown = (...args) => args,
): (...args: Args) => Promise<Result> {
  const cache = new Map<string, { until: number; result: Promise<Result> }>();
  listenAlsoHere(topic, () => cache.clear());
  return (...args) => {
    const key = JSON.stringify([databaseUrl(), keyOf(...args)]);
    const known = cache.get(key);
    if (known && known.until > performance.now()) return known.result;
    if (cache.size >= maxEntries) cache.clear();
    const result = find(...args);
    const entry = { until: performance.now() + cacheMs, result: result };
    cache.set(key, entry);
    result.catch(() => cache.get(key) === entry && cache.delete(key));
    return result;
  };
}
