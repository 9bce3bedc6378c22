import { z } from "zod";
import { defineEvent } from "../kernel/events.ts";
import { toPaise } from "../kernel/money.ts";
import type { Order } from "./order.entity.ts";

const Purchase = z.object({
  orderId: z.uuid(),
  purpose: z.enum(["booking_fee", "lead_fee", "recharge", "pick_drop", "ride_fare"]),
  ticketId: z.uuid().nullable(),
  rideId: z.uuid().nullish(),
  centerId: z.uuid().nullable(),
  broadcastId: z.uuid().nullable(),
  amountPaise: z.int().positive().transform(toPaise),
});

/** What was bought: ids, the purpose and the stored price in paise. */
export type Purchase = z.output<typeof Purchase>;

/**
 * An order was paid, once and for good. Listen `within`: the effect commits with the payment. A listener that refuses
 * undoes the completion, so it decides and never throws for a business reason.
 */
export const orderPaid = defineEvent<Purchase>("order.paid", Purchase);

/** A try to pay an order failed; the order stays open and may still be paid. */
export const orderFailed = defineEvent<Purchase>("order.failed", Purchase);

/** What an order paid went back to its source; `amountPaise` is what went back. */
export const orderRefunded = defineEvent<Purchase>("order.refunded", Purchase);

/** A lead price went back into the wallet of the center that paid it: `amountPaise`, once per `cause`. */
export const leadReturned = defineEvent(
  "lead.returned",
  z.object({ ticketId: z.uuid(), centerId: z.uuid(), amountPaise: z.int().positive(), cause: z.string() }),
);

/** An order as its events tell of it. */
export const purchaseOf = (order: Order): Purchase => ({
  orderId: order.id,
  purpose: order.purpose,
  ticketId: order.ticketId ?? null,
  rideId: order.rideId ?? null,
  centerId: order.centerId ?? null,
  broadcastId: order.broadcastId ?? null,
  amountPaise: order.amountPaise,
});
