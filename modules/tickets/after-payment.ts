import type { Actor } from "../kernel/actor.ts";
import { invalid, missing } from "../kernel/errors.ts";
import { confirmCheckout, confirmWithProvider, findProviderOrder, type OrderPurpose } from "../wallet/index.ts";
import { CheckoutCallback } from "../wallet/shared.ts";
import { rideById } from "./pay-ride.ts";
import { ticketById } from "./visible.ts";

/** What a browser that comes back from the checkout is told: how it went, what it paid for, and for which ticket. */
export type Returned = {
  state: "paid" | "pending" | "failed";
  purpose: OrderPurpose;
  orderId: string;
  /** The ticket's public id; none for a recharge. */
  ticketId: string | null;
  /** The e-rickshaw ride whose fare it was. */
  ride: { publicId: string; qrId?: string | null | undefined } | null;
};

/**
 * What became of a payment whose browser was sent back by the checkout. The three fields of a success are proved by
 * their signature; the fields of a failure prove nothing, so that the provider is asked about the order they name (H7).
 */
export async function afterPayment(actor: Actor, fields: Record<string, string>): Promise<Returned> {
  const success = CheckoutCallback.safeParse(fields);
  const { state, order } = success.success
    ? await confirmCheckout(actor, success.data)
    : await confirmWithProvider(actor, { orderId: await orderOfFailure(fields) });
  const ticket = order.ticketId ? await ticketById(order.ticketId) : null;
  const ride = order.rideId ? await rideById(order.rideId) : null;
  return { state, purpose: order.purpose, orderId: order.id, ticketId: ticket?.publicId ?? null, ride };
}

async function orderOfFailure(fields: Record<string, string>): Promise<string> {
  const named = orderNamed(fields["error[metadata]"]);
  if (!named) throw invalid("payment.notProven");
  const order = await findProviderOrder(named);
  if (!order) throw missing("payment.missing");
  return order.id;
}

/** The provider's order id in the JSON a failed checkout posts as `error[metadata]`. */
function orderNamed(metadata: string | undefined): string | undefined {
  try {
    const { order_id } = JSON.parse(metadata ?? "") as { order_id?: unknown };
    return typeof order_id === "string" ? order_id : undefined;
  } catch {
    return undefined;
  }
}
