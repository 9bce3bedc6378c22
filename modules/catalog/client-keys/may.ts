import { type Actor, can, isClient } from "#modules/kernel/actor.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import { type KeyScope, keyScopes, scopePermission } from "../client-key-schemas.ts";

/**
 * Who works on a client's keys: operators who change clients, and the client's own admins, who neither give nor renew a
 * scope they do not hold themselves. A key never works on keys.
 */

/** Refuses who may not see a client's keys; another client's are not found. */
export function needSeesKeys(actor: Actor, clientId: string) {
  if (actor.kind === "system") return;
  if (actor.kind !== "admin" || actor.keyId) throw denied();
  if (isClient(actor)) {
    if (actor.clientId !== clientId) throw missing("client.notFound");
    if (!keyScopes.some((scope) => can(actor, scopePermission[scope]))) throw denied();
    return;
  }
  if (!can(actor, "edit_clients.full_access") && !can(actor, "view_clients.full_access")) throw denied();
}

/** Refuses who may not give, renew or end a key; without scopes it is ended. */
export function needKeepsKeys(actor: Actor, clientId: string, scopes: readonly KeyScope[] = []) {
  needSeesKeys(actor, clientId);
  if (actor.kind !== "admin") return;
  if (!isClient(actor) && !can(actor, "edit_clients.full_access")) throw denied();
  if (isClient(actor) && !scopes.every((scope) => mayGiveScope(actor, scope))) throw denied();
}

/** Whether an actor may give a key this scope: a client's admin only what it may do itself. */
export const mayGiveScope = (actor: Actor, scope: KeyScope) => !isClient(actor) || can(actor, scopePermission[scope]);
