import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { em, row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Order, OrderSchema } from "./order.entity.ts";

/** An order as it is in the database now, bypassing the identity map. */
export async function getOrder(orderId: string): Promise<Order> {
  const order = await em().findOne(OrderSchema, orderId, { refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}

/** Returns the order with this id at the provider; undefined for a foreign one. */
export const findProviderOrder = (providerOrderId: string): Promise<Order | null> =>
  em().findOne(OrderSchema, { providerOrderId }, { refresh: true });

/**
 * Lock an order for the rest of the transaction, its ticket first. A cancellation holds the ticket and locks the order,
 * and a paid order locks its ticket: taking ticket, order, wallet in this order everywhere avoids deadlocks.
 */
export async function lockOrder(orderId: string): Promise<Order> {
  await rows(
    sql`select 1 from tickets t join orders o on o.ticket_id = t.id where o.id = ${orderId} for no key update of t`,
  );
  const order = await em().findOne(OrderSchema, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}

/** The last order for a ticket's own fee (booking fee or pick and drop), if it has one. */
export const orderOfTicket = (ticketId: string): Promise<Order | null> =>
  em().findOne(
    OrderSchema,
    { ticketId, purpose: { $in: ["booking_fee", "pick_drop"] } },
    { orderBy: { createdAt: "desc", id: "desc" }, refresh: true },
  );

/** Those of these tickets whose own fee can still be paid. */
export async function unpaidFeesOf(ticketIds: readonly string[]): Promise<Set<string>> {
  if (ticketIds.length === 0) return new Set();
  const orders = await rows<{ id: string }>(
    sql`select ticket_id as id from orders where ticket_id = any(${[...ticketIds]}::uuid[])
        and purpose in ('booking_fee', 'pick_drop') and status in ('created', 'attempted')`,
  );
  return new Set(orders.map(({ id }) => id));
}

/** The order of an e-rickshaw ride's fare, if it is paid online. */
export const orderOfRide = (rideId: string): Promise<Order | null> =>
  em().findOne(OrderSchema, { rideId, purpose: "ride_fare" }, { refresh: true });

/** Returns the last order a center opened to pay for an offered ticket, if there is one. */
export const orderOfBroadcast = (broadcastId: string): Promise<Order | null> =>
  em().findOne(
    OrderSchema,
    { broadcastId, purpose: "lead_fee" },
    { orderBy: { createdAt: "desc", id: "desc" }, refresh: true },
  );

/**
 * Whether an order's payment is being refunded or was refunded, to its source or to the customer's balance. A refund that
 * failed at the provider still counts, because the money is still owed: a promised refund is never earned.
 */
export const isGoingBack = async (orderId: string) =>
  (await isInBalance(orderId)) ??
  row(
    sql`select 1 from refunds r where r.order_id = ${orderId} and not exists
       (select 1 from transfers t where t.kind = 'extra_payment' and t.cause = r.payment_id::text)`,
  );

/** Whether the payment of an order's fee is in the customer's balance, because its source is closed at the provider. */
export const isInBalance = (orderId: string) =>
  row(sql`select 1 from transfers where kind = 'booking_fee_refund' and cause = ${orderId}`);
