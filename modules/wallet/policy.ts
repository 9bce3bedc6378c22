import { sql } from "kysely";
import { type Actor, can, isSuperAdmin, policyOf } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import type { Order } from "./orders/order.entity.ts";

/** Who may see and move which money, and whose orders. */

const isOfHouse = (actor: Actor) => !(actor.kind === "admin" && actor.clientId);

export const { may, needMay } = policyOf({
  /** R414: what the provider says of a day beside the ledger, and the balance of a center. */
  seeMoney: "view_Wallet",
  /** R414, R426: wallets, payments and what was moved by hand; a client's admin sees none. */
  seeWallets: (actor) => isOfHouse(actor) && "view_Wallet",
  /** The wallets an action is chosen for, of which its admin sees the balance. */
  seeParties: (actor) => isOfHouse(actor) && can(actor, "view_Wallet") && "adjust_wallet",
  /** Refunds, penalties, subscriptions, and what else is moved by hand. */
  adjust: "adjust_wallet",
  /** A center its own, an admin with adjust_wallet that of any. */
  seeSubscription: (actor) => actor.kind === "center" || "adjust_wallet",
  /** A picture that was sent with an objection; a center sees its own by its id. */
  seeObjection: (actor) => actor.kind === "admin" && "adjust_wallet",
  /** Phones, and phones and e-mail addresses in names and remarks (Q16). */
  seeContacts: isSuperAdmin,
  /** The request that money was moved for, as a link. */
  openRequests: "view_ticket.full_access",
  /** To a center, another center's order does not exist; for other actors only the provider's answer decides. */
  settle: (actor, { centerId }: Pick<Order, "centerId">) =>
    actor.kind !== "center" || centerId === null || centerId === actor.centerId,
});

/**
 * Returns the center whose money an actor may see: a center only its own, any other mobile number is denied (fixed
 * point 17, H12); an admin with view_Wallet names one by its number.
 */
export async function visibleTo(actor: Actor, mobile: string | undefined): Promise<string> {
  if (actor.kind === "center") {
    if (mobile !== undefined && (await phoneOf(actor.centerId)) !== mobile) throw denied();
    return actor.centerId;
  }
  needMay(actor, "seeMoney");
  const center = mobile && (await row<{ id: string }>(sql`select id from centers where phone = ${mobile}`));
  if (!center) throw missing("wallet.centerMissing");
  return center.id;
}

const phoneOf = async (centerId: string) =>
  (await row<{ phone: string }>(sql`select phone from centers where id = ${centerId}`))?.phone;
