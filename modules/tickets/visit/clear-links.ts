import { sql } from "kysely";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { hasEndedSql } from "../states/states-sql.ts";

/** The age at which a link that was sent and is over is removed. */
const maximumAge = 30 * day;

/**
 * Remove the links to closed requests and ended visits that were sent more than 30 days ago; runs once a day. Returns how
 * many.
 */
export async function clearLinks(): Promise<number> {
  const before = fromNow(-maximumAge);
  const visits = await rows(
    sql`delete from technician_links l using tickets t where t.id = l.ticket_id and l.created_at < ${before}
      and (${hasEndedSql()} or t.deleted_at is not null
        or t.technician_id is distinct from l.technician_id) returning 1`,
  );
  const outcomes = await rows(sql`delete from outcome_links where created_at < ${before} returning 1`);
  return visits.length + outcomes.length;
}
