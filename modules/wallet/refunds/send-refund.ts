import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { z } from "zod";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { defineJob, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import { orderRefunded, purchaseOf } from "../events.ts";
import { gateway } from "../gateway.ts";
import { entriesBetween, transfer, transferOf } from "../ledger/transfer.ts";
import { type Payment, PaymentSchema, type Refund, RefundSchema } from "../orders/order.entity.ts";
import { getOrder, lockOrder } from "../orders/orders.ts";
import type { GatewayPayment, GatewayRefund } from "../payment-gateway.ts";
import { isGranted } from "./is-granted.ts";

/** Request a refund from the provider, with the same key and body until it answers with a result. */
export const sendRefund: Job<{ refundId: string }> = defineJob({
  name: "wallet.sendRefund",
  payload: z.object({ refundId: z.uuid() }),
  run: ({ refundId }) => send(refundId),
});

/**
 * The refunds due for another request: unanswered ones after `waitMs`; refused ones (the provider's account may have
 * been empty) after that time, then twice as long each time, at least once a day.
 */
export const refundsDue = async (at: Date, waitMs: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      sql`select id from refunds
       where status = 'requested' and updated_at <= ${at}::timestamptz - ${waitMs} * interval '1 ms'
         or status = 'failed' and updated_at <= ${at}::timestamptz
           - least(${waitMs} * power(2, least(tries, 20) - 1) * interval '1 ms', interval '1 day')
       order by updated_at limit 100`,
    )
  ).map(({ id }) => id);

async function send(refundId: string): Promise<void> {
  const refund = await em().findOneOrFail(RefundSchema, refundId, { refresh: true });
  if (refund.status === "processed") return;
  const payment = await em().findOneOrFail(PaymentSchema, refund.paymentId);
  try {
    if (await isPartAgain(refund, payment))
      return await settle(refund.id, await stateAtProvider(refund, payment), null);
    const answer = await gateway.refund(payment.providerPaymentId, refund.amountPaise, idempotencyKey(refund));
    await storeAnswer(refund.id, await confirmedAnswer(refund, payment, answer));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // 409: the first request is still being processed there, so wait and send the same again (B3).
    if (error.status === 409) await later(sendRefund, { refundId }, { startAfter: fromNow(minute) });
    else await settleRefused(refund, payment, error);
  }
}

/**
 * The provider stores one result per key, a failure too, so each attempt after a refusal needs a new key. A second refund of
 * the whole payment is refused by the provider because it would exceed the capture; one of a part is not, so that part is
 * looked for before it is asked for again.
 */
const idempotencyKey = ({ id, tries }: Refund) => (tries === 0 ? `refund_${id}` : `refund_${id}_${tries}`);

/** Whether a part of a payment would be asked for again although the provider shows it refunded. */
async function isPartAgain({ tries, amountPaise }: Refund, payment: Payment): Promise<boolean> {
  if (tries === 0 || amountPaise === payment.amountPaise) return false;
  return (await gateway.payment(payment.providerPaymentId)).refundedPaise >= amountPaise;
}

/**
 * "Processed" is accepted only if the payment confirms it; until then the refund is pending and is read again.
 */
async function confirmedAnswer(
  refund: Refund,
  { providerPaymentId }: Payment,
  answer: GatewayRefund,
): Promise<GatewayRefund> {
  if (answer.status !== "processed" || (await showsRefund(refund, gateway.payment(providerPaymentId)))) return answer;
  log.error({ refund: refund.id }, "the provider's answers about a refund differ");
  return { ...answer, status: "pending" };
}

/** Store the provider's answer: pending waits, processed moves the ledger, failed is retried later. */
async function storeAnswer(refundId: string, { id, status }: GatewayRefund): Promise<void> {
  if (status !== "pending") return settle(refundId, status, id);
  await rows(sql`update refunds set provider_refund_id = ${id} where id = ${refundId}`);
}

/** A refusal may mean that the money was already refunded at the provider by hand. */
async function settleRefused(refund: Refund, payment: Payment, error: GatewayError) {
  const state = await stateAtProvider(refund, payment);
  if (state === "failed") log.error({ err: error, refund: refund.id }, "the provider refused a refund");
  await settle(refund.id, state, null);
}

/** Whether a payment was refunded already: two different answers about it must confirm that. */
async function stateAtProvider(refund: Refund, { providerPaymentId }: Payment): Promise<"processed" | "failed"> {
  if (!(await showsRefund(refund, gateway.payment(providerPaymentId)))) return "failed";
  const { providerOrderId } = await getOrder(refund.orderId);
  const listedPayment = gateway
    .paymentsOfOrder(providerOrderId!)
    .then((all) => all.find(({ id }) => id === providerPaymentId));
  return (await showsRefund(refund, listedPayment)) ? "processed" : "failed";
}

/** Whether the payment shows the refund; a refusal to answer confirms nothing. */
async function showsRefund({ amountPaise }: Refund, fetched: Promise<GatewayPayment | undefined>): Promise<boolean> {
  try {
    return ((await fetched)?.refundedPaise ?? 0) >= amountPaise;
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}

/** Settle a refund: processed moves the ledger, once; failed is retried. */
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
    if (refund.amountPaise === payment.amountPaise) payment.status = "refunded";
    await transfer({
      ...(await transferOfRefund(refund)),
      cause: refund.id,
      ticketId: order.ticketId ?? null,
      orderId: order.id,
      actor: system("payments"),
      note: refund.reason,
    });
    await emit(orderRefunded, { ...purchaseOf(order), amountPaise: refund.amountPaise });
  });

/** Takes the money out of the account in which it was received. */
async function transferOfRefund({ orderId, paymentId, amountPaise }: Refund) {
  if (await transferOf("extra_payment", paymentId))
    return {
      kind: "extra_payment_refund" as const,
      entries: entriesBetween(amountPaise, "payments_to_return", "gateway"),
    };
  if (await transferOf("lead_fee", orderId))
    return { kind: "lead_fee_refund" as const, entries: entriesBetween(amountPaise, "lead_fee_income", "gateway") };
  if (await transferOf("subscription", orderId))
    return {
      kind: "subscription_refund" as const,
      // An operator's refund of what was given is no income since it was decided.
      entries: entriesBetween(
        amountPaise,
        (await isGranted(orderId)) ? "payments_to_return" : "subscription_income",
        "gateway",
      ),
    };
  return { kind: "booking_fee_refund" as const, entries: entriesBetween(amountPaise, "booking_fees_held", "gateway") };
}
