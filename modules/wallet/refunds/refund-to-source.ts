import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { isFeeEarned } from "../ledger/booking-fee.ts";
import { leadLeft } from "../ledger/by-hand.ts";
import { intakeOf } from "../ledger/take-in.ts";
import { entriesBetween, transfer, transferOf } from "../ledger/transfer.ts";
import { lockWallets } from "../ledger/wallets.ts";
import { type Order, type Payment, PaymentSchema, type Refund, RefundSchema } from "../orders/order.entity.ts";
import { lockOrder } from "../orders/orders.ts";
import { isGranted } from "./is-granted.ts";
import { sendRefund } from "./send-refund.ts";

/**
 * Refund the whole payment of an order to its source: writes a refund row and a job in the running transaction.
 * Idempotent: a repeat returns the same refund. Refused when nothing was captured, when the fee was earned, or when the
 * money went to a wallet. The ledger changes when the provider has processed it.
 */
export const refundToSource = ({ orderId, reason }: { orderId: string; reason: string }): Promise<Refund> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    const payment = await payingPayment(order);
    if (!payment) throw conflict("refund.notPaid");
    const existing = await em().findOne(RefundSchema, { paymentId: payment.id }, { refresh: true });
    if (existing) return existing;
    if (await isFeeEarned(order.id)) throw conflict("refund.earned");
    const intake = await intakeOf(order.id);
    if (intake === "recharge" || intake === "late_payment" || intake === "ride_fare") throw conflict("refund.inWallet");
    if (await transferOf("lead_fee_refund", order.id)) throw conflict("refund.inWallet");
    // What a subscription earned goes back by an operator alone.
    if (intake === "subscription" && (await isGranted(order.id))) throw conflict("refund.earned");
    if (intake === "lead_fee" && !(await isWholeLead(order))) throw conflict("refund.inWallet");
    return request(order, payment, reason);
  });

/**
 * Refund a captured payment that bought nothing (the order was already paid, or the amount differs); it is held in an
 * account of its own until the provider has refunded it.
 */
export async function returnExtraPayment(order: Order, payment: Payment, reason: string): Promise<void> {
  await transfer({
    kind: "extra_payment",
    cause: payment.id,
    entries: entriesBetween(payment.amountPaise, "gateway", "payments_to_return"),
    ticketId: order.ticketId ?? null,
    orderId: order.id,
    actor: system("payments"),
  });
  await request(order, payment, reason);
}

/** How long after a capture the provider refunds it to its source. */
const sourceOpenMs = 180 * day;

/** Whether the provider still refunds a captured payment to its source (fixed point 8). */
export const isRefundable = ({ capturedAt }: Payment): boolean => !!capturedAt && capturedAt > fromNow(-sourceOpenMs);

/** Whether nothing of a lead price was refunded to the center's wallet by an admin. */
async function isWholeLead({ centerId, ticketId, amountPaise }: Order): Promise<boolean> {
  if (!centerId || !ticketId) return true;
  await lockWallets([centerId]);
  return (await leadLeft({ centerId, ticketId })) >= amountPaise;
}

/**
 * Write down a refund of a payment of a locked order, of the whole of it or of a part, and ask the provider for it after the
 * commit. A payment has one refund at most.
 */
export async function request(
  order: Order,
  payment: Payment,
  reason: string,
  amountPaise: Paise = payment.amountPaise,
): Promise<Refund> {
  const refund = em().create(RefundSchema, {
    id: rowId(),
    orderId: order.id,
    paymentId: payment.id,
    amountPaise,
    status: "requested",
    reason,
  });
  await em().flush();
  await record(system("payments"), {
    subject: "order",
    id: order.id,
    event: "order.refundRequested",
    data: { refundId: refund.id, reason },
  });
  await later(sendRefund, { refundId: refund.id });
  return refund;
}

/** The captured payment that paid an order, not an additional one. */
export async function payingPayment(order: Order): Promise<Payment | null> {
  if (order.status !== "paid") return null;
  const paying = await row<{ id: string }>(
    sql`select p.id from payments p where p.order_id = ${order.id} and p.captured_at is not null and not exists
       (select 1 from transfers t where t.kind = 'extra_payment' and t.cause = p.id::text)`,
  );
  return paying ? em().findOne(PaymentSchema, paying.id) : null;
}
