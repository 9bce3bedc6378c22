import { randomInt } from "node:crypto";
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
    `insert into sandbox_orders (id, amount, currency, receipt, unique_receipt, notes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning *`,
    [newId("order"), amount, currency, receipt, uniqueReceipt, JSON.stringify(notes), now()],
  );

/** An order; locked for the rest of the transaction with `lock`. */
export const findOrder = (id: string, { lock = false } = {}) =>
  row<OrderRow>(`select * from sandbox_orders where id = $1 ${lock ? "for update" : ""}`, [id]);

export const ordersByReceipt = (receipt: string) =>
  rows<OrderRow>("select * from sandbox_orders where receipt = $1 order by created_at desc, id desc", [receipt]);

export const paymentsOf = (orderId: string) =>
  rows<PaymentRow>("select * from sandbox_payments where order_id = $1 order by created_at desc, id desc", [orderId]);

/** A payment; locked for the rest of the transaction with `lock`. */
export const findPayment = (id: string, { lock = false } = {}) =>
  row<PaymentRow>(`select * from sandbox_payments where id = $1 ${lock ? "for update" : ""}`, [id]);

/** Insert a payment attempt, or update an existing one (a late authorisation). */
export async function savePayment(order: OrderRow, id: string, status: PaymentRow["status"], amount?: number) {
  await rows(
    "update sandbox_orders set attempts = attempts + 1, status = 'attempted' where id = $1 and status <> 'paid'",
    [order.id],
  );
  const payment = await row<PaymentRow>(
    `insert into sandbox_payments (id, order_id, amount, currency, status, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set status = excluded.status returning *`,
    [id, order.id, amount ?? order.amount, order.currency, status, now()],
  );
  return payment!;
}

/** Capture a payment and, if the amount is the order's, mark the order paid. */
export async function markCaptured(payment: PaymentRow) {
  const captured = await row<PaymentRow>(
    "update sandbox_payments set status = 'captured', captured_at = $2 where id = $1 returning *",
    [payment.id, now()],
  );
  const order = await row<OrderRow>(
    "update sandbox_orders set status = 'paid', amount_paid = amount where id = $1 and amount = $2 returning *",
    [payment.order_id, payment.amount],
  );
  return { payment: captured!, order };
}

export const findRefund = (paymentId: string, idempotencyKey: string) =>
  row<RefundRow>("select * from sandbox_refunds where payment_id = $1 and idempotency_key = $2", [
    paymentId,
    idempotencyKey,
  ]);

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
    `insert into sandbox_refunds
       (id, payment_id, amount, currency, status, receipt, notes, idempotency_key, request, created_at)
     values ($1, $2, $3, $4, 'processed', $5, $6, $7, $8, $9) returning *`,
    [
      newId("rfnd"),
      payment.id,
      amount,
      payment.currency,
      receipt,
      JSON.stringify(notes),
      idempotencyKey,
      request,
      now(),
    ],
  );
  const refunded = await row<PaymentRow>(
    `update sandbox_payments set amount_refunded = amount_refunded + $2::bigint,
       status = case when amount_refunded + $2::bigint = amount then 'refunded' else status end
     where id = $1 returning *`,
    [payment.id, amount],
  );
  return { refund: refund!, payment: refunded! };
}
