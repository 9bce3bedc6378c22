import { sql } from "kysely";
import { type Actor, need } from "#modules/kernel/actor.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";

/** Who may see what of the centers; every read of them starts here. */

/**
 * The technicians an actor may see, as a SQL condition over `technicians t`: a center its own, a technician themselves,
 * an admin with the permission all (Q126, H13); deleted ones are never included.
 */
export function techniciansVisibleTo(actor: Actor): Sql {
  switch (actor.kind) {
    case "center":
      return sql`t.deleted_at is null and t.center_id = ${actor.centerId}::uuid`;
    case "technician":
      return sql`t.deleted_at is null and t.id = ${actor.technicianId}::uuid`;
    case "admin":
    case "system":
      need(actor, "view_technician_details.full_access");
      return sql`t.deleted_at is null`;
    default:
      throw denied();
  }
}
