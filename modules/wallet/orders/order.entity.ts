import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { PaymentStatus } from "../payment-gateway.ts";

export type OrderPurpose = "booking_fee" | "lead_fee" | "recharge" | "pick_drop" | "ride_fare" | "subscription";

/** Forward only, except a late authorisation after a failure: created → attempted → paid, or closed unpaid. */
export type OrderStatus = "created" | "attempted" | "paid" | "closed";

/** One purchase at the price stored when it was made; input from a browser never changes it. */
export const OrderSchema = defineEntity({
  name: "Order",
  tableName: "orders",
  properties: {
    id: primaryKey(),
    purpose: words().$type<OrderPurpose>(),
    ticketId: p.uuid().nullable(),
    /** The e-rickshaw ride whose fare it is; `centerId` is its driver's. */
    rideId: p.uuid().nullable(),
    centerId: p.uuid().nullable(),
    broadcastId: p.uuid().nullable(),
    /** What is paid at the provider; 0 where a balance paid all. */
    amountPaise: paise(),
    /** The part of the price paid from the customer's balance when it was made; the ledger has the present part. */
    walletPaise: paise().default(0),
    currency: words().default("INR"),
    receipt: words(),
    providerOrderId: words().nullable(),
    status: words().$type<OrderStatus>().default("created"),
    priceSnapshot: p.json<Record<string, number>>().columnType("jsonb"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    paidAt: instant().nullable(),
    checkedAt: instant().nullable(),
    /** When its checkout was last handed out, so that a payment is likely soon. */
    payableAt: instant().nullable(),
  },
});
export type Order = InferEntity<typeof OrderSchema>;

/** One attempt to pay an order, as the provider reports it. */
export const PaymentSchema = defineEntity({
  name: "Payment",
  tableName: "payments",
  properties: {
    id: primaryKey(),
    orderId: p.uuid(),
    providerPaymentId: words(),
    status: words().$type<PaymentStatus>(),
    amountPaise: paise(),
    method: words().nullable(),
    errorCode: words().nullable(),
    /** Which of the three sources reported first: callback, webhook or reconciler. */
    source: words(),
    capturedAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Payment = InferEntity<typeof PaymentSchema>;

/** A refund to the source of a payment; repeated with the same idempotency key until the provider answers. */
export const RefundSchema = defineEntity({
  name: "Refund",
  tableName: "refunds",
  properties: {
    id: primaryKey(),
    orderId: p.uuid(),
    paymentId: p.uuid(),
    amountPaise: paise(),
    status: words().$type<"requested" | "processed" | "failed">(),
    reason: words(),
    providerRefundId: words().nullable(),
    /** How often the provider has refused it; each further attempt uses a new key. */
    tries: p.integer().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Refund = InferEntity<typeof RefundSchema>;
