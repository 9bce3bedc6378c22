import { now } from "../kernel/clock.ts";
import { em } from "../kernel/db.server.ts";
import type { RazorpayPayment } from "../kernel/gateways/razorpay.server.ts";
import { type Order, type Payment, PaymentSchema, type PaymentStatus } from "./order.entity.ts";

/** Who told us of a payment. */
export type Source = "callback" | "webhook" | "reconciler";

/** Forward only; a failed try may still be authorized, up to three days later. */
const rank: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 };

/** Whether a payment as the provider tells of it is for this order, at its stored price and in its currency. */
export const fits = (order: Order, payment: RazorpayPayment) =>
  order.providerOrderId !== null &&
  payment.order_id === order.providerOrderId &&
  payment.amount === order.amountPaise &&
  payment.currency === order.currency;

/** Keep what the provider said of a payment; `news` says whether its status went forward. The order is locked. */
export async function keepPayment(order: Order, told: RazorpayPayment, source: Source) {
  const known = await em().findOne(PaymentSchema, { providerPaymentId: told.id }, { refresh: true });
  if (known && !isNews(known, told)) return { payment: known, news: false };
  const payment = known ?? newPayment(order, told, source);
  payment.status = told.status;
  payment.method = told.method ?? null;
  payment.errorCode = told.status === "failed" ? (told.error_code ?? null) : null;
  if (told.status === "captured") {
    payment.capturedAt = now();
    payment.amountPaise = told.amount;
  }
  await em().flush();
  return { payment, news: true };
}

/**
 * A capture is news until it is known, whatever was said before. What we captured is refunded when our own refund is
 * settled, not when somebody says so: the ledger moves with it.
 */
function isNews(known: Payment, told: RazorpayPayment) {
  if (known.capturedAt) return false;
  return told.status === "captured" || rank[told.status] > rank[known.status];
}

const newPayment = (order: Order, told: RazorpayPayment, source: Source): Payment =>
  em().create(PaymentSchema, {
    orderId: order.id,
    providerPaymentId: told.id,
    status: told.status,
    amountPaise: told.amount,
    source,
  });

/** Every payment known of an order, oldest first. */
export const paymentsOf = (orderId: string): Promise<Payment[]> =>
  em().find(PaymentSchema, { orderId }, { orderBy: { createdAt: "asc", id: "asc" }, refresh: true });
