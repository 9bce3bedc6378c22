import type { Actor } from "../kernel/actor.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { countUseWithin } from "../kernel/limits.server.ts";
import { fromRupees } from "../kernel/money.ts";
import type { Outcome } from "./complete-order.ts";
import { confirmWithProvider } from "./confirm-payment.ts";
import { openOrder } from "./open-order.ts";
import { type Order, OrderSchema } from "./order.entity.ts";
import { paymentsOf } from "./payments.ts";
import type { TopUp } from "./shared.ts";

/** How many recharges a center may begin: more than anybody needs, and few enough to keep the order book readable. */
const rechargesAnHour = { name: "recharge", points: 30, seconds: 3_600, onFailure: "closed" } as const;

/** Open the order of a recharge of the center's own wallet, over a whole number of rupees within `topUpLimits`. */
export const openTopUp = (actor: Actor, { amount }: TopUp): Promise<Order> =>
  transaction(async () => {
    if (actor.kind !== "center") throw denied();
    const amountPaise = fromRupees(amount);
    const order = await openOrder({ purpose: "recharge", centerId: actor.centerId, amountPaise });
    const data = { purpose: order.purpose, amountPaise };
    await record(actor, { subject: "order", id: order.id, event: "order.opened", to: order.status, data });
    await countUseWithin(rechargesAnHour, actor.centerId);
    return order;
  });

/** A recharge as its page shows it: paid, being confirmed, not paid (yet), or no longer open. */
export type TopUpStanding = { order: Order; state: "paid" | "pending" | "failed" | "open" | "over" };

/** How a center's own recharge stands; anybody else's does not exist for it. */
export async function topUpStanding(actor: Actor, orderId: string): Promise<TopUpStanding> {
  const order = await ownTopUp(actor, orderId);
  if (order.status === "paid") return { order, state: "paid" };
  const tried = await paymentsOf(order.id);
  if (tried.some(({ status }) => status === "created" || status === "authorized")) return { order, state: "pending" };
  if (order.status === "closed") return { order, state: "over" };
  return { order, state: tried.length > 0 ? "failed" : "open" };
}

/** Ask the provider what became of a center's own recharge; as often as it is asked. */
export async function checkTopUp(actor: Actor, { orderId }: { orderId: string }): Promise<Outcome> {
  const order = await ownTopUp(actor, orderId);
  return confirmWithProvider(actor, { orderId: order.id });
}

async function ownTopUp(actor: Actor, id: string): Promise<Order> {
  if (actor.kind !== "center") throw denied();
  const own = { id, purpose: "recharge", centerId: actor.centerId } as const;
  const order = await em().findOne(OrderSchema, own, { refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}
