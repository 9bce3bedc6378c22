import { hasReached, sourceSql } from "#modules/tickets/index.ts";
import { everybody } from "../policy.ts";

/*
 * A request as the counters know it: one row of `report_facts`, computed from the request and its ledger in one
 * definition. Folding, the nightly check and the plain aggregate all read it from here.
 */

/** The measures that are counted, each as SQL over `tickets t`. */
const counted = {
  received: "true",
  open: "t.status not in ('CLOSED', 'CANCEL')",
  pending: "t.status = 'PENDING'",
  accepted: "t.status = 'ACCEPTED'",
  closed: "t.status = 'CLOSED'",
  cancelled: "t.status = 'CANCEL'",
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
  closing_paise: "coalesce(t.closing_price_paise, 0)",
  /** What a client was billed; a cancelled request is not due. */
  due_paise: "case when t.status = 'CANCEL' or t.client_id is null then 0 else t.client_due_paise end",
  earned_paise: "coalesce(money.earned, 0)",
  held_paise: "coalesce(money.held, 0)",
  refunded_paise: "coalesce(money.refunded, 0)",
} as const;

export type Measure = keyof typeof counted | keyof typeof amounts;
export const measures = [...Object.keys(counted), ...Object.keys(amounts)] as Measure[];

const sameDay = "at time zone 'Asia/Kolkata'";

/** A time in seconds, cut to steps that grow with it, so that few counters hold all times. */
const inSteps = (seconds: string) => `(case when ${seconds} < 7200 then floor(${seconds} / 60) * 60
  when ${seconds} < 172800 then floor(${seconds} / 900) * 900
  when ${seconds} < 1209600 then floor(${seconds} / 3600) * 3600 else floor(${seconds} / 86400) * 86400 end)::int`;

const secondsBetween = (from: string, to: string) => `greatest(extract(epoch from ${to} - ${from}), 0)`;

/** The columns of a fact, in the table's order, each with its SQL. */
const columns: readonly (readonly [string, string])[] = [
  ["ticket_id", "t.id"],
  ["day", `(t.created_at ${sameDay})::date`],
  ["hour", `extract(hour from t.created_at ${sameDay})::smallint`],
  ["client_id", "t.client_id"],
  ["service_id", "t.service_id"],
  ["city", "lower(coalesce(t.city, ''))"],
  ["pincode", "t.pincode"],
  ["center_id", "t.center_id"],
  ["source", sourceSql],
  [
    "to_accept",
    `case when ${hasReached("answered")} then ${inSteps(secondsBetween("t.broadcast_at", "t.accepted_at"))} end`,
  ],
  ["to_close", `case when ${hasReached("closed")} then ${inSteps(secondsBetween("t.created_at", "t.closed_at"))} end`],
  ...Object.entries(counted).map(([name, condition]) => [name, `(${condition})::int::smallint`] as const),
  ...Object.entries(amounts),
];

export const factColumns = columns.map(([name]) => name);

/** What a request's transfers `tr` did with their entries `e` on accounts `a`, as sums in paise. */
export const moneySums = `
  sum(e.amount_paise) filter (where a.kind in ('booking_fee_income', 'lead_fee_income', 'penalty_income')) as earned,
  sum(e.amount_paise) filter (where a.kind = 'booking_fees_held') as held,
  sum(e.amount_paise) filter (where e.amount_paise > 0 and tr.kind in
    ('booking_fee_refund', 'lead_fee_refund', 'extra_payment_refund', 'refund', 'penalty_refund')) as refunded`;

/**
 * The SELECT of the facts of the requests that meet a condition over `tickets t`. Earned is what the house's income
 * accounts kept of the request's transfers, held what waits for its closing, refunded what went back.
 */
export const factsWhere = (condition: string) => `
  select ${columns.map(([name, sql]) => `${sql} as ${name}`).join(", ")}
    from tickets t
    left join lateral (
      select ${moneySums}
        from transfers tr join entries e on e.transfer_id = tr.id join accounts a on a.id = e.account_id
       where tr.ticket_id = t.id) money on true
   where t.deleted_at is null and ${condition}`;

/** By what requests are counted apart, each as SQL over a fact `f`; null counts nowhere. */
const dimensionSql = {
  all: "''",
  service: "f.service_id::text",
  city: "f.city",
  center: "f.center_id::text",
  source: "f.source",
  pincode: "f.pincode",
  /** Seconds from the offer to the acceptance, and from the booking to the closing. */
  toAccept: "f.to_accept::text",
  toClose: "f.to_close::text",
} as const;
export type Dimension = keyof typeof dimensionSql;

/** What counters tell facts apart by; facts equal in all of these are one before they are spread. */
const apart = "day, client_id, service_id, city, center_id, source, pincode, to_accept, to_close";

/**
 * The SQL of counters: facts (with a `sign` of 1 or -1) of the table or query `from`, spread over scopes, dimensions,
 * days and months, and summed. Facts that count in the same places are summed first: an upload's requests are mostly alike.
 */
export const countersOf = (from: string) => `
  select s.scope, d.dimension, g.grain, g.period, d.value,
         ${measures.map((measure) => `sum(f.${measure}) as ${measure}`).join(", ")}
    from (select ${apart}, ${measures.map((measure) => `sum(sign * ${measure}) as ${measure}`).join(", ")}
            from ${from} group by ${apart}) f
    cross join lateral (values ('${everybody}'::uuid), (f.client_id)) as s (scope)
    cross join lateral (values ${Object.entries(dimensionSql)
      .map(([name, sql]) => `('${name}', ${sql})`)
      .join(", ")}) as d (dimension, value)
    cross join lateral (values ('day', f.day), ('month', date_trunc('month', f.day)::date)) as g (grain, period)
   where s.scope is not null and d.value is not null
   group by 1, 2, 3, 4, 5
  having ${measures.map((measure) => `sum(f.${measure}) <> 0`).join(" or ")}`;
