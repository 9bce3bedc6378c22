import { sql } from "kysely";
import { em, inTransaction, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { type Order, type OrderPurpose, OrderSchema } from "./order.entity.ts";
import { orderOfBroadcast, orderOfRide, orderOfTicket } from "./orders.ts";

/** An order to be opened. */
export type NewOrder = {
  purpose: OrderPurpose;
  ticketId?: string;
  rideId?: string;
  centerId?: string;
  broadcastId?: string;
  /** From our own price list, never from a browser. */
  amountPaise: Paise;
  /** The prices the amount was calculated from, in paise, as of now. */
  priceSnapshot?: Record<string, number>;
};

const receiptPrefix: Record<OrderPurpose, string> = {
  booking_fee: "fee",
  lead_fee: "lead",
  recharge: "wallet",
  pick_drop: "ride",
  ride_fare: "fare",
  subscription: "sub",
};

/**
 * Open the order of a purchase at the stored price (paise), in the running transaction; the provider's order is made
 * at its first checkout. A purchase has one order: repeating for the fee of the same ticket, or for the same
 * offer at the same price, returns the open one, so that a second attempt to pay uses it (B3).
 */
export async function openOrder({
  purpose,
  ticketId,
  rideId,
  centerId,
  broadcastId,
  amountPaise,
  priceSnapshot,
}: NewOrder) {
  if (!inTransaction()) throw new Error("an order is opened in the transaction of what is bought");
  if (amountPaise <= 0) throw new Error(`an order over ${amountPaise} paise`);
  await oneAtATime(`${purpose}:${broadcastId ?? rideId ?? ticketId ?? rowId()}`);
  const earlier = await earlierOrder({ purpose, ticketId, rideId, broadcastId });
  if (earlier?.status === "paid" && purpose !== "lead_fee") throw conflict("payment.alreadyPaid");
  if (earlier && isOpen(earlier) && earlier.amountPaise === amountPaise) return earlier;
  const id = rowId();
  const order = em().create(OrderSchema, {
    id,
    purpose,
    ticketId: ticketId ?? null,
    rideId: rideId ?? null,
    centerId: centerId ?? null,
    broadcastId: broadcastId ?? null,
    amountPaise,
    receipt: `${receiptPrefix[purpose]}_${id.replaceAll("-", "")}`,
    priceSnapshot: priceSnapshot ?? {},
  });
  await em().flush();
  return order;
}

/** Whether an order is still unpaid and open. */
export const isOpen = (order: Order) => order.status === "created" || order.status === "attempted";

function earlierOrder({ purpose, ticketId, rideId, broadcastId }: Omit<NewOrder, "amountPaise">) {
  if (purpose === "recharge" || purpose === "subscription") return null;
  if (purpose === "ride_fare") return rideId ? orderOfRide(rideId) : null;
  if (purpose === "lead_fee") return broadcastId ? orderOfBroadcast(broadcastId) : null;
  return ticketId ? orderOfTicket(ticketId) : null;
}

const oneAtATime = (purchase: string) =>
  rows(sql`select pg_advisory_xact_lock(hashtextextended(${`order:${purchase}`}, 0))`);
