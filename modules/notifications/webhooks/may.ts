import { type Actor, can, isClient } from "#modules/kernel/actor.ts";
import { denied, missing } from "#modules/kernel/errors.ts";

/*
 * Who works on a client's webhooks: operators who change clients, and the client's own admins who see its requests. An
 * API key never does.
 */

/** Refuses who may not see a client's webhooks; another client's are not found. */
export function needSeesWebhooks(actor: Actor, clientId: string) {
  if (actor.kind === "system") return;
  if (actor.kind !== "admin" || actor.keyId) throw denied();
  if (isClient(actor)) {
    if (actor.clientId !== clientId) throw missing("client.notFound");
    if (!can(actor, "view_ticket.full_access")) throw denied();
    return;
  }
  if (!can(actor, "edit_clients.full_access") && !can(actor, "view_clients.full_access")) throw denied();
}

/** Refuses who may not change a client's webhooks. */
export function needKeepsWebhooks(actor: Actor, clientId: string) {
  needSeesWebhooks(actor, clientId);
  if (!keepsWebhooks(actor)) throw denied();
}

/** Whether an actor who sees a client's webhooks may change them. */
export const keepsWebhooks = (actor: Actor) =>
  actor.kind === "system" || isClient(actor) || can(actor, "edit_clients.full_access");
