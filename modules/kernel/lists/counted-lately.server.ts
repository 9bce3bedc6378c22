import type { Actor } from "../actor.ts";
import { databaseUrl } from "../db/db.server.ts";
import { listenAlsoHere } from "../work/live.server.ts";
import type { Count } from "./keyset.server.ts";

/*
 * A list and its tabs say how many rows they have on every page, to everybody who pages through them. A count is
 * therefore repeated for a moment to all who see the same rows, and counted anew as soon as this process hears of a
 * change of the rows: at once after its own changes, within the time of news after those of others.
 */

/** The longest a count is repeated, should no news of a change arrive. */
const keptMs = 3_000;
/** More counts are not kept; searches and days make many different ones. */
const mostKept = 500;

type Counting<Filter> = (actor: Actor, filter: Filter) => Promise<Count>;

/**
 * The same count, asked once in a moment for everybody with the same rights. Only for counts that depend on nothing of
 * an admin but the role, the client and the permissions. `topic` is what a change of the rows is announced by.
 */
export function countedLately<Filter>(topic: string, count: Counting<Filter>): Counting<Filter> {
  const kept = new Map<string, { until: number; count: Promise<Count> }>();
  listenAlsoHere(topic, () => kept.clear());
  return (actor, filter) => {
    if (actor.kind !== "admin") return count(actor, filter);
    const { role, clientId, permissions } = actor;
    const key = JSON.stringify([databaseUrl(), role, clientId, permissions, Object.entries(filter as object).sort()]);
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.count;
    if (kept.size >= mostKept) kept.clear();
    const counted = count(actor, filter);
    kept.set(key, { until: performance.now() + keptMs, count: counted });
    counted.catch(() => kept.delete(key));
    return counted;
  };
}
