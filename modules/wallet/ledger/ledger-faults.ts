import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { intakeKinds } from "./take-in.ts";

/** A violated rule of the ledger: which one, how often, and up to three ids as examples. */
export type LedgerFault = { rule: string; count: number; examples: string[] };

/** Each query finds the ids that violate its rule. */
const rules: Record<string, string> = {
  "the entries of a transfer sum to zero": `
    select transfer_id as id from entries group by transfer_id having sum(amount_paise) <> 0`,
  "a transfer has entries": `
    select t.id from transfers t where not exists (select 1 from entries e where e.transfer_id = t.id)`,
  "a wallet's cached balance is the sum of its entries": `
    select a.id from accounts a left join entries e on e.account_id = a.id
    where a.balance_paise is not null group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0)`,
  "a wallet is below zero only after a penalty": `
    select e.id from entries e join transfers t on t.id = e.transfer_id
    where e.balance_after_paise < 0 and e.amount_paise < 0 and t.kind <> 'penalty'`,
  "a paid order has entered the ledger once, with its amount": `
    select o.id from orders o
    left join transfers t on t.cause = o.id::text and t.kind in (${intakeKinds.map((kind) => `'${kind}'`).join(", ")})
    left join entries e on e.transfer_id = t.id and e.amount_paise > 0
    where o.status = 'paid' and o.amount_paise > 0 group by o.id, o.amount_paise
    having count(distinct t.id) <> 1 or coalesce(sum(e.amount_paise), 0) <> o.amount_paise`,
  "only a paid order has entered the ledger, but for what goes back and what a balance pays": `
    select t.id from transfers t join orders o on o.id = t.order_id
    where o.status <> 'paid'
      and t.kind not in ('extra_payment', 'extra_payment_refund', 'fee_from_balance', 'fee_to_balance')`,
  "what was captured has entered the ledger, and nothing else": `
    select o.id from orders o
    left join (
      select order_id, sum(amount_paise) as amount from payments where captured_at is not null group by order_id
    ) captured on captured.order_id = o.id
    left join (
      select t.order_id, -sum(e.amount_paise) as amount
      from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
      where a.kind = 'gateway' and e.amount_paise < 0 group by t.order_id
    ) entered on entered.order_id = o.id
    where coalesce(captured.amount, 0) <> coalesce(entered.amount, 0)`,
  "a paid order has a captured payment of its amount": `
    select o.id from orders o where o.status = 'paid' and o.amount_paise > 0 and not exists (
      select 1 from payments p
      where p.order_id = o.id and p.captured_at is not null and p.amount_paise = o.amount_paise)`,
  "a held fee is earned or refunded, never both, but for an earned one that is held again or an admin refunds": `
    select t.order_id as id from transfers t join transfers back
      on back.order_id = t.order_id and back.kind = 'booking_fee_refund'
    where t.kind = 'booking_fee_earned' and not exists (
      select from transfers undone join entries e on e.transfer_id = undone.id
        join accounts held on held.id = e.account_id and held.kind = 'booking_fees_held'
      where undone.kind in ('refund', 'booking_fee_held_again') and undone.order_id = t.order_id)`,
  "what a fee was paid with is held as a whole, or earned or refunded as a whole": `
    select t.order_id as id from transfers t
    join entries e on e.transfer_id = t.id
    join accounts held on held.id = e.account_id and held.kind = 'booking_fees_held'
    where t.order_id is not null group by t.order_id
    having sum(e.amount_paise) not in (0, coalesce(sum(e.amount_paise)
      filter (where t.kind in ('booking_fee', 'fee_from_balance', 'fee_to_balance')), 0))`,
  "a balance pays at most what its order says, nothing of a closed one, and all of one without a payment": `
    select o.id from orders o
    left join (
      select t.order_id, -sum(e.amount_paise) as amount from transfers t join entries e on e.transfer_id = t.id
        join accounts wallet on wallet.id = e.account_id and wallet.kind = 'consumer_wallet'
      where t.kind in ('fee_from_balance', 'fee_to_balance') group by t.order_id
    ) taken on taken.order_id = o.id
    where coalesce(taken.amount, 0) not between 0 and o.wallet_paise
      or o.status = 'closed' and taken.amount > 0
      or o.amount_paise = 0 and (o.status <> 'paid' or coalesce(taken.amount, 0) not in (0, o.wallet_paise))`,
  "the fee of a paid request is paid as a whole, unless an admin refunded it": `
    select o.id from orders o join tickets t on t.id = o.ticket_id
    where o.status = 'paid' and o.wallet_paise > 0 and t.is_paid_by_public
      and not exists (select from transfers undone where undone.order_id = o.id and undone.kind = 'refund')
      and o.wallet_paise <> (
        select coalesce(-sum(e.amount_paise), 0) from transfers moved join entries e on e.transfer_id = moved.id
          join accounts wallet on wallet.id = e.account_id and wallet.kind = 'consumer_wallet'
        where moved.order_id = o.id and moved.kind in ('fee_from_balance', 'fee_to_balance'))`,
  "what a balance paid goes back once and to the paisa": `
    select back.id from transfers back join entries e on e.transfer_id = back.id and e.amount_paise > 0
    where back.kind = 'fee_to_balance' and not exists (
      select from transfers taken join entries t on t.transfer_id = taken.id and t.amount_paise < 0
      where taken.kind = 'fee_from_balance' and taken.cause = back.cause and taken.order_id = back.order_id
        and -t.amount_paise = e.amount_paise and t.account_id = e.account_id)`,
  "a lead price is income once: it goes back to the wallet or to its source": `
    select t.id from transfers t
    where t.kind = 'lead_fee_refund' and t.order_id is not null
      and (select count(*) from transfers twice where twice.kind = t.kind and twice.order_id = t.order_id) > 1`,
  "a processed refund has moved the ledger, no other one has": `
    select r.id from refunds r left join transfers t on t.cause = r.id::text
      and t.kind in ('booking_fee_refund', 'lead_fee_refund', 'subscription_refund', 'extra_payment_refund')
    where (r.status = 'processed') <> (t.id is not null)`,
  "a refund by an admin returns to a center no more than it paid for the request": `
    select paid.ticket_id as id from (
      select t.ticket_id, t.kind, e.amount_paise, coalesce(o.center_id, wallet.center_id) as center_id
      from transfers t
      join entries e on e.transfer_id = t.id
      join accounts income on income.id = e.account_id and income.kind = 'lead_fee_income'
      left join orders o on o.id = t.order_id
      left join entries other on other.transfer_id = t.id and other.id <> e.id
      left join accounts wallet on wallet.id = other.account_id
      where t.kind in ('lead_fee', 'lead_fee_refund', 'refund') and t.ticket_id is not null
    ) paid
    group by paid.ticket_id, paid.center_id
    having sum(paid.amount_paise) < 0 and bool_or(paid.kind = 'refund')`,
  "a penalty goes back once and to the paisa": `
    select back.id from transfers back join entries e on e.transfer_id = back.id and e.amount_paise > 0
    where back.kind = 'penalty_refund' and not exists (
      select 1 from transfers taken join entries t on t.transfer_id = taken.id and t.amount_paise > 0
      where taken.kind = 'penalty' and taken.cause = back.cause and t.amount_paise = e.amount_paise)`,
  "an admin's refund or penalty has moved the ledger when it is done, and a returned penalty has gone back": `
    select a.id from adjustments a
    left join transfers moved on moved.cause = a.id::text and moved.kind = replace(lower(a.kind), ' ', '_')
    left join transfers back on back.cause = a.id::text and back.kind = 'penalty_refund'
    where (a.state = 'DONE') <> (moved.id is not null)
      or coalesce(a.objection = 'RETURNED', false) <> (back.id is not null)`,
  "what is moved by hand has its amount, in its wallet": `
    select a.id from adjustments a
    join transfers moved on moved.cause = a.id::text and moved.kind = replace(lower(a.kind), ' ', '_')
    where not exists (
      select from entries e join accounts w on w.id = e.account_id
      where e.transfer_id = moved.id and abs(e.amount_paise) = a.amount_paise
        and (w.center_id = a.center_id or w.consumer_id = a.consumer_id
          or a.kind in ('Subscription', 'Subscription Refund') and w.kind = 'subscription_income'
          or a.kind = 'Refund' and a.consumer_id is not null and w.kind = 'booking_fees_held'))`,
  "a bonus beside what was added to a wallet has moved with it": `
    select a.id from adjustments a
    left join transfers bonus on bonus.cause = a.id::text and bonus.kind = 'bonus'
    left join entries e on e.transfer_id = bonus.id and e.amount_paise > 0
    where a.kind = 'Wallet Added'
      and coalesce(e.amount_paise, 0) <> case when a.state = 'DONE' then a.bonus_paise else 0 end`,
  "a customer's wallet gets back no more than the fee that was earned": `
    select t.ticket_id as id from transfers t
    join entries e on e.transfer_id = t.id
    join accounts income on income.id = e.account_id and income.kind = 'booking_fee_income'
    group by t.ticket_id having sum(e.amount_paise) < 0`,
  "a subscription was paid with its amount when it was given, and what was paid without that goes back": `
    select s.id from subscriptions s
    left join transfers t on t.kind = 'subscription' and t.cause = coalesce(s.order_id, s.adjustment_id, s.id)::text
    left join entries e on e.transfer_id = t.id and e.amount_paise > 0
    where coalesce(e.amount_paise, 0)
        <> case when s.state in ('ACTIVE', 'REFUNDED') or t.id is not null then s.amount_paise else 0 end
      or s.state not in ('ACTIVE', 'REFUNDED') and (t.id is not null) <> exists (select from refunds r
        where r.order_id = s.order_id and not exists (
          select from transfers x where x.kind = 'extra_payment' and x.cause = r.payment_id::text))`,
  "a subscription gives back no more than was paid for it, and all of it when it is refunded": `
    select s.id from subscriptions s
    left join adjustments a on a.subscription_id = s.id and a.state = 'DONE'
    group by s.id having coalesce(sum(a.amount_paise), 0) > s.amount_paise
      or (coalesce(sum(a.amount_paise), 0) = s.amount_paise) <> (s.state = 'REFUNDED')`,
  "what of a given subscription goes back to its source is asked of the provider, to the paisa": `
    select s.id from subscriptions s
    left join lateral (
      select sum(e.amount_paise) as paise from transfers t
      join entries e on e.transfer_id = t.id
      join accounts held on held.id = e.account_id and held.kind = 'payments_to_return'
      where t.order_id = s.order_id and t.kind = 'subscription_refund' and e.amount_paise > 0) decided on true
    left join lateral (
      select sum(r.amount_paise) as paise from refunds r
      where r.order_id = s.order_id and not exists (
        select from transfers x where x.kind = 'extra_payment' and x.cause = r.payment_id::text)) asked on true
    where s.state in ('ACTIVE', 'REFUNDED') and coalesce(decided.paise, 0) <> coalesce(asked.paise, 0)`,
  "no payment is refunded above what was captured": `
    select r.id from refunds r join payments p on p.id = r.payment_id
    where p.captured_at is null or r.amount_paise > p.amount_paise`,
};

/** All rules as one statement, which is a twentieth of the round trips. */
const violations = sql.join(
  Object.values(rules).map(
    (query, place) => sql`select ${sql.lit(place)} as place, broken.id::text from (${sql.raw(query)}) broken`,
  ),
  sql` union all `,
);

/** The violated rules of the ledger, empty when all is well. Reads whole tables: for the doctor command and tests. */
export async function ledgerFaults(): Promise<LedgerFault[]> {
  const broken = Map.groupBy(await rows<{ place: number; id: string }>(violations), ({ place }) => place);
  return Object.keys(rules).flatMap((rule, place) => {
    const ids = broken.get(place)?.map(({ id }) => id) ?? [];
    return ids.length > 0 ? { rule, count: ids.length, examples: ids.slice(0, 3) } : [];
  });
}
