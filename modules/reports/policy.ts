import { type Actor, isClient, policyOf } from "#modules/kernel/actor.ts";
import { readsHouse } from "#modules/tickets/index.ts";

/** The scope of the counters of all requests; those of a client have its id. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/** Q10: the report page and its files are for holders of view_dashboard_full_access. */
export const reportPermission = "view_dashboard_full_access";

export const { may, needMay } = policyOf({
  read: reportPermission,
  /** The house's money: not a client's admin, who reads only what the client owes. */
  readHouse: readsHouse,
});

/**
 * Whose requests an actor's numbers are about: a client's admin reads the client's alone, whatever it asks for;
 * everybody else all, or those of one client.
 */
export function visibleTo(actor: Actor, client: string | undefined): string {
  needMay(actor, "read");
  if (!isClient(actor)) return client ?? everybody;
  // A client's admin without a client reads nothing: no counter has this scope.
  return actor.clientId ?? "ffffffff-ffff-ffff-ffff-ffffffffffff";
}
