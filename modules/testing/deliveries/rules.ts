import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";

/*
 * Rules every order must obey, comparing what the provider really did (its own tables) with what we did (orders,
 * ledger, tickets, history).
 */

/** The violated rules with their orders or tickets; empty when all is well. */
export type Broken = { rule: string; what: unknown }[];

type Money = {
  id: string;
  purpose: string;
  status: string;
  amount: number;
  /** What the provider captured for it: in total, and how many payments of the right amount; and what it refunded. */
  captured: number;
  fitting: number;
  given_back: number;
  /** What the ledger booked: for the payment of the order and what a balance pays of it, and for additional payments. */
  held: number;
  earned: number;
  /** What went back to its source, or to the customer's balance instead of it. */
  refunded: number;
  in_balance: number;
  /** What a customer's balance pays of it now, besides its amount. */
  balance: number;
  extra_held: number;
  extra_refunded: number;
  fulfilled: number;
};

const moneyOfOrders = () =>
  rows<Record<keyof Money, string>>(
    sql`with provider as (
       select p.order_id, sum(p.amount) as captured, sum(p.amount_refunded) as given_back,
         count(*) filter (where p.amount = o.amount_paise and p.currency = o.currency) as fitting
       from sandbox_payments p join orders o on o.provider_order_id = p.order_id
       where p.status in ('captured', 'refunded') group by p.order_id
     ), ledger as (
       select t.order_id,
         sum(e.amount_paise) filter (where not extra and a.kind in ('booking_fees_held', 'center_wallet')) as held,
         sum(e.amount_paise) filter (where not extra and a.kind in ('booking_fee_income', 'lead_fee_income', 'subscription_income')) as earned,
         sum(e.amount_paise) filter (where not extra and a.kind = 'gateway' and e.amount_paise > 0) as refunded,
         sum(e.amount_paise) filter (where a.kind = 'consumer_wallet' and t.kind = 'booking_fee_refund') as in_balance,
         -sum(e.amount_paise) filter (where a.kind = 'consumer_wallet' and t.kind in ('fee_from_balance', 'fee_to_balance')) as balance,
         sum(e.amount_paise) filter (where extra and a.kind = 'payments_to_return') as extra_held,
         sum(e.amount_paise) filter (where extra and a.kind = 'gateway' and e.amount_paise > 0) as extra_refunded
       from (select *, kind in ('extra_payment', 'extra_payment_refund') as extra from transfers) t
       join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
       where t.order_id is not null group by t.order_id
     )
     select o.id, o.purpose, o.status, o.amount_paise as amount,
       coalesce(captured, 0) as captured, coalesce(fitting, 0) as fitting, coalesce(given_back, 0) as given_back,
       coalesce(held, 0) as held, coalesce(earned, 0) as earned, coalesce(refunded, 0) as refunded,
       coalesce(in_balance, 0) as in_balance, coalesce(balance, 0) as balance,
       coalesce(extra_held, 0) as extra_held, coalesce(extra_refunded, 0) as extra_refunded,
       (select count(*) from history h where h.subject = 'order' and h.subject_id = o.id and h.event = 'order.paid') as fulfilled
     from orders o left join provider on provider.order_id = o.provider_order_id left join ledger on ledger.order_id = o.id`,
  );

const numbers = ({ id, purpose, status, ...rest }: Record<keyof Money, string>): Money => ({
  id,
  purpose,
  status,
  ...(Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, Number(value)])) as Omit<
    Money,
    "id" | "purpose" | "status"
  >),
});

/** Where all captured money is, in paise, and how many orders were paid. */
export type MoneyPlaces = { paid: number; captured: number; held: number; earned: number; refunded: number };

/**
 * Check every order. With `settled`, refunds have had time to finish, so the provider's refunds must equal the
 * ledger's.
 */
