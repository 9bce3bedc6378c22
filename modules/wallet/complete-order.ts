import { system } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { emit } from "../kernel/events.ts";
import type { RazorpayPayment } from "../kernel/gateways/razorpay.server.ts";
import { historyOf, record } from "../kernel/history.ts";
import { log } from "../kernel/log.server.ts";
import { orderFailed, orderPaid, purchaseOf } from "./events.ts";
import type { Order, OrderStatus, Payment } from "./order.entity.ts";
import { lockOrder } from "./orders.ts";
import { fits, keepPayment, paymentsOf, type Source } from "./payments.ts";
import { returnExtraPayment } from "./refund-to-source.ts";
import { takeIn } from "./take-in.ts";

/** Whether an order is paid, may still become so (we are confirming), or was not paid. */
export type Outcome = { state: "paid" | "pending" | "failed"; order: Order };

/**
 * The one way an order moves on: take what the provider says of its payments, under the order's lock. The first
 * captured payment that fits (order, amount, currency) pays it, once and for good: `orderPaid` is emitted in this
 * transaction and the money enters the ledger. Any other captured payment of the order buys nothing and goes back to
 * its source. Callback, webhook and reconciler all end here, as often as they like.
 */
export const completeOrder = (orderId: string, told: readonly RazorpayPayment[], source: Source): Promise<Outcome> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    for (const payment of told) {
      if (fits(order, payment)) await learn(order, payment, source);
      else await learnMisfit(order, payment, source);
    }
    return { state: await stateOf(order), order };
  });

/** Close an order that nobody paid; a capture that comes even later still counts. */
export const closeOrder = (orderId: string): Promise<Order> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    await advance(order, "closed");
    return order;
  });

async function learn(order: Order, told: RazorpayPayment, source: Source) {
  const { payment, news } = await keepPayment(order, told, source);
  if (!news) return;
  await advance(order, "attempted");
  if (payment.status === "captured" && order.status === "paid") await returnExtraPayment(order, payment, "paid twice");
  else if (payment.status === "captured") await fulfil(order, payment);
  if (payment.status === "failed" && order.status !== "paid") await emit(orderFailed, purchaseOf(order));
}

/**
 * A payment that does not fit never pays its order. Captured over another amount it goes back to its source by itself;
 * captured in another currency, which no account of ours can hold, it is written down for an operator. What is of
 * another order is not ours to keep.
 */
async function learnMisfit(order: Order, told: RazorpayPayment, source: Source) {
  log.error({ order: order.id, payment: told.id, source }, "a payment does not fit its order");
  if (told.status !== "captured" || told.order_id !== order.providerOrderId) return;
  if (told.currency !== order.currency) return holdForOperator(order, told);
  const { payment, news } = await keepPayment(order, told, source);
  if (!news) return;
  await advance(order, "attempted");
  await returnExtraPayment(order, payment, "another amount than asked");
}

/** The doctor shows it until somebody has seen to it at the provider. */
async function holdForOperator(order: Order, { id: payment, amount, currency }: RazorpayPayment) {
  const event = "order.paymentHeld";
  const known = (await historyOf("order", order.id)).some((row) => row.event === event && row.data.payment === payment);
  if (!known)
    await record(system("payments"), { subject: "order", id: order.id, event, data: { payment, amount, currency } });
}

async function fulfil(order: Order, payment: Payment) {
  order.paidAt = now();
  await advance(order, "paid", { paymentId: payment.id, source: payment.source });
  const purchase = purchaseOf(order);
  await emit(orderPaid, purchase);
  await takeIn(purchase);
}

const rank: Record<OrderStatus, number> = { created: 0, attempted: 1, closed: 2, paid: 3 };

/** Forward only: what an order has reached it never leaves for less. */
async function advance(order: Order, to: OrderStatus, data: Record<string, unknown> = {}) {
  const from: OrderStatus = order.status;
  if (rank[to] <= rank[from]) return;
  order.status = to;
  await em().flush();
  await record(system("payments"), { subject: "order", id: order.id, event: `order.${to}`, from, to, data });
}

async function stateOf(order: Order): Promise<Outcome["state"]> {
  if (order.status === "paid") return "paid";
  const tried = await paymentsOf(order.id);
  return tried.some(({ status }) => status === "created" || status === "authorized") ? "pending" : "failed";
}
