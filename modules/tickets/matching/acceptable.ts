import { sql } from "kysely";
import { openTicketsSql, subscriptionHoldsSql, worksForClientSql } from "#modules/centers/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { acceptedSinceSql, dayBegan } from "./daily-accepts.ts";

type Accepting = { subscribeEndDate: Date | null };

/**
 * Lock the accepting center first, in a statement of its own: later counts then include what the previous holder
 * of the lock committed.
 */
export const lockCenter = (centerId: string) =>
  row(sql`select id from centers where id = ${centerId} for no key update`);

/**
 * Check a locked center again by the rules of matching (fixed point 5): facts may have changed since the offer, and
 * several tickets may be accepted at once. Its running reservations count as open tickets. An unverified center must be
 * below its daily limit.
 */
export async function needAcceptingCenter(centerId: string, broadcastId: string): Promise<Accepting> {
  const clientOfOffer = sql`(select t.client_id from broadcasts b join tickets t on t.id = b.ticket_id
    where b.id = ${broadcastId})`;
  const at = now();
  const center = await row<{
    broadcast_disabled: boolean;
    subscribe_end_date: Date | null;
    holds: boolean;
    works_for: boolean;
    open: number;
    limit: number;
    verified: boolean;
    accepted: number;
  }>(
    sql`select c.broadcast_disabled, c.subscribe_end_date, ${subscriptionHoldsSql(sql`c`, sql`${at}::timestamptz`)} as holds,
            ${worksForClientSql(sql`c.id`, clientOfOffer)} as works_for,
            c.ticket_accept_limit as limit, c.verified_at is not null as verified,
            case when c.verified_at is null then ${acceptedSinceSql(sql`c.id`, dayBegan(), broadcastId)} else 0 end as accepted,
            (select count(*)::int from (select from ${openTicketsSql(sql`c.id`)} limit c.ticket_accept_limit) as held)
            + (select count(*)::int from broadcasts b
                where b.center_id = c.id and b.status = 'RESERVED' and b.reserved_until > ${at}
                  and b.id <> ${broadcastId}) as open
       from centers c where c.id = ${centerId} and c.is_active = ${sql.lit(centerState.ACTIVE)}`,
  );
  if (!center) throw missing("broadcast.notFound");
  if (center.broadcast_disabled) throw conflict("broadcast.disabled");
  if (!center.works_for) throw conflict("broadcast.otherClients");
  if (!center.holds) throw conflict("broadcast.subscriptionOver");
  if (center.open >= center.limit) throw conflict("broadcast.capacity", { limit: center.limit });
  if (!center.verified && center.accepted >= env.unverifiedAcceptsPerDay)
    throw conflict("broadcast.unverified", { limit: env.unverifiedAcceptsPerDay });
  return { subscribeEndDate: center.subscribe_end_date };
}
