import { type Actor, can, isClient, policyOf } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";

/** Who may do what with notifications, and with the webhooks and events of clients. */

/** The permission for notifications: they have none of their own, so the full menu's counts (Q10). */
export const notificationPermission = "view_admin_bar";

const seesRequests = "view_ticket.full_access";

/**
 * Operators who see clients, and the client's own admins who see its requests, see its webhooks; to those another client
 * is not there. An API key never does.
 */
function seeWebhooks(actor: Actor, clientId: string) {
  if (actor.kind === "system") return true;
  if (actor.kind !== "admin" || actor.keyId) return false;
  if (!isClient(actor)) return can(actor, "edit_clients.full_access") || can(actor, "view_clients.full_access");
  return actor.clientId === clientId ? seesRequests : missing("client.notFound");
}

export const { may, needMay } = policyOf({
  keepNotifications: notificationPermission,
  seeWebhooks,
  /** Operators who change clients, and the client's own admins. */
  keepWebhooks(actor, clientId: string) {
    const seen = seeWebhooks(actor, clientId);
    return seen === true && !isClient(actor) ? can(actor, "edit_clients.full_access") : seen;
  },
  /** What happened to its own requests, for a client's admin or its API key. */
  seeEvents: seesRequests,
});
