import { z } from "zod";
import { inTransaction } from "#modules/kernel/db/db.server.ts";
import { unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { defineJob } from "#modules/kernel/work/jobs.server.ts";
import { gateway } from "../gateway.ts";
import type { Order } from "../orders/order.entity.ts";
import { getOrder } from "../orders/orders.ts";
import { fits, paymentsOf, type Source } from "../orders/payments.ts";
import type { GatewayPayment } from "../payment-gateway.ts";
import { completeOrder, type Outcome } from "./complete-order.ts";

/**
 * Ask the provider about an order (or one known payment of it) and complete the order with the answer; an authorized
 * payment is captured first. Call it outside transactions; `unavailable` when the provider does not answer.
 */
export async function settleOrder(orderId: string, source: Source, paymentId?: string): Promise<Outcome> {
  if (inTransaction()) throw new Error("the provider is asked outside transactions");
  const order = await getOrder(orderId);
  if (!order.providerOrderId) return completeOrder(order.id, [], source);
  const tried = paymentId ? [await gateway.payment(paymentId)] : await gateway.paymentsOfOrder(order.providerOrderId);
  const payments = await withCapture(order, tried);
  await needAgreement(order, payments, (payment) =>
    paymentId ? amongItsOrders(order, payment) : gateway.payment(payment.id),
  );
  return completeOrder(order.id, payments, source);
}

/** The same as a job: retried until the provider answers; a refusal is left to the sweep. */
export const settleOrderLater = defineJob({
  name: "wallet.settleOrder",
  payload: z.object({ orderId: z.uuid(), source: z.enum(["callback", "webhook"]) }),
  run: ({ orderId, source }) =>
    settleOrder(orderId, source).catch((error) => {
      if (!(error instanceof GatewayError)) throw error;
      log.error({ err: error, order: orderId }, "an order could not be asked for");
    }),
});

/**
 * Money moves only when two different answers of the provider agree: a new capture is looked up a second way. If the
 * answers differ, nothing is applied and the order is settled later.
 */
async function needAgreement(
  order: Order,
  payments: readonly GatewayPayment[],
  other: (payment: GatewayPayment) => Promise<GatewayPayment | undefined>,
) {
  const captured = payments.filter(({ status, orderId }) => status === "captured" && orderId === order.providerOrderId);
  if (captured.length === 0) return;
  const stored = await paymentsOf(order.id);
  for (const payment of captured) {
    if (stored.some(({ providerPaymentId, capturedAt }) => providerPaymentId === payment.id && capturedAt)) continue;
    const again = await other(payment);
    if (again && saysTheSame(payment, again)) continue;
    log.error({ order: order.id, payment: payment.id }, "the provider's answers about a payment differ");
    throw unavailable("payment.unavailable");
  }
}

const saysTheSame = (one: GatewayPayment, other: GatewayPayment) =>
  (["id", "orderId", "amountPaise", "currency", "status"] as const).every((fact) => one[fact] === other[fact]);

const amongItsOrders = async ({ providerOrderId }: Order, { id }: GatewayPayment) =>
  (await gateway.paymentsOfOrder(providerOrderId!)).find((payment) => payment.id === id);

/** Sorts captured payments first; captures an authorized one only when nothing else has paid the order. */
async function withCapture(order: Order, tried: readonly GatewayPayment[]): Promise<GatewayPayment[]> {
  const fitting = tried.filter((payment) => fits(order, payment));
  const authorized = fitting.find((payment) => payment.status === "authorized");
  const paid = order.status === "paid" || fitting.some((payment) => payment.status === "captured");
  const captured = authorized && !paid ? await capture(order, authorized) : undefined;
  return tried
    .map((payment) => (payment.id === captured?.id ? captured : payment))
    .toSorted((left, right) => Number(right.status === "captured") - Number(left.status === "captured"));
}

async function capture(order: Order, payment: GatewayPayment): Promise<GatewayPayment> {
  try {
    return await gateway.capture(payment.id, order.amountPaise, order.currency);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // Another of the three sources may have captured it at this moment, or the bank withdrew it: read it again.
    return gateway.payment(payment.id);
  }
}
