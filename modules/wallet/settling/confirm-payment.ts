import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError, invalid, missing, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { gateway } from "../gateway.ts";
import type { Order } from "../orders/order.entity.ts";
import { findProviderOrder, getOrder } from "../orders/orders.ts";
import { may } from "../policy.ts";
import type { CheckoutCallback } from "../shared.ts";
import type { Outcome } from "./complete-order.ts";
import { settleOrder, settleOrderLater } from "./settle-order.ts";

/**
 * Confirm a purchase by the three fields of a checkout. The signature is checked for the *stored* order id (H7, BP-02),
 * then the payment is read from the provider, and only that counts. `orderId` pins the purchase the caller means. If
 * the provider does not answer in time, the state is pending, and a job or the sweep repeats it.
 */
export async function confirmCheckout(
  actor: Actor,
  callback: CheckoutCallback & { orderId?: string },
): Promise<Outcome> {
  const order = callback.orderId ? await getOrder(callback.orderId) : await findProviderOrder(callback.providerOrderId);
  if (!order?.providerOrderId || !may(actor, "settle", order)) throw missing("payment.missing");
  const proven = gateway.isCallbackGenuine({
    providerOrderId: order.providerOrderId,
    providerPaymentId: callback.providerPaymentId,
    signature: callback.signature,
  });
  if (!proven) throw invalid("payment.notProven");
  return settleOrPending(order, callback.providerPaymentId);
}

/** Confirm a purchase by asking the provider, ignoring any amount, status or user a browser sent (H7). */
export async function confirmWithProvider(actor: Actor, { orderId }: { orderId: string }): Promise<Outcome> {
  const order = await getOrder(orderId);
  if (!may(actor, "settle", order)) throw missing("payment.missing");
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

/** How long a person returning from a checkout waits for the provider before the page says "we are confirming". */
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
