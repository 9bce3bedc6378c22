import { type Actor, can, holdsAll, isClient, type Permission, policyOf } from "#modules/kernel/actor.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import { type KeyScope, keyScopes, scopePermission } from "./client-keys/input.ts";

/** Who may do what with what is sold, shown and written, and with clients and their API keys. */

/** Who keeps the blog: it has no permission of its own, so whoever has the full menu keeps it (Q10). */
export const blogPermission = "view_admin_bar";

/** Whether an actor may give a key this scope: a client's admin only what it may do itself. */
const giveScope = (actor: Actor, scope: KeyScope) => !isClient(actor) || can(actor, scopePermission[scope]);

/**
 * Operators who see clients, and the client's own admins, see its keys; to those another client is not there. A key
 * never works on keys.
 */
function seeKeys(actor: Actor, clientId: string) {
  if (actor.kind === "system") return true;
  if (actor.kind !== "admin" || actor.keyId) return false;
  if (!isClient(actor)) return can(actor, "edit_clients.full_access") || can(actor, "view_clients.full_access");
  if (actor.clientId !== clientId) return missing("client.notFound");
  return keyScopes.some((scope) => can(actor, scopePermission[scope]));
}

const clientsAreNamedTo = [
  "add_ticket",
  "edit_ticket.full_access",
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
  "view_broadcastedList",
  "view_dashboard_full_access",
  "view_admin_bar",
] as const satisfies readonly Permission[];

export const { may, needMay } = policyOf({
  keepBanners: "view_banner",
  keepBlog: blogPermission,
  keepOffers: "view_offers",
  keepPrices: "view_subscription",
  /** A SUPER_ADMIN and the command line change what is sold, and what its visits cost (R369). */
  keepServices: (actor) => holdsAll(actor) || denied("service.noView"),
  /** The prices and vehicles an installation begins with. */
  setUp: holdsAll,
  seeClients: "view_clients.full_access",
  seeClient: (actor) => can(actor, "edit_clients.full_access") || "view_clients.full_access",
  /** Who works on clients or their requests names any client. */
  nameClients: (actor) =>
    can(actor, "add_ticket") || can(actor, "edit_ticket.full_access") || "view_clients.full_access",
  /** Whose screens name the clients that requests are made for: forms, filters of lists, reports, users. */
  findClients: (actor) => clientsAreNamedTo.some((permission) => can(actor, permission)) || "view_clients.full_access",
  addClient: "add_clients",
  changeClient: "edit_clients.full_access",
  /** The phone of a client's contact person, without asking for it (fixed point 16). */
  seeContactPhone: holdsAll,
  seeKeys,
  giveScope,
  /** Gives, renews or ends a key; a client's admin neither gives nor renews a scope it does not hold. */
  keepKeys(actor, { clientId, scopes = [] }: { clientId: string; scopes?: readonly KeyScope[] }) {
    const seen = seeKeys(actor, clientId);
    if (seen !== true || actor.kind !== "admin") return seen;
    if (!isClient(actor)) return "edit_clients.full_access";
    return scopes.every((scope) => giveScope(actor, scope));
  },
});
