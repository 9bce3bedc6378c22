import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUseWithin } from "#modules/kernel/db/limits.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openOrder } from "../orders/open-order.ts";
import { type Order, OrderSchema } from "../orders/order.entity.ts";
import { paymentsOf } from "../orders/payments.ts";
import { rechargesVisibleTo } from "../policy.ts";
import type { TopUp } from "../shared.ts";
import type { Outcome } from "./complete-order.ts";
import { confirmWithProvider } from "./confirm-payment.ts";

/** How many recharges a center may start per hour: more than anybody needs, few enough to keep the orders readable. */
const rechargesAnHour = { name: "recharge", points: 30, seconds: 3_600, onFailure: "closed" } as const;

/** Open the order of a recharge of the center's own wallet, in whole rupees within `topUpLimits`. */
export const openTopUp = (actor: Actor, { amount }: TopUp): Promise<Order> =>
  transaction(async () => {
    const own = rechargesVisibleTo(actor);
    const amountPaise = fromRupees(amount);
    const order = await openOrder({ ...own, amountPaise });
    const data = { purpose: order.purpose, amountPaise };
    await record(actor, { subject: "order", id: order.id, event: "order.opened", to: order.status, data });
    await countUseWithin(rechargesAnHour, own.centerId);
    return order;
  });

/** A recharge as its page shows it: paid, being confirmed, failed, open, or over. */
export type TopUpState = { order: Order; state: "paid" | "pending" | "failed" | "open" | "over" };

/** The state of a center's own recharge; other centers' recharges do not exist for it. */
export async function topUpState(actor: Actor, orderId: string): Promise<TopUpState> {
  const order = await ownTopUp(actor, orderId);
  if (order.status === "paid") return { order, state: "paid" };
  const tried = await paymentsOf(order.id);
  if (tried.some(({ status }) => status === "created" || status === "authorized")) return { order, state: "pending" };
  if (order.status === "closed") return { order, state: "over" };
  return { order, state: tried.length > 0 ? "failed" : "open" };
}

/** Ask the provider for the result of a center's own recharge; idempotent. */
export async function checkTopUp(actor: Actor, { orderId }: { orderId: string }): Promise<Outcome> {
  const order = await ownTopUp(actor, orderId);
  return confirmWithProvider(actor, { orderId: order.id });
}

async function ownTopUp(actor: Actor, id: string): Promise<Order> {
  const order = await em().findOne(OrderSchema, { id, ...rechargesVisibleTo(actor) }, { refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}
