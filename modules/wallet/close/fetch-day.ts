import { sql } from "kysely";
import { day as aDay, now } from "#modules/kernel/clock.ts";
import { inTransaction, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { gateway } from "../gateway.ts";
import type { GatewaySettled } from "../payment-gateway.ts";
import { begin, boundsOf, progressOf, type Stage, stages } from "./days.ts";

/** A bank may authorize a payment, and a refund may fail, days later: until then a day is fetched again. */
const changesForDays = 5;

/** The most plausible rows of one kind in one day; an answer with more is refused. */
const mostRows = 200_000;

/** What the provider made on a day, as it is stored. */
type Item = {
  id: string;
  kind: "capture" | "refund" | "settlement";
  at: Date;
  amount: number;
  fee: number;
  tax: number;
  currency: string;
  status: string;
  paymentId: string | null;
  orderId: string | null;
};

/**
 * Whether a day was fetched to its end since an instant. An earlier fetch counts where nothing can change any more,
 * unless the day is wanted `whole`.
 */
export async function isFetched(date: string, since: Date, { whole = false } = {}): Promise<boolean> {
  const { stage, fetchedAt } = (await progressOf(date)) ?? {};
  if (stage !== "done" || !fetchedAt) return false;
  const final = boundsOf(date).until.getTime() + changesForDays * aDay <= fetchedAt.getTime();
  return fetchedAt >= since || (final && !whole);
}

/**
 * Fetch the next page of a day from the provider and store it together with the place of the one after it; a day that
 * was fetched is begun again. Idempotent: storing a page twice changes nothing. Throws `unavailable` when the provider
 * does not answer.
 */
export async function fetchPage(date: string): Promise<void> {
  if (inTransaction()) throw new Error("the provider is asked outside transactions");
  const known = await progressOf(date);
  const underway = known && known.stage !== "done" ? { stage: known.stage, skip: known.skip } : undefined;
  if (!underway) await begin(date);
  const { stage, skip } = underway ?? { stage: "payments" as const, skip: 0 };
  if (skip >= mostRows) throw new Error(`the provider lists more than ${mostRows} ${stage} on ${date}`);
  const page = await pages[stage](date, skip);
  await transaction(async () => {
    await page.keep();
    await advance(date, { stage, skip }, page.count);
  });
}

type Page = { count: number; keep: () => Promise<unknown> };

const pages: Record<Exclude<Stage, "done">, (date: string, skip: number) => Promise<Page>> = {
  payments: async (date, skip) => {
    const made = await gateway.day.payments(date, skip);
    const items = made
      .filter(({ status }) => status === "captured" || status === "refunded")
      .map(
        (each): Item => ({
          id: each.id,
          kind: "capture",
          at: each.createdAt,
          amount: each.amountPaise,
          fee: each.feePaise,
          tax: each.taxPaise,
          currency: each.currency,
          status: "captured",
          paymentId: each.id,
          orderId: each.orderId,
        }),
      );
    return { count: made.length, keep: () => keepItems(date, items) };
  },
  refunds: async (date, skip) => {
    const made = await gateway.day.refunds(date, skip);
    const items = made.map(
      (each): Item => ({
        id: each.id,
        kind: "refund",
        at: each.createdAt,
        amount: each.amountPaise,
        fee: 0,
        tax: 0,
        currency: each.currency,
        status: each.status,
        paymentId: each.paymentId,
        orderId: null,
      }),
    );
    return { count: made.length, keep: () => keepItems(date, items) };
  },
  settlements: async (date, skip) => {
    const made = await gateway.day.settlements(date, skip);
    const items = made.map(
      (each): Item => ({
        id: each.id,
        kind: "settlement",
        at: each.createdAt,
        amount: each.amountPaise,
        fee: 0,
        tax: 0,
        currency: "INR",
        status: each.status,
        paymentId: null,
        orderId: null,
      }),
    );
    return { count: made.length, keep: () => keepItems(date, items) };
  },
  recon: async (date, skip) => {
    const lines = await gateway.day.recon(date, skip);
    return { count: lines.length, keep: () => keepSettled(date, lines) };
  },
};

const keepItems = (date: string, items: readonly Item[]) =>
  rows(
    sql`insert into provider_items (id, kind, day, at, amount_paise, fee_paise, tax_paise, currency, status, payment_id, order_id)
     select id, kind, ${date}, at, amount, fee, tax, currency, status, "paymentId", "orderId" from jsonb_to_recordset(${JSON.stringify(distinct(items, ({ id }) => id))}::jsonb)
       as item (id text, kind text, at timestamptz, amount bigint, fee bigint, tax bigint, currency text, status text,
         "paymentId" text, "orderId" text)
     on conflict (id) do update set amount_paise = excluded.amount_paise, fee_paise = excluded.fee_paise,
       tax_paise = excluded.tax_paise, currency = excluded.currency, status = excluded.status,
       order_id = coalesce(provider_items.order_id, excluded.order_id)`,
  );

const keepSettled = (date: string, lines: readonly GatewaySettled[]) =>
  rows(
    sql`insert into provider_settled
       (settlement_id, entity_id, type, day, at, credit_paise, debit_paise, fee_paise, tax_paise, currency)
     select "settlementId", "entityId", type, ${date}, at, "creditPaise", "debitPaise", "feePaise", "taxPaise", currency
     from jsonb_to_recordset(${JSON.stringify(distinct(lines, (line) => `${line.settlementId} ${line.entityId}`))}::jsonb) as line ("settlementId" text, "entityId" text, type text, at timestamptz,
       "creditPaise" bigint, "debitPaise" bigint, "feePaise" bigint, "taxPaise" bigint, currency text)
     on conflict (settlement_id, entity_id) do update set type = excluded.type, credit_paise = excluded.credit_paise,
       debit_paise = excluded.debit_paise, fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise`,
  );

/** One statement cannot update the same row twice: of two rows with one id in a page the last counts. */
const distinct = <T>(all: readonly T[], idOf: (one: T) => string) => [
  ...new Map(all.map((one) => [idOf(one), one])).values(),
];

/** Stores the next page's place, unless another run has fetched this page meanwhile. */
function advance(date: string, { stage, skip }: { stage: keyof typeof pages; skip: number }, count: number) {
  const full = count >= gateway.day.most[stage];
  const next = full ? stage : stages[stages.indexOf(stage) + 1]!;
  return rows(
    sql`update close_days set stage = ${next}, skip = ${full ? skip + count : 0}, fetched_at = case when ${next} = 'done' then ${now()} else fetched_at end
     where day = ${date} and stage = ${stage} and skip = ${skip}`,
  );
}
