import { type Actor, can, isSuperAdmin, need } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";

/** Who may do what with customers. */

/** R427, Q112: operators with view_Wallet read customers; a client's admin never does. */
export function needConsumers(actor: Actor): void {
  need(actor, "view_Wallet");
  if (actor.kind === "admin" && actor.clientId) throw denied();
}

/** Whether an actor sees phones and e-mail addresses of customers where others see stars (Q16). */
export const seesContacts = (actor: Actor): boolean => actor.kind === "system" || isSuperAdmin(actor);

/** Whether an admin who sees stars may have one number shown: who works on requests (fixed point 16). */
export const mayReveal = (actor: Actor): boolean => !seesContacts(actor) && can(actor, "edit_ticket.full_access");

/**
 * Whether an actor may erase a customer, or hand out all that is held of one: both reach everything, so no single right
 * of a role does; a SUPER_ADMIN and the command line may.
 */
export const mayErase = (actor: Actor): boolean => actor.kind === "system" || isSuperAdmin(actor);

/** Refuse who may not erase. */
export function needErasure(actor: Actor): void {
  if (!mayErase(actor)) throw denied();
}
