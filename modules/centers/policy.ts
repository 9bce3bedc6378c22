import { sql } from "kysely";
import { type Actor, can, isDesk, isSuperAdmin, need, policyOf } from "#modules/kernel/actor.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";

/** Who may do and see what of centers, technicians and onboarders. */

/** Whose papers are looked at or decided on. */
type Holder = { kind: "center" | "technician" };

const seen = { center: "view_center_details.full_access", technician: "view_technician_details.full_access" } as const;
const decided = { center: "update_center.full_access", technician: "update_technician.full_access" } as const;

export const { may, needMay } = policyOf({
  addCenter: "add_center",
  seeCenters: seen.center,
  /** What operators do with one center from its list, and with its appeal and its kit. */
  keepCenter: decided.center,
  /** The days on which the centers of a state are closed. */
  keepHolidays: decided.center,
  /** Q43: either flag of a pair is enough. */
  changeCenter: (actor) => can(actor, "edit_center_details.full_access") || decided.center,
  deleteCenter: (actor) =>
    can(actor, seen.center)
      ? can(actor, "delete_center_details.full_access") || can(actor, "delete_center")
      : seen.center,
  /** Only a SUPER_ADMIN reads phones and e-mail addresses of centers and onboarders, wherever they are written (Q16). */
  seeContacts: isSuperAdmin,
  /** The amounts in a center's history. */
  seeMoney: "view_Wallet",
  /** Where a center is and works (Q63). */
  seePincodes: "view_center_details.view_pincode",
  /** R265 */
  seeWithoutBroadcasts: "view_broadcastedList",
  addTechnician: "add_technician",
  changeTechnician: (actor) => (can(actor, seen.technician) ? decided.technician : seen.technician),
  /** A center's owner deletes its own. */
  deleteTechnician: (actor) => (actor.kind === "center" ? !isDesk(actor) : "delete_technician"),
  /** Q63 */
  seeTechnicianPhones: "view_technician_details.technician_phone",
  seePapers: (_actor, { kind }: Holder) => seen[kind],
  decidePapers: (actor, { kind }: Holder) => (can(actor, seen[kind]) ? decided[kind] : seen[kind]),
  keepOnboarders: "view_admin_bar",
  /** Who signs in at a center's desk: its owner's, and on the operator's word the command line's. */
  keepDeskLogins: (actor) =>
    isDesk(actor) ? denied("deskLogin.ownersAlone") : actor.kind === "center" || actor.kind === "system",
});

/**
 * The technicians an actor may see, as a SQL condition over `technicians t`: a center its own, a technician themselves,
 * an admin with the permission all (Q126, H13); deleted ones are never included.
 */
export function visibleTo(actor: Actor): Sql {
  switch (actor.kind) {
    case "center":
      return sql`t.deleted_at is null and t.center_id = ${actor.centerId}::uuid`;
    case "technician":
      return sql`t.deleted_at is null and t.id = ${actor.technicianId}::uuid`;
    case "admin":
    case "system":
      need(actor, seen.technician);
      return sql`t.deleted_at is null`;
    default:
      throw denied();
  }
}
