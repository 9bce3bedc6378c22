import { type Actor, need } from "#modules/kernel/actor.ts";
import type { Bind } from "#modules/kernel/db/binds.ts";
import { denied } from "#modules/kernel/errors.ts";

/** Who may see what of the centers; every read of them starts here. */

/**
 * The technicians an actor may see, as a SQL condition over `technicians t`: a center its own, a technician themselves,
 * an admin with the permission all (Q126, H13); deleted ones are never included.
 */
export function techniciansVisibleTo(actor: Actor, bind: Bind): string {
  switch (actor.kind) {
    case "center":
      return `t.deleted_at is null and t.center_id = ${bind(actor.centerId)}::uuid`;
    case "technician":
      return `t.deleted_at is null and t.id = ${bind(actor.technicianId)}::uuid`;
    case "admin":
    case "system":
      need(actor, "view_technician_details.full_access");
      return "t.deleted_at is null";
    default:
      throw denied();
  }
}
