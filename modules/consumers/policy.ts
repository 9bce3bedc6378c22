import { can, holdsAll, policyOf } from "#modules/kernel/actor.ts";

/** Who may do what with customers. */
export const { may, needMay } = policyOf({
  /** R427, Q112: operators with view_Wallet read customers; a client's admin never does. */
  see: (actor) => !(actor.kind === "admin" && actor.clientId) && "view_Wallet",
  /** An admin who sees stars may have one number shown: who works on requests (fixed point 16). */
  reveal: (actor) =>
    actor.kind === "admin" && !actor.clientId && can(actor, "view_Wallet") && "edit_ticket.full_access",
  /**
   * To erase a customer, or hand out all that is held of one, reaches everything, so no single right of a role does; a
   * SUPER_ADMIN and the command line may.
   */
  erase: holdsAll,
});
