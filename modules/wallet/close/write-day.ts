import { sql } from "kysely";
import { day as aDay, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { intakeKinds } from "../ledger/take-in.ts";
import { boundsOf, dateAfter, isOver, settlesWithinDays } from "./days.ts";

/**
 * Compare the provider's amounts of a day with the ledger's, and replace the day's rows and totals: each amount of
 * either side is in exactly one row of the day it was moved on. Nothing else is written; the ledger is only read.
 */
export const writeDay = (date: string): Promise<void> =>
  transaction(async () => {
    const known = await row(sql`select 1 from close_days where day = ${date} for update`);
    if (!known) throw new Error(`${date} was not fetched`);
    await link(date);
    await rows(sql`delete from close_rows where day = ${date}`);
    const { from, until } = boundsOf(date);
    const unsettledBefore = new Date(now().getTime() - settlesWithinDays * aDay);
    await rows(providerRows(date, unsettledBefore));
    await rows(ledgerRows(date, from, until));
    await rows(settlementRows(date, unsettledBefore));
    await rows(otherRows(date));
    await rows(totals(date));
  });

/**
 * Note which transfer each capture and refund of the provider is, for those not known yet: a capture by its payment, a
 * refund by its id, or, when it was made by hand there, by its payment and amount. A transfer is one item at most.
 */
async function link(date: string): Promise<void> {
  const first = dateAfter(date, -settlesWithinDays);
  const last = dateAfter(date, settlesWithinDays);
  await rows(
    sql`update provider_items i set transfer_id = t.id
     from payments p, transfers t
     where i.day between ${first} and ${last} and i.kind = 'capture' and i.transfer_id is null
       and p.provider_payment_id = i.id and p.captured_at is not null
       and t.id = coalesce(
         (select x.id from transfers x where x.kind = 'extra_payment' and x.cause = p.id::text),
         (select x.id from transfers x where x.cause = p.order_id::text and x.kind = any(${intakeKinds}::text[])))
       and not exists (select from provider_items other where other.transfer_id = t.id)`,
  );
  await rows(
    sql`update provider_items i set transfer_id = t.id
     from refunds r, transfers t
     where i.day between ${first} and ${last} and i.kind = 'refund' and i.transfer_id is null
       and r.provider_refund_id = i.id and t.cause = r.id::text and t.kind = any(${refundKinds}::text[])
       and not exists (select from provider_items other where other.transfer_id = t.id)`,
  );
  await rows(
    sql`update provider_items i set transfer_id = found.transfer
     from (
       select distinct on (t.id) t.id as transfer, item.id
       from provider_items item
       join payments p on p.provider_payment_id = item.payment_id
       join refunds r on r.payment_id = p.id and r.provider_refund_id is null and r.amount_paise = item.amount_paise
       join transfers t on t.cause = r.id::text and t.kind = any(${refundKinds}::text[])
       where item.day between ${first} and ${last} and item.kind = 'refund' and item.transfer_id is null and item.status <> 'failed'
         and not exists (select from provider_items other where other.transfer_id = t.id)
       order by t.id, item.at, item.id
     ) found
     where i.id = found.id`,
  );
}

/** The transfers by which money leaves to its source. */
const refundKinds = ["booking_fee_refund", "lead_fee_refund", "subscription_refund", "extra_payment_refund"];

/** What a transfer moved at the provider, in paise: negative when it came in. */
const atProvider = sql`select e.amount_paise from entries e join accounts a on a.id = e.account_id
  where e.transfer_id = t.id and a.kind = 'gateway'`;

/** Captures and refunds of the provider on the day, each with its transfer of whichever day. */
const providerRows = (date: string, unsettledBefore: Date) => sql`
  insert into close_rows (id, day, kind, at, provider_id, transfer_id, order_id, provider_paise, ledger_paise, fee_paise,
    tax_paise, settlement_id, other_day, state)
  select md5(${date}::text || i.id)::uuid, ${date}::date, i.kind, i.at, i.id, t.id, coalesce(t.order_id, o.id),
    case when i.currency = 'INR' then i.amount_paise else 0 end,
    case when own.day = ${date}::date then own.paise else 0 end,
    case when i.currency = 'INR' then i.fee_paise else 0 end,
    case when i.currency = 'INR' then i.tax_paise else 0 end,
    s.settlement_id, nullif(own.day, ${date}::date),
    case
      when i.currency <> 'INR' then 'foreign'
      when t.id is null and i.kind = 'refund' and r.status <> 'processed' then 'under_way'
      when t.id is null and o.status = 'paid' then 'paid_twice'
      when t.id is null and o.id is not null then 'unheard'
      when t.id is null then 'not_ours'
      when own.paise <> i.amount_paise then 'amount_differs'
      when s.settlement_id is null and i.at < ${unsettledBefore} then 'overdue'
      when s.settlement_id is null then 'awaiting'
      when i.kind = 'capture' and (s.credit <> i.amount_paise - i.fee_paise or s.fee <> i.fee_paise or s.debit <> 0)
        then 'settled_otherwise'
      when i.kind = 'refund' and (s.debit <> i.amount_paise or s.credit <> 0) then 'settled_otherwise'
      else 'matched'
    end
  from provider_items i
  left join transfers t on t.id = i.transfer_id
  left join lateral (
    select abs(moved.amount_paise) as paise, (t.created_at at time zone 'Asia/Kolkata')::date as day from (${atProvider}) moved
  ) own on true
  left join orders o on o.provider_order_id = i.order_id
  left join payments p on i.kind = 'refund' and p.provider_payment_id = i.payment_id
  left join refunds r on r.payment_id = p.id
  left join lateral (
    select max(l.settlement_id) as settlement_id, sum(l.credit_paise) as credit, sum(l.debit_paise) as debit,
      sum(l.fee_paise) as fee
    from provider_settled l where l.entity_id = i.id
  ) s on true
  where i.day = ${date}::date and (i.kind = 'capture' or i.kind = 'refund' and i.status <> 'failed')`;

/** Transfers of the day that are not beside an item of the same day: it is of another day, or not listed at all. */
const ledgerRows = (date: string, from: Date, until: Date) => sql`
  insert into close_rows (id, day, kind, at, provider_id, transfer_id, order_id, provider_paise, ledger_paise, fee_paise,
    tax_paise, settlement_id, other_day, state)
  select md5(${date}::text || t.id::text)::uuid, ${date}::date, case when e.amount_paise < 0 then 'capture' else 'refund' end,
    t.created_at, i.id, t.id, t.order_id, 0, abs(e.amount_paise), 0, 0, s.settlement_id, i.day,
    case
      when i.id is null then 'not_listed'
      when i.currency <> 'INR' or i.amount_paise <> abs(e.amount_paise) then 'amount_differs'
      when s.settlement_id is null then 'awaiting'
      else 'matched'
    end
  from accounts a
  join entries e on e.account_id = a.id
  join transfers t on t.id = e.transfer_id
  left join provider_items i on i.transfer_id = t.id and not (i.kind = 'refund' and i.status = 'failed')
  left join lateral (
    select max(l.settlement_id) as settlement_id from provider_settled l where l.entity_id = i.id
  ) s on true
  where a.kind = 'gateway' and e.created_at >= ${from} and e.created_at < ${until} and i.day is distinct from ${date}::date`;

/** Settlements of the day beside what the ledger says about their contents, less the provider's fees. */
const settlementRows = (date: string, unsettledBefore: Date) => sql`
  insert into close_rows (id, day, kind, at, provider_id, provider_paise, ledger_paise, fee_paise, tax_paise,
    settlement_id, state)
  select md5(${date}::text || i.id)::uuid, ${date}::date, 'settlement', i.at, i.id, i.amount_paise, l.known, 0, 0, i.id,
    case
      when i.status = 'failed' then 'failed'
      when l.lines = 0 and i.at < ${unsettledBefore} then 'overdue'
      when l.lines = 0 then 'awaiting'
      when l.sum <> i.amount_paise then 'sum_differs'
      when l.known <> i.amount_paise then 'contents_differ'
      else 'matched'
    end
  from provider_items i
  cross join lateral (
    select count(*) as lines, coalesce(sum(s.credit_paise - s.debit_paise), 0) as sum,
      coalesce(sum(-moved.amount_paise - s.fee_paise) filter (where moved.amount_paise is not null), 0) as known
    from provider_settled s
    left join provider_items item on item.id = s.entity_id
    left join transfers t on t.id = item.transfer_id
    left join lateral (${atProvider}) moved on true
    where s.settlement_id = i.id
  ) l
  where i.day = ${date}::date and i.kind = 'settlement'`;

/** What was settled on the day and is neither a capture nor a refund that the provider listed. */
const otherRows = (date: string) => sql`
  insert into close_rows (id, day, kind, at, provider_id, provider_paise, ledger_paise, fee_paise, tax_paise,
    settlement_id, state)
  select md5(${date}::text || s.settlement_id || s.entity_id)::uuid, ${date}::date, 'other', s.at, s.entity_id,
    s.credit_paise - s.debit_paise, 0, 0, 0, s.settlement_id,
    case when s.type in ('payment', 'refund') then 'unknown_line' else 'adjustment' end
  from provider_settled s
  where s.day = ${date}::date and not exists (select from provider_items i where i.id = s.entity_id)`;

/** The totals are the sums of the rows. */
const totals = (date: string) => sql`
  update close_days d set
    written_at = ${now()},
    differences = r.differences,
    awaiting = r.awaiting,
    captured_paise = r.captured, captured_ledger_paise = r.captured_ledger,
    refunded_paise = r.refunded, refunded_ledger_paise = r.refunded_ledger,
    fee_paise = r.fee, tax_paise = r.tax,
    settled_paise = r.settled, settled_ledger_paise = r.settled_ledger, other_paise = r.other,
    state = case when r.differences > 0 then 'open' when r.awaiting > 0 or not ${isOver(date)}::boolean then 'matched' else 'closed' end
  from (
    select count(*) filter (where state not in ('matched', 'awaiting')) as differences,
      count(*) filter (where state = 'awaiting') as awaiting,
      coalesce(sum(provider_paise) filter (where kind = 'capture'), 0) as captured,
      coalesce(sum(ledger_paise) filter (where kind = 'capture'), 0) as captured_ledger,
      coalesce(sum(provider_paise) filter (where kind = 'refund'), 0) as refunded,
      coalesce(sum(ledger_paise) filter (where kind = 'refund'), 0) as refunded_ledger,
      coalesce(sum(fee_paise), 0) as fee, coalesce(sum(tax_paise), 0) as tax,
      coalesce(sum(provider_paise) filter (where kind = 'settlement'), 0) as settled,
      coalesce(sum(ledger_paise) filter (where kind = 'settlement'), 0) as settled_ledger,
      coalesce(sum(provider_paise) filter (where kind = 'other'), 0) as other
    from close_rows where day = ${date}
  ) r
  where d.day = ${date}`;
