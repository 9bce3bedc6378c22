import { sql } from "kysely";
import { subscriptionHoldsSql } from "#modules/centers/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { stillNeededRules } from "../labels.ts";
import { isOpenSql } from "../states/states-sql.ts";

/** An open request that may be offered to a center, by its place among the waiting ones, oldest first. */
export type WaitingRequest = { id: string; createdAt: Date };

/** Before every request. */
export const beforeAll: WaitingRequest = { id: "00000000-0000-0000-0000-000000000000", createdAt: new Date(0) };

/**
 * A request waits while it is open, no center has it, and it was matched: it is offered to others and not accepted, or
 * no center served it. One whose fee is due was not matched; one of an erased person has no phone.
 */
const waitsSql = sql`t.status = 'PENDING' and t.center_id is null and t.deleted_at is null and t.phone <> ''
  and (t.broadcast_status = 'broadcasted' or (t.broadcast_status is null and not t.service_available))`;

const freshHours = 24;

/** A request that was opened since then (`openedAt`) is offered; the customer of an older one is asked first. */
export const freshSince = () => fromNow(-freshHours * hour);

/** As `openedAt`. */
const openedSql = sql`greatest(t.created_at, t.still_needed_at, t.broadcast_at)`;

/**
 * Whether a request is fresh, or its customer may be asked: no question is open, and not too many went unanswered. The
 * statement's `since` has `fresh` (freshSince) and `at` (now).
 */
const mayBeOfferedSql = sql`(${openedSql} > since.fresh
  or (select count(*) < ${sql.lit(stillNeededRules.unanswered)} and count(*) filter (where q.expires_at > since.at) = 0
        from still_needed_questions q
       where q.ticket_id = t.id and q.reason = 'waiting' and q.created_at > ${openedSql}))`;

/** Whether a center has no offer of a request yet, or only one that ended because another center had it. */
const notOfferedSql = (center: Sql) =>
  sql`not exists (select from broadcasts b where b.ticket_id = t.id and b.center_id = ${center} and b.status <> 'TAKEN')`;

/**
 * The next waiting requests in the service area of a center, after a place, oldest first; at most `most`. Each pair of
 * pincode and service reads that many at most. Whether the center may be offered one is decided by matching.
 */
export const waitingRequestsFor = (centerId: string, after: WaitingRequest, most: number): Promise<WaitingRequest[]> =>
  rows(
    sql<WaitingRequest>`
      select next.id, next.created_at as "createdAt"
        from (select ${freshSince()}::timestamptz as fresh, ${now()}::timestamptz as at) since
       cross join center_pincodes p
        join center_services s on s.center_id = p.center_id
       cross join lateral (
         select t.id, t.created_at from tickets t
          where t.pincode = p.pincode and t.service_id = s.service_id and ${waitsSql}
            and (t.created_at, t.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)
            and ${notOfferedSql(sql`p.center_id`)} and ${mayBeOfferedSql}
          order by t.created_at, t.id limit ${most}) as next
       where p.center_id = ${centerId}::uuid
       order by next.created_at, next.id limit ${most}`,
  );

/**
 * How many more requests that wait a center may be offered: its limit less the open requests it has and less the offers
 * it has not answered. Every offer may be accepted, so offering more than that promises what the limit refuses; a center
 * that leaves its offers unanswered is offered no more of what waits, while new requests are offered to it as ever.
 */
export async function roomOf(centerId: string): Promise<number> {
  const counts = await row(
    sql<{ room: number }>`
      select c.ticket_accept_limit
             - (select count(*)::int from (
                  select from tickets t where t.center_id = c.id and ${isOpenSql()}
                     and t.deleted_at is null limit c.ticket_accept_limit) as held)
             - (select count(*)::int from (
                  select from broadcasts b where b.center_id = c.id and b.status in ('PENDING', 'RESERVED')
                   limit c.ticket_accept_limit) as offered) as room
        from centers c where c.id = ${centerId}::uuid and c.is_active = ${centerState.ACTIVE}`,
  );
  return counts?.room ?? 0;
}

/**
 * Returns the centers after one, by id, that take requests and in whose service area some wait; checks `most` centers.
 */
export async function centersWithWaiting(
  after: string,
  most: number,
): Promise<{ centerIds: string[]; last: string | undefined }> {
  const centers = await rows(
    sql<{ id: string; some: boolean }>`
      select c.id, exists (
               select from center_pincodes p join center_services s on s.center_id = p.center_id
                 join tickets t on t.pincode = p.pincode and t.service_id = s.service_id
                where p.center_id = c.id and ${waitsSql} and ${notOfferedSql(sql`c.id`)} and ${mayBeOfferedSql}) as some
        from (select c.id from centers c cross join (select ${now()}::timestamptz as at) asked
               where c.id > ${after}::uuid and c.is_active = ${centerState.ACTIVE} and not c.broadcast_disabled
                 and ${subscriptionHoldsSql(sql`c`, sql`asked.at`)}
               order by c.id limit ${most}) as c
       cross join (select ${freshSince()}::timestamptz as fresh, ${now()}::timestamptz as at) since
       order by c.id`,
  );
  return { centerIds: centers.filter(({ some }) => some).map(({ id }) => id), last: centers.at(-1)?.id };
}

/** How many offers of a run are still open. */
export async function openOffersOfRun(runId: string): Promise<number> {
  const counts = await row(
    sql<{ n: number }>`
      select count(*)::int as n from broadcasts where run_id = ${runId}::uuid and status in ('PENDING', 'RESERVED')`,
  );
  return counts?.n ?? 0;
}

/** Returns how many open requests of its own QR code a run assigned to a center. */
export async function matchedInRun(centerId: string, runId: string): Promise<number> {
  const counts = await row(
    sql<{ n: number }>`
      select count(*)::int as n from tickets t
       where t.center_id = ${centerId}::uuid and ${isOpenSql()} and t.deleted_at is null
         and exists (select from history h where h.subject = 'ticket' and h.subject_id = t.id
                        and h.event = 'ticket.matched' and h.data->>'runId' = ${runId})`,
  );
  return counts?.n ?? 0;
}

/** Whether a request waits now; it must be locked. */
export const stillWaits = async (ticketId: string): Promise<boolean> =>
  (await row(sql`select 1 from tickets t where t.id = ${ticketId}::uuid and ${waitsSql}`)) !== undefined;
