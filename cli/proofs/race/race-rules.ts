import { pool } from "#modules/kernel/db/db.server.ts";

/*
 * What must hold after a race, in SQL that uses only the tables and none of the product's code.
 */

/** Queries by the sentence they prove; each finds the ids of what breaks it. */
export type Rules = Record<string, string>;

/** The price of an acceptance in paise: lower for a subscribed center (fixed point 5). */
const price = "case when c.subscribe_end_date > now() then 4900 else 9900 end";

const rules: Rules = {
  "a request that was not cancelled has exactly one center": `
    select t.id from tickets t where t.status <> 'CANCEL' and t.center_id is null`,
  "a request was won once: accepted by one center, or given to one by an admin": `
    select t.id from tickets t
      left join history h on h.subject = 'ticket' and h.subject_id = t.id
       and h.event in ('ticket.accepted', 'ticket.centerGiven')
     group by t.id having count(h.id) > 1 or count(h.id) <> count(distinct t.center_id)`,
  "an accepted request belongs to the center of its one accepted offer": `
    select t.id from tickets t left join broadcasts b on b.ticket_id = t.id and b.status = 'ACCEPTED'
     where t.broadcast_status = 'accepted after broadcast'
     group by t.id having count(b.id) <> 1 or max(b.center_id::text) <> t.center_id::text`,
  "an offer is accepted only where its request was": `
    select b.id from broadcasts b join tickets t on t.id = b.ticket_id
     where b.status = 'ACCEPTED' and t.broadcast_status <> 'accepted after broadcast'`,
  "every other offer is over: taken or rejected": `
    select b.id from broadcasts b where b.status not in ('ACCEPTED', 'TAKEN', 'REJECTED')`,
  "every reservation was confirmed or freed": `
    select b.id from broadcasts b
      join lateral (
        select count(*) filter (where h.event = 'broadcast.reserved') as made,
               count(*) filter (where h.from_state = 'RESERVED') as ended
          from history h where h.subject = 'ticket' and h.subject_id = b.ticket_id
           and h.data ->> 'broadcastId' = b.id::text) as r on true
     where r.made - r.ended not in (0, case when b.status = 'TAKEN' then 1 else 0 end)
        or b.status = 'RESERVED'`,
  "no center reserved a request again before the others had ten minutes, but for two further tries of one alone": `
    select b.id from broadcasts b
      join lateral (
        select count(*) as early from history r
         where r.subject = 'ticket' and r.subject_id = b.ticket_id and r.event = 'broadcast.reserved'
           and r.data ->> 'broadcastId' = b.id::text
           and exists (
             select from history f where f.subject = 'ticket' and f.subject_id = b.ticket_id
                and f.event = 'broadcast.released' and f.data ->> 'broadcastId' = b.id::text
                and f.id < r.id and f.at > r.at - interval '9 minutes')) as again on true
     where again.early > b.further_tries or b.further_tries > 2`,
  "history tells of one acceptance once": `
    select subject_id as id from history where event in ('broadcast.accepted', 'ticket.accepted', 'ticket.cancelled')
     group by subject_id, event having count(*) > 1`,
  "no center holds more accepted requests than its limit": `
    select c.id from centers c join broadcasts b on b.center_id = c.id and b.status = 'ACCEPTED'
      join tickets t on t.id = b.ticket_id and t.status <> 'CANCEL'
     group by c.id having count(*) > c.ticket_accept_limit`,

  "a lead price was taken for each accepted paid request and for nothing else, once": `
    select t.id from tickets t left join transfers f on f.ticket_id = t.id and f.kind = 'lead_fee'
     group by t.id having count(f.id) <>
       (select count(*) from broadcasts b where b.ticket_id = t.id and b.status = 'ACCEPTED' and b.paid_from is not null)`,
  "a request the public paid for is paid for by its center, any other is not": `
    select b.id from broadcasts b join tickets t on t.id = b.ticket_id
     where b.status = 'ACCEPTED' and ((t.booking_fee_paise > 0) <> (b.paid_from is not null)
        or t.is_paid_by_technician <> (b.paid_from is not null and t.status <> 'CANCEL'))`,
  "the lead price came out of the winner's wallet, or from the winner's own card order": `
    select f.id from transfers f
      join broadcasts b on b.ticket_id = f.ticket_id and b.status = 'ACCEPTED'
      join centers c on c.id = b.center_id
      join entries e on e.transfer_id = f.id and e.amount_paise < 0
      join accounts a on a.id = e.account_id
      left join orders o on o.id = f.order_id
     where f.kind = 'lead_fee' and (
       e.amount_paise <> -(${price})
       or (b.paid_from = 'wallet' and (a.center_id is distinct from b.center_id or f.cause <> b.id::text))
       or (b.paid_from = 'card' and (a.kind <> 'gateway' or o.broadcast_id is distinct from b.id)))`,
  "the lead price of a request that was cancelled went back into its center's wallet, of no other, once": `
    select t.id from tickets t left join transfers f on f.ticket_id = t.id and f.kind = 'lead_fee'
      left join entries paid on paid.transfer_id = f.id and paid.amount_paise > 0
      left join transfers r on r.ticket_id = t.id and r.kind = 'lead_fee_refund'
      left join entries e on e.transfer_id = r.id and e.amount_paise > 0
      left join accounts a on a.id = e.account_id
     group by t.id having count(distinct r.id) <> case when t.status = 'CANCEL' then count(distinct f.id) else 0 end
        or bool_or(a.center_id is distinct from t.center_id or e.amount_paise <> paid.amount_paise)
             filter (where r.id is not null)`,
  "a loser is never charged: what leaves a wallet is the price of a request it has won": `
    select e.id from entries e join accounts a on a.id = e.account_id and a.kind = 'center_wallet'
      join transfers f on f.id = e.transfer_id
     where e.amount_paise < 0 and not exists (
       select 1 from broadcasts b
        where b.id::text = f.cause and b.center_id = a.center_id and b.status = 'ACCEPTED' and b.paid_from = 'wallet')`,
  "each captured payment is in the books once: it won its request, or it is in the payer's wallet": `
    select s.id from sandbox_payments s join sandbox_orders so on so.id = s.order_id
      left join orders o on o.provider_order_id = so.id
      left join transfers f on f.order_id = o.id and f.kind in ('lead_fee', 'late_payment', 'booking_fee')
      left join entries e on e.transfer_id = f.id and e.amount_paise > 0
      left join accounts a on a.id = e.account_id
     where s.status in ('captured', 'refunded')
     group by s.id, o.id, s.amount having count(f.id) <> 1 or o.status <> 'paid' or max(e.amount_paise) <> s.amount
        or bool_or(f.kind = 'late_payment' and a.center_id is distinct from o.center_id)`,
  "a fee went back for each cancelled request the public paid for, and for no other, once": `
    select t.id from tickets t left join orders o on o.ticket_id = t.id and o.purpose = 'booking_fee'
      left join payments p on p.order_id = o.id
      left join sandbox_refunds r on r.payment_id = p.provider_payment_id and r.status = 'processed'
      left join transfers f on f.order_id = o.id and f.kind = 'booking_fee_refund'
     group by t.id having count(distinct r.id) <> case when t.status = 'CANCEL' and t.booking_fee_paise > 0 then 1 else 0 end
        or count(distinct f.id) <> count(distinct r.id)`,

  "the customer hears of an acceptance and of a cancellation once": `
    select ticket_id as id from messages where ticket_id is not null
     group by ticket_id, cause having count(*) > 1 or max(attempts) > 1`,
  "one job tells of one acceptance": `
    select data ->> 'ticketId' as id from pgboss.job where name = 'notifications.tellCustomer'
     group by data ->> 'ticketId', data ->> 'news' having count(*) > 1`,
  "an accepted request has told its customer so": `
    select t.id from tickets t where t.status = 'ACCEPTED' and not exists (
      select 1 from pgboss.job j where j.name = 'notifications.tellCustomer' and j.state = 'completed'
         and j.data ->> 'ticketId' = t.id::text and j.data ->> 'news' = 'accepted')`,
  "no job is left, and none has failed": `
    select id::text from pgboss.job where state in ('created', 'retry', 'active', 'failed')
       and name ~ '^(wallet|notifications)[.]'`,
};

/** What must hold of the ledger after any contest. */
export const ledgerRules: Rules = {
  "the ledger sums to zero": `
    select 'ledger' as id from entries having sum(amount_paise) <> 0`,
  "the entries of a transfer sum to zero": `
    select transfer_id as id from entries group by transfer_id having sum(amount_paise) <> 0 or count(*) < 2`,
  "a wallet's balance is the sum of its entries, and none is below zero": `
    select a.id from accounts a left join entries e on e.account_id = a.id where a.kind in ('center_wallet', 'consumer_wallet')
     group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0) or a.balance_paise < 0`,
  "no wallet was below zero at any moment": `
    select id from entries where balance_after_paise < 0`,
};

/** The rules a race broke, as sentences. */
export const brokenRules = () => brokenOf({ ...rules, ...ledgerRules });

/** The broken ones of some rules as sentences, with how often and for which ids. */
export async function brokenOf(checked: Rules): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(checked)) {
    const { rows } = await pool().query<{ id: string }>(query);
    if (rows.length === 0) continue;
    const examples = rows.slice(0, 3).map(({ id }) => id);
    broken.push(`NOT so: ${rule} (${rows.length} times: ${examples.join(", ")})`);
  }
  return broken;
}
