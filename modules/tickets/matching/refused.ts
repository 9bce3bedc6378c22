import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

/* The centers that are never asked about a ticket, or not again. */

type CenterRow = { centerId: string };

const setOf = (centers: readonly CenterRow[]) => new Set(centers.map(({ centerId }) => centerId));

/**
 * Those that refused a ticket or handed it back, and those that did not visit the tickets it continues because its
 * customer answered that it is still needed.
 */
export async function centersThatRefused(ticketId: string): Promise<Set<string>> {
  const centers = await rows(
    sql<CenterRow>`
    with recursive earlier (id) as (
      select ticket_id from still_needed_questions where new_ticket_id = ${ticketId}::uuid
      union
      select q.ticket_id from earlier e join still_needed_questions q on q.new_ticket_id = e.id)
    select center_id as "centerId" from broadcasts where ticket_id = ${ticketId}::uuid and status = 'REJECTED'
    union
    select t.center_id from earlier e join tickets t on t.id = e.id where t.center_id is not null
    union
    select h.center_id from earlier e join hand_backs h on h.ticket_id = e.id`,
  );
  return setOf(centers);
}

/** Those that did not come to a ticket or handed it back, and those of the tickets that it continues. */
export async function centersThatDidNotCome(ticketId: string): Promise<Set<string>> {
  const centers = await rows(
    sql<CenterRow>`
    with recursive earlier (id) as (
      select ${ticketId}::uuid
      union
      select q.ticket_id from earlier e join still_needed_questions q on q.new_ticket_id = e.id)
    select t.center_id as "centerId" from earlier e join tickets t on t.id = e.id where t.center_id is not null
    union
    select h.center_id from earlier e join hand_backs h on h.ticket_id = e.id`,
  );
  return setOf(centers);
}
