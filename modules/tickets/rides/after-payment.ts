import type { Actor } from "#modules/kernel/actor.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import {
  confirmCheckout,
  confirmWithProvider,
  findProviderOrder,
  gateway,
  type OrderPurpose,
} from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { rideById } from "./pay-ride.ts";

/** The result for a browser that returns from the checkout: how it went, what was paid for, and for which ticket. */
export type Returned = {
  state: "paid" | "pending" | "failed";
  purpose: OrderPurpose;
  orderId: string;
  /** The ticket's public id; null for a recharge. */
  ticketId: string | null;
  /** The e-rickshaw ride whose fare was paid. */
  ride: { publicId: string; qrId?: string | null | undefined } | null;
};

/**
 * The result of a payment whose browser was sent back by the checkout. The fields of a success carry a signature;
 * the fields of a failure prove nothing, so the order they name is read from the provider (H7).
 */
export async function afterPayment(actor: Actor, fields: Record<string, string>): Promise<Returned> {
  const callback = gateway.readCallback(fields);
  const { state, order } = callback
    ? await confirmCheckout(actor, callback)
    : await confirmWithProvider(actor, { orderId: await orderOfFailure(fields) });
  const ticket = order.ticketId ? await ticketById(order.ticketId) : null;
  const ride = order.rideId ? await rideById(order.rideId) : null;
  return { state, purpose: order.purpose, orderId: order.id, ticketId: ticket?.publicId ?? null, ride };
}

async function orderOfFailure(fields: Record<string, string>): Promise<string> {
  const named = gateway.readFailure(fields);
  if (!named) throw invalid("payment.notProven");
  const order = await findProviderOrder(named);
  if (!order) throw missing("payment.missing");
  return order.id;
}
