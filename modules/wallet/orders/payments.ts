import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import type { GatewayPayment, PaymentStatus } from "../payment-gateway.ts";
import { type Order, type Payment, PaymentSchema } from "./order.entity.ts";

/** Who reported a payment. */
export type Source = "callback" | "webhook" | "reconciler";

/** Statuses only move forward; a failed attempt may still be authorized, up to three days later. */
const rank: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 };

/** Whether a reported payment is for this order, at its stored price and in its currency. */
export const fits = (order: Order, payment: GatewayPayment) =>
  order.providerOrderId !== null &&
  payment.orderId === order.providerOrderId &&
  payment.amountPaise === order.amountPaise &&
  payment.currency === order.currency;

/**
 * Store what the provider reported of a payment; `news` says whether its status moved forward. The order must be
 * locked.
 */
export async function keepPayment(order: Order, reported: GatewayPayment, source: Source) {
  const known = await em().findOne(PaymentSchema, { providerPaymentId: reported.id }, { refresh: true });
  if (known && !isNews(known, reported)) return { payment: known, news: false };
  const payment = known ?? newPayment(order, reported, source);
  payment.status = reported.status;
  payment.method = reported.method;
  payment.errorCode = reported.status === "failed" ? reported.errorCode : null;
  if (reported.status === "captured") {
    payment.capturedAt = now();
    payment.amountPaise = reported.amountPaise;
  }
  await em().flush();
  return { payment, news: true };
}

/**
 * A capture is news unless already known, whatever was reported before. A captured payment becomes refunded only when
 * our own refund is settled, because the ledger moves with it; such reports are ignored here.
 */
function isNews(known: Payment, reported: GatewayPayment) {
  if (known.capturedAt) return false;
  return reported.status === "captured" || rank[reported.status] > rank[known.status];
}

const newPayment = (order: Order, reported: GatewayPayment, source: Source): Payment =>
  em().create(PaymentSchema, {
    orderId: order.id,
    providerPaymentId: reported.id,
    status: reported.status,
    amountPaise: reported.amountPaise,
    source,
  });

/** Every known payment of an order, oldest first. */
export const paymentsOf = (orderId: string): Promise<Payment[]> =>
  em().find(PaymentSchema, { orderId }, { orderBy: { createdAt: "asc", id: "asc" }, refresh: true });

/** Whether a payment of an order was begun and neither failed nor arrived, as far as the provider reported it. */
export const isPaymentUnderWay = async (orderId: string): Promise<boolean> =>
  (await paymentsOf(orderId)).some(({ status }) => status === "created" || status === "authorized");
