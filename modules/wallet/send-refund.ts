import { LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { system } from "../kernel/actor.ts";
import { fromNow, minute } from "../kernel/clock.ts";
import { em, rows, transaction } from "../kernel/db.server.ts";
import { emit } from "../kernel/events.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import {
  fetchOrderPayments,
  fetchPayment,
  type RazorpayPayment,
  type RazorpayRefund,
  refund as refundAtProvider,
} from "../kernel/gateways/razorpay.server.ts";
import { record } from "../kernel/history.ts";
import { defineJob, type Job, later } from "../kernel/jobs.server.ts";
import { log } from "../kernel/log.server.ts";
import { orderRefunded, purchaseOf } from "./events.ts";
import { type Payment, PaymentSchema, type Refund, RefundSchema } from "./order.entity.ts";
import { getOrder, lockOrder } from "./orders.ts";
import { moved, transfer, transferOf } from "./transfer.ts";

/** Ask the provider for a requested refund, with the same key and body until it says how it ended. */
export const sendRefund: Job<{ refundId: string }> = defineJob({
  name: "wallet.sendRefund",
  payload: z.object({ refundId: z.uuid() }),
  run: ({ refundId }) => send(refundId),
});

/**
 * Refunds it is time to ask for again: those without an answer for `waitMs`, and refused ones (an empty account at the
 * provider fills up again) after that time, then twice as long each time, at least once a day.
 */
export const refundsDue = async (at: Date, waitMs: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      `select id from refunds
       where status = 'requested' and updated_at <= $1::timestamptz - $2 * interval '1 ms'
         or status = 'failed' and updated_at <= $1::timestamptz
           - least($2 * power(2, least(tries, 20) - 1) * interval '1 ms', interval '1 day')
       order by updated_at limit 100`,
      [at, waitMs],
    )
  ).map(({ id }) => id);

async function send(refundId: string): Promise<void> {
  const refund = await em().findOneOrFail(RefundSchema, refundId, { refresh: true });
  if (refund.status === "processed") return;
  const payment = await em().findOneOrFail(PaymentSchema, refund.paymentId);
  try {
    const told = await refundAtProvider(payment.providerPaymentId, refund.amountPaise, keyOf(refund));
    await keepRefund(refund.id, await believed(refund, payment, told));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // 409: the first request is still being worked on there, so wait and ask the same again (B3).
    if (error.status === 409) await later(sendRefund, { refundId }, { startAfter: fromNow(minute) });
    else await refused(refund, payment, error);
  }
}

/**
 * The provider keeps one refund per key, a failed one too, so a try after a refusal has a new key. All of it is asked
 * for each time: a second refund of one payment is above what was captured, and the provider refuses it.
 */
const keyOf = ({ id, tries }: Refund) => (tries === 0 ? `refund_${id}` : `refund_${id}_${tries}`);

/** Processed is believed when the payment says it, too; until then the refund waits and is asked for again. */
async function believed(refund: Refund, { providerPaymentId }: Payment, told: RazorpayRefund): Promise<RazorpayRefund> {
  if (told.status !== "processed" || (await wentBack(refund, fetchPayment(providerPaymentId)))) return told;
  log.error({ refund: refund.id }, "the provider's answers about a refund differ");
  return { ...told, status: "pending" };
}

/** Take how a refund ended: pending waits on, processed moves the ledger, failed is tried again later. */
export async function keepRefund(refundId: string, { id, status }: RazorpayRefund): Promise<void> {
  if (status !== "pending") return settle(refundId, status, id);
  await rows("update refunds set provider_refund_id = $2 where id = $1", [refundId, id]);
}

/** A refusal may mean that the money went back already, by a hand at the provider: the payment itself tells, twice. */
async function refused(refund: Refund, payment: Payment, error: GatewayError) {
  const { providerPaymentId } = payment;
  if (await wentBack(refund, fetchPayment(providerPaymentId))) {
    const { providerOrderId } = await getOrder(refund.orderId);
    const told = fetchOrderPayments(providerOrderId!).then((all) => all.find(({ id }) => id === providerPaymentId));
    if (await wentBack(refund, told)) return settle(refund.id, "processed", null);
  }
  log.error({ err: error, refund: refund.id }, "the provider refused a refund");
  await settle(refund.id, "failed", null);
}

/** What the provider refuses to say is not proved. */
async function wentBack({ amountPaise }: Refund, asked: Promise<RazorpayPayment | undefined>): Promise<boolean> {
  try {
    return ((await asked)?.amount_refunded ?? 0) >= amountPaise;
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}

/** Write down how a refund ended: processed moves the ledger, once; failed is tried again. */
export const settle = (refundId: string, to: "processed" | "failed", providerRefundId: string | null): Promise<void> =>
  transaction(async () => {
    const { orderId } = await em().findOneOrFail(RefundSchema, refundId);
    const order = await lockOrder(orderId);
    const refund = await em().findOneOrFail(RefundSchema, refundId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    if (refund.status === "processed") return;
    const from = refund.status;
    refund.status = to;
    refund.providerRefundId = providerRefundId ?? refund.providerRefundId ?? null;
    if (to === "failed") refund.tries += 1;
    await record(system("payments"), {
      subject: "order",
      id: order.id,
      event: to === "processed" ? "order.refunded" : "order.refundFailed",
      from,
      to,
      data: { refundId, ...(to === "failed" && { tries: refund.tries }) },
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
