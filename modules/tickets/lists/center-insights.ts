import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { BroadcastStatus } from "../labels.ts";
import { displayedStatus, type InsightDays, type TicketStatus } from "../labels.ts";

/** Whole days in IST from `from` to `to` inclusive (YYYY-MM-DD). */
export type Days = { from: string; to: string };

export type CenterInsights = Days & {
  /** The requests received in the period, by their displayed status now, the largest count first. */
  byStatus: { status: string; count: number }[];
  accepted: number;
  /** How long the center took to accept offers, over the latest ones: the median, and counts per bucket. */
  response: { medianSeconds: number | null; spread: { upToMinutes: number | null; count: number }[] };
  closed: number;
  earnedPaise: Paise;
  /** What the closed requests earned, per slice of the period. */
  earnings: (Days & { paise: Paise; closed: number })[];
  /** How many closed requests got each number of stars, five first. */
  stars: { stars: number; count: number }[];
};

/** Days per bar of the earnings chart. */
const barDays: Record<InsightDays, number> = { 7: 1, 30: 1, 90: 7, 365: 30 };
/** Upper bounds of the response-time buckets, in minutes. */
const spreadMinutes = [5, 15, 60] as const;
/** How many of the newest acceptances the response time is measured over, which keeps the query fast. */
const latest = 1_000;

/**
 * A center's figures for the last `days` days including today: received, accepted, closed, earned, ratings, response
 * time.
 */
export async function centerInsights(actor: Actor, days: InsightDays): Promise<CenterInsights> {
  needKind(actor, "center");
  const time = { from: istDate(fromNow(-(days - 1) * day)), to: istDate() };
  const within = {
    centerId: actor.centerId,
    from: fromIst(time.from),
    before: new Date(fromIst(time.to).getTime() + day),
  };
  const states = await statesOf(within);
  const { accepted, ...response } = await responseOf(within);
  const earnings = await earningsOf(within, time, barDays[days]);
  return {
    ...time,
    byStatus: states,
    accepted,
    response,
    closed: earnings.reduce((sum, { closed }) => sum + closed, 0),
    earnedPaise: toPaise(earnings.reduce((sum, { paise }) => sum + paise, 0)),
    earnings,
    stars: await starsOf(within),
  };
}

type Within = { centerId: string; from: Date; before: Date };

type StateCount = {
  status: TicketStatus;
  broadcastStatus: BroadcastStatus | null;
  technicianId: string | null;
  count: number;
};

async function statesOf({ centerId, from, before }: Within) {
  const groups = await rows<StateCount>(
    sql`select t.status, t.broadcast_status as "broadcastStatus",
            case when t.technician_id is not null then 'assigned' end as "technicianId", count(*)::int as count
       from tickets t
      where t.center_id = ${centerId} and t.deleted_at is null and t.created_at >= ${from} and t.created_at < ${before}
      group by 1, 2, 3`,
  );
  const counts = new Map<string, number>();
  for (const group of groups) {
    const status = displayedStatus(group);
    counts.set(status, (counts.get(status) ?? 0) + group.count);
  }
  return [...counts].map(([status, count]) => ({ status, count })).toSorted((one, two) => two.count - one.count);
}

async function responseOf({ centerId, from, before }: Within) {
  const [five, quarter, hour] = spreadMinutes.map((minutes) => minutes * 60);
  const response = await row<{ accepted: number; median: number | null; spread: number[] }>(
    sql`select (select count(*)::int from tickets t where t.center_id = ${centerId} and t.deleted_at is null
              and t.accepted_at >= ${from} and t.accepted_at < ${before}) as accepted,
            percentile_cont(0.5) within group (order by seconds) as median,
            array[count(*) filter (where seconds <= ${five!}::int),
                  count(*) filter (where seconds > ${five!}::int and seconds <= ${quarter!}::int),
                  count(*) filter (where seconds > ${quarter!}::int and seconds <= ${hour!}::int),
                  count(*) filter (where seconds > ${hour!}::int)]::int[] as spread
       from (select extract(epoch from t.accepted_at - b.created_at)::float8 as seconds
               from (select t.id, t.accepted_at from tickets t
                      where t.center_id = ${centerId} and t.deleted_at is null
                        and t.accepted_at >= ${from} and t.accepted_at < ${before}
                      order by t.accepted_at desc limit ${sql.lit(latest)}) t
               join broadcasts b on b.ticket_id = t.id and b.center_id = ${centerId}) as answers`,
  );
  const spread = response?.spread ?? [];
  return {
    accepted: response?.accepted ?? 0,
    medianSeconds: response?.median ?? null,
    spread: [...spreadMinutes, null].map((upToMinutes, at) => ({ upToMinutes, count: spread[at] ?? 0 })),
  };
}

async function earningsOf(within: Within, { from, to }: Days, size: number) {
  const bars = await rows<{ bar: number; closed: number; paise: string }>(
    sql`select ((t.closed_at at time zone 'Asia/Kolkata')::date - ${from}::date) / ${size}::int as bar, count(*)::int as closed,
            coalesce(sum(t.closing_price_paise), 0)::bigint as paise
       from tickets t
      where t.center_id = ${within.centerId} and t.status = 'CLOSED' and t.deleted_at is null
        and t.closed_at >= ${within.from} and t.closed_at < ${within.before}
      group by 1`,
  );
  const first = fromIst(from).getTime();
  const count = Math.ceil((fromIst(to).getTime() - first + day) / (size * day));
  return Array.from({ length: count }, (_, at) => {
    const bar = bars.find((one) => one.bar === at);
    const last = istDate(new Date(first + ((at + 1) * size - 1) * day));
    return {
      from: istDate(new Date(first + at * size * day)),
      to: last < to ? last : to,
      closed: bar?.closed ?? 0,
      paise: toPaise(bar?.paise ?? 0),
    };
  });
}

async function starsOf({ centerId, from, before }: Within) {
  const ratings = await rows<{ stars: number; count: number }>(
    sql`select t.star_rating as stars, count(*)::int as count from tickets t
      where t.center_id = ${centerId} and t.status = 'CLOSED' and t.deleted_at is null
        and t.closed_at >= ${from} and t.closed_at < ${before} and t.star_rating is not null
      group by 1`,
  );
  return [5, 4, 3, 2, 1, 0].map((stars) => ({ stars, count: ratings.find((one) => one.stars === stars)?.count ?? 0 }));
}
