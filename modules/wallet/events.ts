import { z } from "zod";
import { toPaise } from "#modules/kernel/money.ts";
import { defineEvent } from "#modules/kernel/work/events.ts";
import type { Order } from "./orders/order.entity.ts";

const Purchase = z.object({
  orderId: z.uuid(),
  purpose: z.enum(["booking_fee", "lead_fee", "recharge", "pick_drop", "ride_fare", "subscription"]),
  ticketId: z.uuid().nullable(),
  rideId: z.uuid().nullish(),
  centerId: z.uuid().nullable(),
  broadcastId: z.uuid().nullable(),
  amountPaise: z.int().positive().transform(toPaise),
});

/** A purchase: ids, the purpose and the stored price in paise. */
export type Purchase = z.output<typeof Purchase>;

/**
 * An order was paid, once and for good. Listen `within`, so that the effect commits with the payment. An error in a
 * listener rolls the completion back, so a listener must handle business cases without throwing.
 */
export const orderPaid = defineEvent<Purchase>("order.paid", Purchase);

/** An attempt to pay an order failed; the order is still open and may be paid. */
export const orderFailed = defineEvent<Purchase>("order.failed", Purchase);

/** An unpaid order was closed; a later capture still pays it. */
export const orderClosed = defineEvent<Purchase>("order.closed", Purchase);

/** An order's payment was refunded to its source; `amountPaise` is the refunded amount. */
export const orderRefunded = defineEvent<Purchase>("order.refunded", Purchase);

/** A part or all of a request's fee came back to its customer's balance, in paise. */
export const feeInBalance = defineEvent(
  "fee.inBalance",
  z.object({ orderId: z.uuid(), ticketId: z.uuid(), amountPaise: z.int().positive() }),
);

/** A lead price was returned to the wallet of the center that paid it: `amountPaise`, once per `cause`. */
export const leadReturned = defineEvent(
  "lead.returned",
  z.object({ ticketId: z.uuid(), centerId: z.uuid(), amountPaise: z.int().positive(), cause: z.string() }),
);

/** The accounts of what the operator sells. */
export const salesAccounts = ["booking_fee_income", "lead_fee_income", "subscription_income"] as const;

/**
 * A transfer moved money into an account of the operator's sales, or back out of it (`amountPaise` below zero). `centerId`
 * is the center whose wallet is the other side.
 */
export const salesMoved = defineEvent(
  "sales.moved",
  z.object({
    transferId: z.uuid(),
    account: z.enum(salesAccounts),
    amountPaise: z.int().transform(toPaise),
    ticketId: z.uuid().nullable(),
    orderId: z.uuid().nullable(),
    centerId: z.uuid().nullable(),
  }),
);

const Decided = z.object({ adjustmentId: z.uuid() });

/** An admin's refund or penalty moved money; its center gets a message. */
export const walletAdjusted = defineEvent("wallet.adjusted", Decided);

/** A center's objection to a penalty was decided; the center gets a message. */
export const objectionSettled = defineEvent("objection.settled", Decided);

const Subscribed = z.object({ subscriptionId: z.uuid() });

/** A subscription of a center began; the center gets a message. */
export const subscriptionGranted = defineEvent("subscription.given", Subscribed);

/** A captured payment of a subscription that is no longer sold is refunded to its source; the center gets a message. */
export const subscriptionNotGranted = defineEvent("subscription.notGiven", Subscribed);

/** An order in the form its events carry. */
export const purchaseOf = (order: Order): Purchase => ({
  orderId: order.id,
  purpose: order.purpose,
  ticketId: order.ticketId ?? null,
  rideId: order.rideId ?? null,
  centerId: order.centerId ?? null,
  broadcastId: order.broadcastId ?? null,
  amountPaise: order.amountPaise,
});
