import { LockMode } from "@mikro-orm/postgresql";
import { em, row, rows } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { type Order, OrderSchema } from "./order.entity.ts";

/** An order as it is in the database now, whatever this unit of work has seen of it before. */
export async function getOrder(orderId: string): Promise<Order> {
  const order = await em().findOne(OrderSchema, orderId, { refresh: true });
  if (!order) throw missing("payment.missing");
  return order;
}

/** The order the provider knows by this id, if it is one of ours. */
export const findProviderOrder = (providerOrderId: string): Promise<Order | null> =>
  em().findOne(OrderSchema, { providerOrderId }, { refresh: true });

/**
 * Lock an order for the rest of the transaction. Its ticket is locked first: whoever holds a ticket may ask for its
 * order (a cancellation) and a paid order asks for its ticket, so both take ticket, then order, then wallet.
 */
export async function lockOrder(orderId: string): Promise<Order> {
  await rows("select 1 from tickets t join orders o on o.ticket_id = t.id where o.id = $1 for no key update of t", [
    orderId,
  ]);
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

/** The order of an e-rickshaw ride's fare, if it is paid online. */
export const orderOfRide = (rideId: string): Promise<Order | null> =>
  em().findOne(OrderSchema, { rideId, purpose: "ride_fare" }, { refresh: true });

/** The last order by which a center wanted to pay for an offered ticket, if there is one. */
export const orderOfBroadcast = (broadcastId: string): Promise<Order | null> =>
  em().findOne(
    OrderSchema,
    { broadcastId, purpose: "lead_fee" },
    { orderBy: { createdAt: "desc", id: "desc" }, refresh: true },
  );

/**
 * Whether what paid an order is going back to its source, or went. A refund that failed at the provider still owes the
 * money: what was promised back is never earned.
 */
export const isGoingBack = (orderId: string) =>
  row(
    `select 1 from refunds r where r.order_id = $1 and not exists
       (select 1 from transfers t where t.kind = 'extra_payment' and t.cause = r.payment_id::text)`,
    [orderId],
  );
