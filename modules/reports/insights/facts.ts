import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { hasReached, isOpenSql, sourceSql } from "#modules/tickets/index.ts";
import { everybody } from "../policy.ts";

/*
 * A request as the counters know it: one row of `report_facts`, computed from the request and its ledger in one
 * definition. Folding, the nightly check and the plain aggregate all read it from here.
 */

/** The measures that are counted, each as SQL over `tickets t`. */
const counted = {
  received: sql`true`,
  open: isOpenSql(),
  pending: sql`t.status = 'PENDING'`,
  accepted: sql`t.status = 'ACCEPTED'`,
  closed: sql`t.status = 'CLOSED'`,
  cancelled: sql`t.status = 'CANCEL'`,
  paid: hasReached("paid"),
  offered: hasReached("offered"),
  taken: hasReached("taken"),
  done: hasReached("closed"),
  rated: hasReached("rated"),
  broadcast: hasReached("broadcast"),
  answered: hasReached("answered"),
  unanswered: hasReached("unanswered"),
} as const;

/** The amounts in paise, each as SQL over `tickets t` and the sums `money` of its ledger. */
const amounts = {
  /** The closing prices: what customers paid for the work. */
  closing_paise: sql`coalesce(t.closing_price_paise, 0)`,
  /** What a client was billed; a cancelled request is not due. */
  due_paise: sql`case when t.status = 'CANCEL' or t.client_id is null then 0 else t.client_due_paise end`,
  earned_paise: sql`coalesce(money.earned, 0)`,
  held_paise: sql`coalesce(money.held, 0)`,
  refunded_paise: sql`coalesce(money.refunded, 0)`,
} as const;

export type Measure = keyof typeof counted | keyof typeof amounts;
export const measures = [...Object.keys(counted), ...Object.keys(amounts)] as Measure[];

/** A time in seconds, cut to steps that grow with it, so that few counters hold all times. */
const inSteps = (seconds: Sql) => sql`(case when ${seconds} < 7200 then floor(${seconds} / 60) * 60
  when ${seconds} < 172800 then floor(${seconds} / 900) * 900
  when ${seconds} < 1209600 then floor(${seconds} / 3600) * 3600 else floor(${seconds} / 86400) * 86400 end)::int`;

const secondsBetween = (from: Sql, to: Sql) => sql`greatest(extract(epoch from ${to} - ${from}), 0)`;
const acceptedAfter = inSteps(secondsBetween(sql`t.broadcast_at`, sql`t.accepted_at`));
const closedAfter = inSteps(secondsBetween(sql`t.created_at`, sql`t.closed_at`));

/** The columns of a fact, in the table's order, each with its SQL. */
const columns: readonly (readonly [string, Sql])[] = [
  ["ticket_id", sql`t.id`],
  ["day", sql`(t.created_at at time zone 'Asia/Kolkata')::date`],
  ["hour", sql`extract(hour from t.created_at at time zone 'Asia/Kolkata')::smallint`],
  ["client_id", sql`t.client_id`],
  ["service_id", sql`t.service_id`],
  ["city", sql`lower(coalesce(t.city, ''))`],
  ["pincode", sql`t.pincode`],
  ["center_id", sql`t.center_id`],
  ["source", sourceSql],
  ["to_accept", sql`case when ${hasReached("answered")} then ${acceptedAfter} end`],
  ["to_close", sql`case when ${hasReached("closed")} then ${closedAfter} end`],
  ...Object.entries(counted).map(([name, condition]) => [name, sql`(${condition})::int::smallint`] as const),
  ...Object.entries(amounts),
];

export const factColumns = columns.map(([name]) => sql.ref(name));

/** What a request's transfers `tr` did with their entries `e` on accounts `a`, as sums in paise. */
export const moneySums = sql`
  sum(e.amount_paise) filter (where a.kind in ('booking_fee_income', 'lead_fee_income', 'penalty_income')) as earned,
  sum(e.amount_paise) filter (where a.kind = 'booking_fees_held') as held,
  sum(e.amount_paise) filter (where e.amount_paise > 0 and tr.kind in
    ('booking_fee_refund', 'lead_fee_refund', 'extra_payment_refund', 'refund', 'penalty_refund')) as refunded`;

/**
 * The SELECT of the facts of the requests that meet a condition over `tickets t`. Earned is what the house's income
 * accounts kept of the request's transfers, held what waits for its closing, refunded what went back.
 */
export const factsWhere = (condition: Sql) => sql`
  select ${sql.join(columns.map(([name, column]) => sql`${column} as ${sql.ref(name)}`))}
    from tickets t
    left join lateral (
      select ${moneySums}
        from transfers tr join entries e on e.transfer_id = tr.id join accounts a on a.id = e.account_id
       where tr.ticket_id = t.id) money on true
   where t.deleted_at is null and ${condition}`;

/** By what requests are counted apart, each as SQL over a fact `f`; null counts nowhere. */
const dimensionSql = {
  all: sql`''`,
  service: sql`f.service_id::text`,
  city: sql`f.city`,
  center: sql`f.center_id::text`,
  source: sql`f.source`,
  pincode: sql`f.pincode`,
  /** Seconds from the offer to the acceptance, and from the booking to the closing. */
  toAccept: sql`f.to_accept::text`,
  toClose: sql`f.to_close::text`,
} as const;
export type Dimension = keyof typeof dimensionSql;

/** What counters tell facts apart by; facts equal in all of these are one before they are spread. */
const apart = sql`day, client_id, service_id, city, center_id, source, pincode, to_accept, to_close`;

/**
 * The SQL of counters: facts (with a `sign` of 1 or -1) of the table or query `from`, spread over scopes, dimensions,
 * days and months, and summed. Facts that count in the same places are summed first: an upload's requests are mostly alike.
 */
export const countersOf = (from: Sql) => sql`
  select s.scope, d.dimension, g.grain, g.period, d.value,
         ${sql.join(measures.map((measure) => sql`sum(${sql.ref(`f.${measure}`)}) as ${sql.ref(measure)}`))}
    from (select ${apart}, ${sql.join(measures.map((measure) => sql`sum(sign * ${sql.ref(measure)}) as ${sql.ref(measure)}`))}
            from ${from} group by ${apart}) f
    cross join lateral (values (${sql.lit(everybody)}::uuid), (f.client_id)) as s (scope)
    cross join lateral (values ${sql.join(
      Object.entries(dimensionSql).map(([name, dimension]) => sql`(${sql.lit(name)}, ${dimension})`),
    )}) as d (dimension, value)
    cross join lateral (values ('day', f.day), ('month', date_trunc('month', f.day)::date)) as g (grain, period)
   where s.scope is not null and d.value is not null
   group by 1, 2, 3, 4, 5
  having ${sql.join(
    measures.map((measure) => sql`sum(${sql.ref(`f.${measure}`)}) <> 0`),
    sql` or `,
  )}`;
