import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";

export type Notes = Record<string, string | number>;

export type OrderRow = {
  id: string;
  amount: string;
  amount_paid: string;
  currency: string;
  receipt: string | null;
  notes: Notes;
  status: "created" | "attempted" | "paid";
  attempts: number;
  created_at: string;
};

export type PaymentRow = {
  id: string;
  order_id: string;
  amount: string;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  amount_refunded: string;
  created_at: string;
  captured_at: string | null;
  settlement_id: string | null;
};

export type RefundRow = {
  id: string;
  payment_id: string;
  amount: string;
  currency: string;
  status: "pending" | "processed" | "failed";
  receipt: string | null;
  notes: Notes;
  request: string;
  created_at: string;
  settlement_id: string | null;
};

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id in Razorpay's format: a prefix such as `pay_` and 14 letters or digits. */
export const newId = (prefix: "order" | "pay" | "rfnd" | "setl" | "event") =>
  `${prefix}_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;

type NewOrder = { amount: number; currency: string; receipt: string | null; uniqueReceipt: boolean; notes: Notes };

/** Insert an order; undefined when its unique receipt is already used. */
export const insertOrder = ({ amount, currency, receipt, uniqueReceipt, notes }: NewOrder) =>
  row<OrderRow>(
    sql`insert into sandbox_orders (id, amount, currency, receipt, unique_receipt, notes, created_at)
     values (${newId("order")}, ${amount}, ${currency}, ${receipt}, ${uniqueReceipt}, ${JSON.stringify(notes)}, ${now()}) on conflict do nothing returning *`,
  );

/** An order; locked for the rest of the transaction with `lock`. */
export const findOrder = (id: string, { lock = false } = {}) =>
  row<OrderRow>(sql`select * from sandbox_orders where id = ${id} ${lock ? sql`for update` : sql``}`);

export const ordersByReceipt = (receipt: string) =>
  rows<OrderRow>(sql`select * from sandbox_orders where receipt = ${receipt} order by created_at desc, id desc`);

export const paymentsOf = (orderId: string) =>
  rows<PaymentRow>(sql`select * from sandbox_payments where order_id = ${orderId} order by created_at desc, id desc`);

/** A payment; locked for the rest of the transaction with `lock`. */
export const findPayment = (id: string, { lock = false } = {}) =>
  row<PaymentRow>(sql`select * from sandbox_payments where id = ${id} ${lock ? sql`for update` : sql``}`);

/** Insert a payment attempt, or update an existing one (a late authorisation). */
export async function savePayment(order: OrderRow, id: string, status: PaymentRow["status"], amount?: number) {
  await rows(
    sql`update sandbox_orders set attempts = attempts + 1, status = 'attempted' where id = ${order.id} and status <> 'paid'`,
  );
  const payment = await row<PaymentRow>(
    sql`insert into sandbox_payments (id, order_id, amount, currency, status, created_at) values (${id}, ${order.id}, ${amount ?? order.amount}, ${order.currency}, ${status}, ${now()})
     on conflict (id) do update set status = excluded.status returning *`,
  );
  return payment!;
}

/** Capture a payment and, if the amount is the order's, mark the order paid. */
export async function markCaptured(payment: PaymentRow) {
  const captured = await row<PaymentRow>(
    sql`update sandbox_payments set status = 'captured', captured_at = ${now()} where id = ${payment.id} returning *`,
  );
  const order = await row<OrderRow>(
    sql`update sandbox_orders set status = 'paid', amount_paid = amount where id = ${payment.order_id} and amount = ${payment.amount} returning *`,
  );
  return { payment: captured!, order };
}

export const findRefund = (paymentId: string, idempotencyKey: string) =>
  row<RefundRow>(
    sql`select * from sandbox_refunds where payment_id = ${paymentId} and idempotency_key = ${idempotencyKey}`,
  );

type NewRefund = {
  amount: number;
  receipt: string | null;
  notes: Notes;
  idempotencyKey: string | null;
  request: string;
};

/** Insert a processed refund and add it to its payment's total. */
export async function insertRefund(
  payment: PaymentRow,
  { amount, receipt, notes, idempotencyKey, request }: NewRefund,
) {
  const refund = await row<RefundRow>(
    sql`insert into sandbox_refunds
       (id, payment_id, amount, currency, status, receipt, notes, idempotency_key, request, created_at)
     values (${newId("rfnd")}, ${payment.id}, ${amount}, ${payment.currency}, 'processed', ${receipt}, ${JSON.stringify(notes)}, ${idempotencyKey}, ${request}, ${now()}) returning *`,
  );
  const refunded = await row<PaymentRow>(
    sql`update sandbox_payments set amount_refunded = amount_refunded + ${amount}::bigint,
       status = case when amount_refunded + ${amount}::bigint = amount then 'refunded' else status end
     where id = ${payment.id} returning *`,
  );
  return { refund: refund!, payment: refunded! };
}
