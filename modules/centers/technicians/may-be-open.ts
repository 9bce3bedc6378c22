import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";

/**
 * Whether a request `tickets t` is open, or may be again: a cancellation or deletion that can still be undone, or whose effects
 * have not happened, gives it back to the same center and technician.
 */
export const mayBeOpenSql: Sql = sql`(t.status <> 'CLOSED'
  and (t.deleted_at is null or t.deletion_final_at is null)
  and (t.status <> 'CANCEL'
    or exists (select from visit_decisions d where d.ticket_id = t.id and d.state = 'UNDOABLE')))`;
