import { sql } from "kysely";
import { type Actor, need } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import type { Order } from "./orders/order.entity.ts";

/** Whose money and whose orders an actor may see, and which of them it may have settled. */

/**
 * Returns the center whose money an actor may see: a center only its own, any other mobile number is denied (fixed
 * point 17, H12); an admin with view_Wallet names one by its number.
 */
export async function moneyVisibleTo(actor: Actor, mobile: string | undefined): Promise<string> {
  if (actor.kind === "center") {
    if (mobile !== undefined && (await phoneOf(actor.centerId)) !== mobile) throw denied();
    return actor.centerId;
  }
  need(actor, "view_Wallet");
  const center = mobile && (await row<{ id: string }>(sql`select id from centers where phone = ${mobile}`));
  if (!center) throw missing("wallet.centerMissing");
  return center.id;
}

const phoneOf = async (centerId: string) =>
  (await row<{ phone: string }>(sql`select phone from centers where id = ${centerId}`))?.phone;

/** What a center buys by card for itself. */
const purposes = ["recharge", "subscription"] as const;

/** The purchases an actor may make and see: a center its own recharges and subscriptions; other actors none. */
export function purchasesVisibleTo(actor: Actor) {
  if (actor.kind !== "center") throw denied();
  return { purposes, centerId: actor.centerId };
}

/**
 * Whether an actor may have an order settled. To a center, another center's purchase does not exist; for other actors
 * only the provider's answer decides.
 */
export const maySettle = (actor: Actor, { centerId }: Pick<Order, "centerId">) =>
  actor.kind !== "center" || centerId === null || centerId === actor.centerId;
