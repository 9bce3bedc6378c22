import { openTicketsSql, subscriptionHoldsSql } from "../centers/index.ts";
import { now } from "../kernel/clock.ts";
import { row } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";

type Accepting = { subscribeEndDate: Date | null };

/**
 * Lock the accepting center and look again at what matching looked at (fixed point 5): things have changed since the
 * offer, and several tickets may be accepted at once. Its running reservations count as open tickets.
 */
export async function needAcceptingCenter(centerId: string, broadcastId: string): Promise<Accepting> {
  // Locked first and by itself, so that what is counted below is what the one before us has left.
  await row("select id from centers where id = $1 for no key update", [centerId]);
  const center = await row<{
    broadcast_disabled: boolean;
    subscribe_end_date: Date | null;
    holds: boolean;
    open: number;
    limit: number;
  }>(
    `select c.broadcast_disabled, c.subscribe_end_date, ${subscriptionHoldsSql("c", "$2::timestamptz")} as holds,
            c.ticket_accept_limit as limit,
            (select count(*)::int from (select from ${openTicketsSql("c.id")} limit c.ticket_accept_limit) as held)
            + (select count(*)::int from broadcasts b
                where b.center_id = c.id and b.status = 'RESERVED' and b.reserved_until > $2 and b.id <> $3) as open
       from centers c where c.id = $1 and c.is_active = 1`,
    [centerId, now(), broadcastId],
  );
  if (!center) throw missing("broadcast.notFound");
  if (center.broadcast_disabled) throw conflict("broadcast.disabled");
  if (!center.holds) throw conflict("broadcast.subscriptionOver");
  if (center.open >= center.limit) throw conflict("broadcast.capacity", { limit: center.limit });
  return { subscribeEndDate: center.subscribe_end_date };
}
