import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { historyOf, record } from "#modules/kernel/db/history.ts";
import { log } from "#modules/kernel/log.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { orderClosed, orderFailed, orderPaid, purchaseOf } from "../events.ts";
import { giveBackToBalance, paidFromBalance, payerOf, takeFromBalance } from "../ledger/customer-balance.ts";
import { takeIn } from "../ledger/take-in.ts";
import type { Order, OrderStatus, Payment } from "../orders/order.entity.ts";
import { lockOrder } from "../orders/orders.ts";
import { fits, isPaymentUnderWay, keepPayment, type Source } from "../orders/payments.ts";
import type { GatewayPayment } from "../payment-gateway.ts";
import { returnExtraPayment } from "../refunds/refund-to-source.ts";
import { endUnpaidSubscription, giveBought } from "../subscriptions/give.ts";

/** Whether an order is paid, still being confirmed, or not paid. */
export type Outcome = { state: "paid" | "pending" | "failed"; order: Order };

/**
 * Apply what the provider reports of an order's payments, under the order's lock; the only way an order moves on (R5). The
 * first captured payment that fits (order, amount, currency) pays it, once: `orderPaid` is emitted in this
 * transaction and the money enters the ledger. Any other captured payment of the order is refunded. Callback, webhook
 * and reconciler all call it; it is idempotent.
 */
export const completeOrder = (orderId: string, payments: readonly GatewayPayment[], source: Source): Promise<Outcome> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    for (const payment of payments) {
      if (fits(order, payment)) await learn(order, payment, source);
      else await learnMisfit(order, payment, source);
    }
    return { state: await stateOf(order), order };
  });

/** Close an unpaid order; a later capture still pays it. */
export const closeOrder = (orderId: string): Promise<Order> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    const before = order.status;
    await advance(order, "closed");
    if (order.status !== before) {
      await giveBackToBalance(system("payments"), order);
      if (order.purpose === "subscription") await endUnpaidSubscription(order.id);
      await emit(orderClosed, purchaseOf(order));
    }
    return order;
  });

async function learn(order: Order, reported: GatewayPayment, source: Source) {
  const { payment, news } = await keepPayment(order, reported, source);
  if (!news) return;
  await advance(order, "attempted");
  if (payment.status === "captured" && order.status === "paid") await returnExtraPayment(order, payment, "paid twice");
  else if (payment.status === "captured") await fulfil(order, payment);
  if (payment.status === "failed" && order.status !== "paid") await emit(orderFailed, purchaseOf(order));
}

/**
 * A payment that does not fit never pays its order. Captured with another amount, it is refunded automatically;
 * captured in another currency, which none of our accounts can hold, it is recorded for an operator. A payment of
 * another order is ignored.
 */
async function learnMisfit(order: Order, reported: GatewayPayment, source: Source) {
  log.error({ order: order.id, payment: reported.id, source }, "a payment does not fit its order");
  if (reported.status !== "captured" || reported.orderId !== order.providerOrderId) return;
  if (reported.currency !== order.currency) return holdForOperator(order, reported);
  const { payment, news } = await keepPayment(order, reported, source);
  if (!news) return;
  await advance(order, "attempted");
  await returnExtraPayment(order, payment, "another amount than asked");
}

/** The doctor command shows it until an operator has dealt with it at the provider. */
async function holdForOperator(order: Order, { id: payment, amountPaise, currency }: GatewayPayment) {
  const event = "order.paymentHeld";
  const known = (await historyOf("order", order.id)).some((row) => row.event === event && row.data.payment === payment);
  if (!known)
    await record(system("payments"), {
      subject: "order",
      id: order.id,
      event,
      data: { payment, amount: amountPaise, currency },
    });
}

async function fulfil(order: Order, payment: Payment) {
  order.paidAt = now();
  await advance(order, "paid", { paymentId: payment.id, source: payment.source });
  await takeAgain(order);
  const purchase = purchaseOf(order);
  await emit(orderPaid, purchase);
  await takeIn(purchase);
  if (purchase.purpose === "subscription") await giveBought(purchase);
}

/** What an order gave back to a balance, because it was closed or its request ended, is taken again as far as it is there. */
async function takeAgain(order: Order) {
  if (!order.walletPaise) return;
  const missing = order.walletPaise - (await paidFromBalance(order.id));
  const consumerId = missing > 0 ? await payerOf(order.id) : undefined;
  if (!consumerId) return;
  await takeFromBalance(order, { consumerId, mostPaise: toPaise(missing), cause: `${order.id}:late` });
}

const rank: Record<OrderStatus, number> = { created: 0, attempted: 1, closed: 2, paid: 3 };

/** Moves the order's status, forward only. */
async function advance(order: Order, to: OrderStatus, data: Record<string, unknown> = {}) {
  const from: OrderStatus = order.status;
  if (rank[to] <= rank[from]) return;
  order.status = to;
  await em().flush();
  await record(system("payments"), { subject: "order", id: order.id, event: `order.${to}`, from, to, data });
}

async function stateOf(order: Order): Promise<Outcome["state"]> {
  if (order.status === "paid") return "paid";
  return (await isPaymentUnderWay(order.id)) ? "pending" : "failed";
}
