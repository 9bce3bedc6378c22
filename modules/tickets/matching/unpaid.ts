import { sql } from "kysely";
import { istTime, minute, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Broadcast } from "../broadcast.entity.ts";
import { unpaidAtOnce } from "../labels.ts";

/*
 * Prevents a center that does not pay from blocking requests other centers would accept. Centers that pay from the
 * wallet are not affected.
 */

/** How long a ticket is open to the others before a center that did not pay may reserve it again. */
const rivalsFirst = 10 * minute;
/** How often a center without a rival may reserve a ticket again after not paying for it. */
export const furtherTriesAtMost = 2;

/** The outcome of an offer's earlier reservations. */
export type PastTries = {
  /** How many ended unpaid. */
  ended: number;
  further: number;
  /** Whether another center may still take the ticket; null when none ended unpaid. */
  rivals: boolean | null;
  /** The end of the last unpaid reservation of the ticket, by any center: open to others since then. */
  openSince: Date | null;
};

/**
 * SQL for the PastTries of an offer, given by its name in the statement, at an instant. An expired reservation counts as
 * ended at its own end, even if the sweep has not run yet.
 */
export const pastTriesSql = (offer: Sql, at: Date) => sql`
  select tries.ended, ${offer}.further_tries as further,
         case when tries.ended > 0 then exists (
           select from broadcasts o where o.ticket_id = ${offer}.ticket_id and o.id <> ${offer}.id
              and o.status in ('PENDING', 'RESERVED')) end as rivals,
         case when tries.ended > 0 then (
           select max(case when ${overSql(sql`o`, at)} then o.reserved_until else o.unpaid_ended_at end)
             from broadcasts o where o.ticket_id = ${offer}.ticket_id
              and (o.unpaid_ended_at is not null or o.status = 'RESERVED')) end as "openSince"
    from (select ${offer}.unpaid_ends + case when ${overSql(offer, at)} then 1 else 0 end as ended) as tries`;

const overSql = (offer: Sql, at: Date) => sql`(${offer}.status = 'RESERVED' and ${offer}.reserved_until <= ${at})`;

/** When a center may reserve again: null for at once, "never" when its further tries are used up. */
export function nextTry({ ended, further, rivals, openSince }: PastTries, at = now()): Date | "never" | null {
  if (ended === 0) return null;
  if (!rivals) return further < furtherTriesAtMost ? null : "never";
  const from = new Date(openSince!.getTime() + rivalsFirst);
  return from > at ? from : null;
}

/** Whether reserving now would be a further try: an earlier reservation ended unpaid and there is no rival. */
export const isFurther = ({ ended, rivals }: PastTries) => ended > 0 && !rivals;

/** The past tries of one offer. */
export const pastTriesOf = async (broadcastId: string, at = now()): Promise<PastTries> =>
  (await row<PastTries>(
    sql`select past.* from broadcasts b cross join lateral (${pastTriesSql(sql`b`, at)}) as past where b.id = ${broadcastId}`,
  ))!;

/** Refuse a center that must wait before it may reserve this offer. Its center and ticket must be locked. */
export async function needTurn({ id, centerId }: Broadcast): Promise<PastTries> {
  const tries = await pastTriesOf(id);
  const next = nextTry(tries);
  if (next === "never") throw conflict("broadcast.noMoreTries", { count: tries.ended });
  if (next) throw conflict("broadcast.rivalsFirst", { time: timeAfter(next) });
  const until = await unpaidUntil(centerId, id);
  if (until) throw conflict("broadcast.unpaidAtOnce", { limit: unpaidAtOnce, time: timeAfter(until) });
  return tries;
}

/** When a center at its limit of unpaid reservations may have another; null while it is below the limit. */
export async function unpaidUntil(centerId: string, otherThan: string | null = null): Promise<Date | null> {
  const held = await row<{ count: number; until: Date | null }>(
    sql`select count(*)::int as count, min(reserved_until) as until from broadcasts
      where center_id = ${centerId} and status = 'RESERVED' and reserved_until > ${now()}
        and id is distinct from ${otherThan}::uuid`,
  );
  return held && held.count >= unpaidAtOnce ? held.until : null;
}

/** The time rounded up to the full minute, so that a retry at the displayed time is not too early. */
const timeAfter = (at: Date) => istTime(new Date(Math.ceil(at.getTime() / minute) * minute));
