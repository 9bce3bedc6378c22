import { randomUUIDv7 } from "node:crypto";
import { system } from "../kernel/actor.ts";
import { em, row, transaction } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { later } from "../kernel/jobs.server.ts";
import { type Order, type Payment, PaymentSchema, type Refund, RefundSchema } from "./order.entity.ts";
import { lockOrder } from "./orders.ts";
import { sendRefund } from "./send-refund.ts";
import { intakeOf } from "./take-in.ts";
import { moved, transfer, transferOf } from "./transfer.ts";

/**
 * Give the whole payment of an order back to its source: a refund row and a job, in the running transaction. Asking
 * again gives the same refund. Refused when nothing was captured, when the fee was earned, or when the money went to
 * a wallet. The ledger moves when the provider has processed it.
 */
export const refundToSource = ({ orderId, reason }: { orderId: string; reason: string }): Promise<Refund> =>
  transaction(async () => {
    const order = await lockOrder(orderId);
    const payment = await payingPayment(order);
    if (!payment) throw conflict("refund.notPaid");
    const asked = await em().findOne(RefundSchema, { paymentId: payment.id }, { refresh: true });
    if (asked) return asked;
    if (await transferOf("booking_fee_earned", order.id)) throw conflict("refund.earned");
    const intake = await intakeOf(order.id);
    if (intake === "recharge" || intake === "late_payment" || intake === "ride_fare") throw conflict("refund.inWallet");
    if (await transferOf("lead_fee_refund", order.id)) throw conflict("refund.inWallet");
    return request(order, payment, reason);
  });

/**
 * Return a captured payment that bought nothing (the order was already paid, or the amount is not the order's): it
 * waits in an account of its own until the provider has given it back.
 */
export async function returnExtraPayment(order: Order, payment: Payment, reason: string): Promise<void> {
  await transfer({
    kind: "extra_payment",
    cause: payment.id,
    entries: moved(payment.amountPaise, "gateway", "payments_to_return"),
    ticketId: order.ticketId ?? null,
    orderId: order.id,
    actor: system("payments"),
  });
  await request(order, payment, reason);
}

async function request(order: Order, payment: Payment, reason: string): Promise<Refund> {
  const refund = em().create(RefundSchema, {
    id: randomUUIDv7(),
    orderId: order.id,
    paymentId: payment.id,
    amountPaise: payment.amountPaise,
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

/** The payment that paid an order: captured, and not one that came on top. */
async function payingPayment(order: Order): Promise<Payment | null> {
  if (order.status !== "paid") return null;
  const paying = await row<{ id: string }>(
    `select p.id from payments p where p.order_id = $1 and p.captured_at is not null and not exists
       (select 1 from transfers t where t.kind = 'extra_payment' and t.cause = p.id::text)`,
    [order.id],
  );
  return paying ? em().findOne(PaymentSchema, paying.id) : null;
}