export async function judge({ settled }: { settled: boolean }): Promise<{ broken: Broken; places: MoneyPlaces }> {
  const orders = (await moneyOfOrders()).map(numbers);
  const broken: Broken = [...(await ledgerFaults()).map((what) => ({ rule: "the ledger keeps its promises", what }))];
  const rule = (name: string, holds: (order: Money) => boolean) => {
    const what = orders.find((order) => !holds(order));
    if (what) broken.push({ rule: name, what });
  };
  rule("an order is paid if and only if the provider captured its amount, or a balance paid all of it", (one) =>
    one.fitting > 0 || one.amount === 0 ? one.status === "paid" : one.status !== "paid",
  );
  rule("a paid order was fulfilled once, any other never", (one) => one.fulfilled === (one.status === "paid" ? 1 : 0));
  rule(
    "what paid an order is exactly one of held, earned and refunded, and whole; of an unpaid one its balance is held",
    (one) => {
      const places = [one.held, one.earned, one.refunded + one.in_balance].filter((amount) => amount !== 0);
      const whole = one.status === "paid" ? one.amount + one.balance : one.balance;
      if (whole === 0) return places.length === 0;
      return places.length === 1 && places[0] === whole && (one.status === "paid" || one.held === whole);
    },
  );
  rule(
    "each rupee captured or paid by a balance is held, earned or refunded",
    (one) =>
      one.captured + one.balance ===
      one.held + one.earned + one.refunded + one.in_balance + one.extra_held + one.extra_refunded,
  );
  rule("nothing is refunded above what was captured", (one) => one.given_back <= one.captured);
  if (settled) {
    rule(
      "what the provider gave back is what the ledger says",
      (one) => one.given_back === one.refunded + one.extra_refunded,
    );
    rule("what bought nothing went back", (one) => one.extra_held === 0);
  }
  broken.push(...(await brokenTickets(settled)));
  const sum = (of: (order: Money) => number) => orders.reduce((total, order) => total + of(order), 0);
  return {
    broken,
    places: {
      paid: orders.filter(({ status }) => status === "paid").length,
      captured: sum(({ captured }) => captured),
      held: sum(({ held, extra_held }) => held + extra_held),
      earned: sum(({ earned }) => earned),
      refunded: sum(({ refunded, in_balance, extra_refunded }) => refunded + in_balance + extra_refunded),
    },
  };
}

const feeOrder = "o.ticket_id = t.id and o.purpose in ('booking_fee', 'pick_drop') and o.status = 'paid'";
/** A fee goes back by a refund to its source, or at once to the balance: what that paid, or what its source would not take. */
const goingBack = `(exists (select 1 from orders o join refunds r on r.order_id = o.id where ${feeOrder}
  and not exists (select 1 from transfers x where x.kind = 'extra_payment' and x.cause = r.payment_id::text))
  or exists (select 1 from orders o join transfers x on x.order_id = o.id where ${feeOrder}
    and (o.amount_paise = 0 and x.kind = 'fee_to_balance' or x.kind = 'booking_fee_refund')))`;

/** Ended before it was served; what a closed request moved stays, also when it is deleted. */
const isOver = "(t.status = 'CANCEL' or (t.deleted_at is not null and t.status <> 'CLOSED'))";

/** Each query finds the ids of tickets that violate its rule. */
const ticketRules: Record<string, string> = {
  "a ticket is paid if and only if its order is, until the fee goes back": `
    select t.id from tickets t
    where t.is_paid_by_public <> (exists (select 1 from orders o where ${feeOrder}) and not ${goingBack})
      and exists (select 1 from orders o where o.ticket_id = t.id and o.purpose in ('booking_fee', 'pick_drop'))`,
  "a paid ticket was told of its fee once": `
    select subject_id as id from history where event = 'ticket.feePaid' group by subject_id having count(*) > 1`,
  "a booking that is paid and open is offered, and the fee of one that is over went back": `
    select t.id from tickets t
    where t.is_paid_by_public and t.booking_fee_paise > 0
      and exists (select 1 from orders o where ${feeOrder})
      and (t.broadcast_status is null or ${isOver})`,
  "a center that accepted by card has paid, and one that paid by card has accepted or has its money": `
    select b.id from broadcasts b left join orders o on o.id = b.order_id
    where b.paid_from = 'card' and b.status in ('ACCEPTED', 'CLOSED') and o.status is distinct from 'paid'`,
  "a lead price is income only of the center that has the request, or it is back in its wallet": `
    select o.id from orders o join transfers t on t.kind = 'lead_fee' and t.cause = o.id::text
    join broadcasts b on b.id = o.broadcast_id
    where not (b.order_id = o.id and b.paid_from = 'card' and b.status in ('ACCEPTED', 'CLOSED'))`,
  "a cancelled request keeps no lead price": `
    select t.id from tickets t join transfers fee on fee.kind = 'lead_fee' and fee.ticket_id = t.id
    where ${isOver}
      and not exists (select 1 from transfers back where back.kind = 'lead_fee_refund' and back.cause = fee.cause)`,
  "a request has one center at most": `
    select ticket_id as id from broadcasts where status in ('ACCEPTED', 'CLOSED', 'RESERVED')
    group by ticket_id having count(*) > 1`,
};

const settledTicketRules: Record<string, string> = {
  "every refund is done": "select id from refunds where status <> 'processed'",
};

async function brokenTickets(settled: boolean): Promise<Broken> {
  const broken: Broken = [];
  for (const [rule, query] of Object.entries({ ...ticketRules, ...(settled && settledTicketRules) })) {
    const violations = await rows<{ id: string }>(sql.raw(query));
    if (violations.length > 0) broken.push({ rule, what: violations.slice(0, 3) });
  }
  return broken;
}
