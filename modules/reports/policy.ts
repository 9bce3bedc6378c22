import { type Actor, isClient, need } from "#modules/kernel/actor.ts";
import { readsHouse } from "#modules/tickets/index.ts";

/** The scope of the counters of all requests; those of a client have its id. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/** Q10: the report page and its files are for holders of view_dashboard_full_access. */
export const reportPermission = "view_dashboard_full_access";

export function needReports(actor: Actor): void {
  need(actor, reportPermission);
}

/** Whether the actor reads the house's money: not a client's admin, who reads only what the client owes. */
export const seesHouseMoney = readsHouse;

/**
 * Whose requests an actor's numbers are about: a client's admin reads the client's alone, whatever it asks for;
 * everybody else all, or those of one client.
 */
export function scopeOf(actor: Actor, client: string | undefined): string {
  needReports(actor);
  if (!isClient(actor)) return client ?? everybody;
  // A client's admin without a client reads nothing: no counter has this scope.
  return actor.clientId ?? "ffffffff-ffff-ffff-ffff-ffffffffffff";
}
