import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import { shaped } from "#modules/kernel/validation.ts";
import { confirmCheckout, confirmWithProvider, findProviderOrder, type OrderPurpose } from "#modules/wallet/index.ts";
import { CheckoutCallback } from "#modules/wallet/shared.ts";
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
 * The result of a payment whose browser was sent back by the checkout. The three fields of a success carry a signature;
 * the fields of a failure prove nothing, so the order they name is read from the provider (H7).
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

const Metadata = z.object({ order_id: shaped(/^\w+$/, 64, "payment.notProven") });

/** The provider's order id in the JSON a failed checkout posts as `error[metadata]`. */
function orderNamed(metadata: string | undefined): string | undefined {
  try {
    return Metadata.safeParse(JSON.parse(metadata ?? "")).data?.order_id;
  } catch {
    return undefined;
  }
}
