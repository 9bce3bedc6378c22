import { sql } from "kysely";
import { z } from "zod";
import { fromIst } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { badRequest } from "./answers.ts";
import { type SettlementRow, settleDue } from "./settlements.ts";
import { collection, feeOf, paymentEntity, refundEntity, unixSeconds } from "./shapes.ts";
import type { PaymentRow, RefundRow } from "./store.ts";

/* The lists of the emulated API: payments, refunds and settlements of a time, and what was settled on a day. */

const instant = z.coerce.number().int().nonnegative();
const Between = z.object({
  from: instant.default(0),
  to: instant.default(4_102_444_800),
  count: z.coerce.number().int().min(1).max(100, "The count must be less than or equal to 100.").default(10),
  skip: instant.default(0),
});

const Recon = z.object({
  year: z.coerce.number().int().min(2000).max(2100),
  month: z.coerce.number().int().min(1).max(12),
  day: z.coerce.number().int().min(1).max(31).optional(),
  count: z.coerce.number().int().min(1).max(1000, "The count must be less than or equal to 1000.").default(10),
  skip: instant.default(0),
});

function queryOf<T extends z.ZodType>(schema: T, request: Request): z.output<T> {
  const { data, error } = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (data !== undefined) return data;
  const [issue] = error!.issues;
  throw badRequest(issue!.message, { field: issue!.path.join(".") });
}

type Between = z.output<typeof Between>;

const queries = {
  payments: async ({ from, to, count, skip }: Between) =>
    (
      await rows<PaymentRow>(
        sql`select * from sandbox_payments where created_at >= to_timestamp(${from}::float8) and created_at < to_timestamp(${to}::float8 + 1)
         order by created_at desc, id desc limit ${count} offset ${skip}`,
      )
    ).map(paymentEntity),
  refunds: async ({ from, to, count, skip }: Between) =>
    (
      await rows<RefundRow>(
        sql`select * from sandbox_refunds where created_at >= to_timestamp(${from}::float8) and created_at < to_timestamp(${to}::float8 + 1)
         order by created_at desc, id desc limit ${count} offset ${skip}`,
      )
    ).map(refundEntity),
  settlements: async ({ from, to, count, skip }: Between) => {
    await settleDue();
    return (
      await rows<SettlementRow>(
        sql`select * from sandbox_settlements where created_at >= to_timestamp(${from}::float8) and created_at < to_timestamp(${to}::float8 + 1)
         order by created_at desc, id desc limit ${count} offset ${skip}`,
      )
    ).map(settlementEntity);
  },
};

/** `GET /v1/payments`, `/v1/refunds` and `/v1/settlements`: those made between two instants, newest first. */
export const listed = (what: keyof typeof queries) => (request: Request) => {
  const between = queryOf(Between, request);
  return unitOfWork(async () => collection(await queries[what](between)));
};

/** A settlement in the provider's API format. */
const settlementEntity = ({ id, amount, utr, created_at }: SettlementRow) => ({
  id,
  entity: "settlement",
  amount: Number(amount),
  status: "processed",
  fees: 0,
  tax: 0,
  utr,
  created_at: unixSeconds(created_at),
});

type Line = {
  id: string;
  type: "payment" | "refund";
  amount: string;
  captured_at: string | null;
  made_at: string;
  payment_id: string | null;
  order_id: string;
  receipt: string | null;
  settlement: string;
  utr: string;
  settled_at: string;
};

/** `GET /v1/settlements/recon/combined`: each payment and refund of the settlements of a day, or of a month. */
export function recon(request: Request): Promise<object> {
  const { year, month, day, count, skip } = queryOf(Recon, request);
  const two = (n: number) => String(n).padStart(2, "0");
  const from = fromIst(`${year}-${two(month)}-${two(day ?? 1)}`);
  return unitOfWork(async () => {
    await settleDue();
    const lines = await rows<Line>(
      sql`select l.*, s.id as settlement, s.utr, s.created_at as settled_at, o.receipt from sandbox_settlements s join (
         select p.id, 'payment' as type, p.amount, p.captured_at, p.created_at as made_at, null as payment_id,
           p.order_id, p.settlement_id
         from sandbox_payments p
         union all
         select r.id, 'refund', r.amount, null, r.created_at, r.payment_id, p.order_id, r.settlement_id
         from sandbox_refunds r join sandbox_payments p on p.id = r.payment_id
       ) l on l.settlement_id = s.id join sandbox_orders o on o.id = l.order_id
       where s.created_at >= ${from} and s.created_at < ${from}::timestamptz + ${day ? "1 day" : "1 month"}::interval
       order by s.created_at, l.made_at, l.id limit ${count} offset ${skip}`,
    );
    return collection(lines.map(settledLine));
  });
}

function settledLine(line: Line) {
  const { fee, tax } = line.type === "payment" ? feeOf(line) : { fee: 0, tax: 0 };
  const amount = Number(line.amount);
  return {
    entity_id: line.id,
    type: line.type,
    debit: line.type === "refund" ? amount : 0,
    credit: line.type === "refund" ? 0 : amount - (fee ?? 0),
    amount,
    currency: "INR",
    fee: fee ?? 0,
    tax: tax ?? 0,
    on_hold: false,
    settled: true,
    created_at: unixSeconds(line.made_at),
    settled_at: unixSeconds(line.settled_at),
    settlement_id: line.settlement,
    posted_at: null,
    credit_type: "default",
    description: null,
    notes: "[]",
    payment_id: line.payment_id,
    settlement_utr: line.utr,
    order_id: line.order_id,
    order_receipt: line.receipt,
    method: "upi",
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: null,
  };
}
