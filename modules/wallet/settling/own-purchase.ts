import { getCenter } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Order, OrderSchema } from "../orders/order.entity.ts";
import { paymentsOf } from "../orders/payments.ts";
import { offerOf } from "../subscriptions/bought.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "../subscriptions/subscription.entity.ts";
import type { Outcome } from "./complete-order.ts";
import { confirmWithProvider } from "./confirm-payment.ts";

/** A recharge or subscription as its page shows it: paid, being confirmed, failed, open, or over, as what is no longer sold. */
export type PurchaseState = {
  order: Order;
  state: "paid" | "pending" | "failed" | "open" | "over";
  /** The subscription bought by an order; its own state says whether it began. */
  subscription: CenterSubscription | null;
};

/** Returns the state of a center's own purchase by card; other centers' purchases do not exist for it. */
export async function purchaseState(actor: Actor, orderId: string): Promise<PurchaseState> {
  const order = await ownPurchase(actor, orderId);
  const subscription =
    order.purpose === "subscription"
      ? await em().findOne(CenterSubscriptionSchema, { orderId: order.id }, { refresh: true })
      : null;
  const state = await stateOf(order);
  const toPay = state === "open" || state === "failed";
  const isOver = toPay && subscription && !(await offerOf(await getCenter(subscription.centerId), subscription));
  return { order, state: isOver ? "over" : state, subscription };
}

async function stateOf(order: Order): Promise<PurchaseState["state"]> {
  if (order.status === "paid") return "paid";
  const tried = await paymentsOf(order.id);
  if (tried.some(({ status }) => status === "created" || status === "authorized")) return "pending";
  if (order.status === "closed") return "over";
  return tried.length > 0 ? "failed" : "open";
}

/** Ask the provider for the result of a center's own purchase; idempotent. */
export async function checkPurchase(actor: Actor, { orderId }: { orderId: string }): Promise<Outcome> {
  const order = await ownPurchase(actor, orderId);
  return confirmWithProvider(actor, { orderId: order.id });
}

async function ownPurchase(actor: Actor, id: string): Promise<Order> {
  needKind(actor, "center");
  const { centerId } = actor;
  const purpose = { $in: ["recharge", "subscription"] } as const;
  const order = await em().findOne(OrderSchema, { id, centerId, purpose }, { refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}
