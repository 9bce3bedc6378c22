import type { Actor } from "../actor.ts";
import { cachedBriefly } from "../work/lately.server.ts";
import type { Count } from "./keyset.server.ts";

type Counting<Filter> = (actor: Actor, filter: Filter) => Promise<Count>;

/**
 * The same count, asked once in a moment for everybody with the same rights: a list and its tabs say how many rows they
 * have on every page. Only for counts that depend on nothing of an admin but the role, the client and the permissions.
 * `topic` is what a change of the rows is announced by.
 */
export function cachedCount<Filter>(topic: string, count: Counting<Filter>): Counting<Filter> {
  const cached = cachedBriefly(topic, count, (actor, filter) => {
    const { role, clientId, permissions } = actor as Extract<Actor, { kind: "admin" }>;
    return [role, clientId, permissions, Object.entries(filter as object).sort()];
  });
  return (actor, filter) => (actor.kind === "admin" ? cached(actor, filter) : count(actor, filter));
}
