import { sql } from "kysely";
import { fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { unpaidUntil } from "./unpaid.ts";

/*
 * An unverified center may accept only so many requests per day (IST), so that a cheap SIM card cannot be used to
 * collect customers' data.
 */

/**
 * SQL for the number of requests a center has accepted since an instant, plus those it has handed back since then and
 * those it has reserved and may still pay for, including expired reservations that the sweep has not freed; except the
 * offer `otherThan`.
 */
export const acceptedSinceSql = (center: Sql, since: Date, otherThan: string | null) => sql`(
  (select count(*)::int from broadcasts b join tickets t on t.id = b.ticket_id
    where b.center_id = ${center} and b.id is distinct from ${otherThan}::uuid
      and (b.status = 'RESERVED' or (b.status in ('ACCEPTED', 'CLOSED') and t.accepted_at >= ${since})))
  + (select count(*)::int from hand_backs h where h.center_id = ${center} and h.created_at >= ${since}))`;

/** The start of the current day in IST. */
export const dayBegan = (at = now()) => fromIst(istDate(at));

/** A center's limits on accepting. */
export type Accepting = {
  verified: boolean;
  /** How many requests it may still accept today; null for a verified center, which has no daily limit. */
  left: number | null;
  perDay: number;
  /** When its unpaid reservations drop below the limit; null while it may have one more. */
  unpaidUntil: Date | null;
};

/** The limits a center's pages show: whether it is verified, and what it may still accept. */
export async function acceptingOf({ centerId }: { centerId: string }): Promise<Accepting> {
  const counted = await row<{ verified: boolean; accepted: number }>(
    sql`select c.verified_at is not null as verified,
            case when c.verified_at is null then ${acceptedSinceSql(sql`c.id`, dayBegan(), null)} else 0 end as accepted
       from centers c where c.id = ${centerId}`,
  );
  const perDay = env.unverifiedAcceptsPerDay;
  const verified = counted?.verified ?? false;
  return {
    verified,
    left: verified ? null : Math.max(0, perDay - (counted?.accepted ?? 0)),
    perDay,
    unpaidUntil: await unpaidUntil(centerId),
  };
}
