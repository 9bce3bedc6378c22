import { LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { system } from "../kernel/actor.ts";
import { fromNow, minute } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { emit } from "../kernel/events.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import { fetchPayment, type RazorpayRefund, refund as refundAtProvider } from "../kernel/gateways/razorpay.server.ts";
import { record } from "../kernel/history.ts";
import { defineJob, type Job, later } from "../kernel/jobs.server.ts";
import { log } from "../kernel/log.server.ts";
import { orderRefunded, purchaseOf } from "./events.ts";
import { type Payment, PaymentSchema, type Refund, RefundSchema } from "./order.entity.ts";
import { lockOrder } from "./orders.ts";
import { moved, transfer, transferOf } from "./transfer.ts";

/** Ask the provider for a requested refund, always with the same key and body, until it says how it ended. */
export const sendRefund: Job<{ refundId: string }> = defineJob({
  name: "wallet.sendRefund",
  payload: z.object({ refundId: z.uuid() }),
  run: ({ refundId }) => send(refundId),
});

async function send(refundId: string): Promise<void> {
  const refund = await em().findOneOrFail(RefundSchema, refundId, { refresh: true });
  if (refund.status !== "requested") return;
  const payment = await em().findOneOrFail(PaymentSchema, refund.paymentId);
  try {
    await keepRefund(refund.id, await refundAtProvider(payment.providerPaymentId, refund.amountPaise, keyOf(refund)));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // 409: the first request is still being worked on there, so wait and ask the same again (B3).
    if (error.status === 409) await later(sendRefund, { refundId }, { startAfter: fromNow(minute) });
    else await refused(refund, payment, error);
  }
}

/** The provider keeps one refund per key. */
const keyOf = (refund: Refund) => `refund_${refund.id}`;

/** A refusal may mean that the money went back already, by a hand at the provider: the payment itself tells. */
async function refused(refund: Refund, payment: Payment, error: GatewayError) {
  const { amount_refunded } = await fetchPayment(payment.providerPaymentId);
  if (amount_refunded >= refund.amountPaise) return settle(refund.id, "processed", null);
  log.error({ err: error, refund: refund.id }, "the provider refused a refund");
  await settle(refund.id, "failed", null);
}

/** Take what the provider says of a refund: pending waits on, processed moves the ledger, failed is kept for people. */
export async function keepRefund(refundId: string, told: RazorpayRefund): Promise<void> {
  if (told.status !== "pending") return settle(refundId, told.status, told.id);
  await transaction(async () => {
    const refund = await em().findOneOrFail(RefundSchema, refundId, { refresh: true });
    refund.providerRefundId = told.id;
  });
}

const settle = (refundId: string, to: "processed" | "failed", providerRefundId: string | null): Promise<void> =>
  transaction(async () => {
    const { orderId } = await em().findOneOrFail(RefundSchema, refundId);
    const order = await lockOrder(orderId);
    const refund = await em().findOneOrFail(RefundSchema, refundId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    if (refund.status === "processed" || refund.status === to) return;
    const from = refund.status;
    refund.status = to;
    refund.providerRefundId = providerRefundId ?? refund.providerRefundId ?? null;
    await record(system("payments"), {
      subject: "order",
      id: order.id,
      event: to === "processed" ? "order.refunded" : "order.refundFailed",
      from,
      to,
      data: { refundId },
    });
    if (to === "failed") return;
    const payment = await em().findOneOrFail(PaymentSchema, refund.paymentId, { refresh: true });
    payment.status = "refunded";
    await transfer({
      ...(await wayBack(refund)),
      cause: refund.id,
      ticketId: order.ticketId ?? null,
      orderId: order.id,
      actor: system("payments"),
      note: refund.reason,
    });
    await emit(orderRefunded, { ...purchaseOf(order), amountPaise: refund.amountPaise });
  });

/** Money goes back from the account it came to. */
async function wayBack({ orderId, paymentId, amountPaise }: Refund) {
  if (await transferOf("extra_payment", paymentId))
    return { kind: "extra_payment_refund" as const, entries: moved(amountPaise, "payments_to_return", "gateway") };
  if (await transferOf("lead_fee", orderId))
    return { kind: "lead_fee_refund" as const, entries: moved(amountPaise, "lead_fee_income", "gateway") };
  return { kind: "booking_fee_refund" as const, entries: moved(amountPaise, "booking_fees_held", "gateway") };
}
