import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "../kernel/actor.ts";
import { DomainError, invalid, missing, unavailable } from "../kernel/errors.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import { checkoutSignatureHolds } from "../kernel/gateways/razorpay.server.ts";
import { later } from "../kernel/jobs.server.ts";
import { log } from "../kernel/log.server.ts";
import type { Outcome } from "./complete-order.ts";
import type { Order } from "./order.entity.ts";
import { findProviderOrder, getOrder } from "./orders.ts";
import { settleOrder, settleOrderLater } from "./settle-order.ts";
import type { CheckoutCallback } from "./shared.ts";

/**
 * Confirm a purchase by the three fields a checkout hands back. The signature is checked over the *stored* order id
 * (H7, BP-02) and then the provider is asked: what counts is its answer. `orderId` pins the purchase the caller means.
 * A provider that does not answer, or not soon, leaves the state pending; a job or the sweep goes on asking.
 */
export async function confirmCheckout(
  actor: Actor,
  callback: CheckoutCallback & { orderId?: string },
): Promise<Outcome> {
  const order = callback.orderId
    ? await getOrder(callback.orderId)
    : await findProviderOrder(callback.razorpay_order_id);
  if (!order?.providerOrderId || isForeign(actor, order)) throw missing("payment.missing");
  const proven = checkoutSignatureHolds({
    orderId: order.providerOrderId,
    paymentId: callback.razorpay_payment_id,
    signature: callback.razorpay_signature,
  });
  if (!proven) throw invalid("payment.notProven");
  return settleOrPending(order, callback.razorpay_payment_id);
}

/** Confirm a purchase by asking the provider, whatever amount, status or user a browser sent (H7). */
export async function confirmWithProvider(actor: Actor, { orderId }: { orderId: string }): Promise<Outcome> {
  const order = await getOrder(orderId);
  if (isForeign(actor, order)) throw missing("payment.missing");
  return settleOrPending(order);
}

async function settleOrPending(order: Order, paymentId?: string): Promise<Outcome> {
  if (order.status === "paid") return { state: "paid", order };
  try {
    return await soon(settleOrder(order.id, "callback", paymentId));
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable")
      await later(settleOrderLater, { orderId: order.id, source: "callback" });
    else if (error instanceof GatewayError)
      log.error({ err: error, order: order.id }, "an order could not be asked for");
    else throw error;
    return { state: "pending", order };
  }
}

/** How long somebody who comes back from a checkout waits for the provider; then the page says "we are confirming". */
const patienceMs = 3_000;

async function soon(settling: Promise<Outcome>): Promise<Outcome> {
  const patience = new AbortController();
  const tooLong = pause(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
  try {
    const settled = await Promise.race([settling, tooLong]);
    if (settled) return settled;
    settling.catch((error: unknown) => log.warn({ err: error }, "an order was not settled in time"));
    throw unavailable("payment.unavailable");
  } finally {
    patience.abort();
  }
}

/** Another center's purchase does not exist for a center. */
const isForeign = (actor: Actor, order: Order) =>
  actor.kind === "center" && order.centerId !== null && order.centerId !== actor.centerId;
