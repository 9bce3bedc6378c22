import type { OrderRow, PaymentRow, RefundRow } from "./store.ts";

export const unixSeconds = (at: string) => Math.floor(new Date(at).getTime() / 1000);
/** What the emulated provider keeps of a captured payment: 2 % and the tax of 18 % on it; `fee` includes `tax`. */
export function feeOf({ amount, captured_at }: Pick<PaymentRow, "amount" | "captured_at">) {
  if (!captured_at) return { fee: null, tax: null };
  const tax = Math.round((Number(amount) * 2 * 18) / 10_000);
  return { fee: Math.round(Number(amount) / 50) + tax, tax };
}

const orList = (notes: object) => (Object.keys(notes).length > 0 ? notes : []);

/** An order in the provider's API format. */
export const orderEntity = (order: OrderRow) => ({
  id: order.id,
  entity: "order",
  amount: Number(order.amount),
  amount_paid: Number(order.amount_paid),
  amount_due: Number(order.amount) - Number(order.amount_paid),
  currency: order.currency,
  receipt: order.receipt,
  offer_id: null,
  status: order.status,
  attempts: order.attempts,
  notes: orList(order.notes),
  created_at: unixSeconds(order.created_at),
});

/** The reason of every failed payment of the emulator. */
export const paymentFailure = {
  code: "BAD_REQUEST_ERROR",
  description: "Your payment was declined by the bank. Try another way to pay.",
  source: "customer",
  step: "payment_authorization",
  reason: "payment_failed",
};

/** A payment in the provider's API format. */
export function paymentEntity(payment: PaymentRow) {
  const failed = payment.status === "failed";
  const refunded = Number(payment.amount_refunded);
  return {
    id: payment.id,
    entity: "payment",
    amount: Number(payment.amount),
    currency: payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    invoice_id: null,
    international: false,
    method: "upi",
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded === Number(payment.amount) ? "full" : "partial",
    captured: payment.status === "captured" || payment.status === "refunded",
    description: null,
    vpa: "success@razorpay",
    email: null,
    contact: null,
    notes: [],
    ...feeOf(payment),
    error_code: failed ? paymentFailure.code : null,
    error_description: failed ? paymentFailure.description : null,
    error_source: failed ? paymentFailure.source : null,
    error_step: failed ? paymentFailure.step : null,
    error_reason: failed ? paymentFailure.reason : null,
    created_at: unixSeconds(payment.created_at),
  };
}

/** A refund in the provider's API format. */
export const refundEntity = (refund: RefundRow) => ({
  id: refund.id,
  entity: "refund",
  amount: Number(refund.amount),
  currency: refund.currency,
  payment_id: refund.payment_id,
  notes: orList(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: null },
  created_at: unixSeconds(refund.created_at),
  batch_id: null,
  status: refund.status,
  speed_processed: "normal",
  speed_requested: "normal",
});

export const collection = (items: object[]) => ({ entity: "collection", count: items.length, items });
