import { sql } from "kysely";
import { row, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { ProviderCall } from "./calls.ts";
import { newId } from "./store.ts";

/** The kinds of false answers. */
export const lies = [
  "amount",
  "currency",
  "captured",
  "failed",
  "refunded",
  /** An answer about another order or payment. */
  "another",
  /** No payments at all. */
  "none",
  /** The refund is said to be processed, but was never made. */
  "refundProcessed",
  /** The refund is said to have failed, but was made. */
  "refundFailed",
] as const;
export type Lie = (typeof lies)[number];

const ofPayments: readonly Lie[] = ["amount", "currency", "captured", "failed", "refunded", "another"];

/** The kinds of false answers each call can give. */
export const liesOf: Record<ProviderCall, readonly Lie[]> = {
  createOrder: ["amount", "currency", "another"],
  listOrders: ["amount", "currency", "another", "none"],
  order: ["amount", "currency", "another"],
  orderPayments: [...ofPayments, "none"],
  payment: ofPayments,
  capture: ofPayments,
  refund: ["amount", "another", "refundProcessed", "refundFailed"],
  payments: [...ofPayments, "none"],
  refunds: ["amount", "another", "none"],
  settlements: ["amount", "none"],
  recon: ["none"],
};

type Entity = Record<string, unknown>;

/** A false version of a true answer; `subject` is the id that was asked about. */
export async function untrue(lie: Lie, subject: string, truth: Entity | undefined): Promise<Entity> {
  if (!truth) return refundNeverMade(subject);
  if (!Array.isArray(truth.items)) return twisted(lie, truth);
  const items = lie === "none" ? [] : await Promise.all(truth.items.map((item: Entity) => twisted(lie, item)));
  return { ...truth, items, count: items.length };
}

async function twisted(lie: Lie, entity: Entity): Promise<Entity> {
  const amount = Number(entity.amount);
  if (lie === "amount") return { ...entity, amount: amount + 100 };
  if (lie === "currency") return { ...entity, currency: "USD" };
  if (lie === "captured") return { ...entity, status: "captured", captured: true };
  if (lie === "failed" || lie === "refundFailed") return { ...entity, status: "failed", captured: false };
  if (lie === "refunded") return { ...entity, status: "refunded", amount_refunded: amount, refund_status: "full" };
  if (lie === "another") return { ...entity, ...(await another(entity)) };
  return entity;
}

/** The entity with the ids of another purchase. */
async function another(entity: Entity): Promise<Entity> {
  const own = String(entity.payment_id ?? entity.id);
  const other = await unitOfWork(() =>
    row<{ id: string; order_id: string }>(
      sql`select id, order_id from sandbox_payments where id <> ${own} and order_id <> ${own} order by created_at desc limit 1`,
    ),
  );
  const { id, order_id } = other ?? { id: newId("pay"), order_id: newId("order") };
  if (entity.entity === "refund") return { payment_id: id };
  return entity.entity === "order" ? { id: order_id } : { id, order_id };
}

async function refundNeverMade(paymentId: string): Promise<Entity> {
  const payment = await unitOfWork(() =>
    row<{ amount: string; created_at: Date }>(
      sql`select amount, created_at from sandbox_payments where id = ${paymentId}`,
    ),
  );
  return {
    id: newId("rfnd"),
    entity: "refund",
    amount: Number(payment?.amount ?? 100),
    currency: "INR",
    payment_id: paymentId,
    notes: [],
    receipt: null,
    created_at: 1,
    status: "processed",
  };
}
