import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import { findRole } from "../roles/roles.ts";
import type { AdminCard } from "../shared.ts";

/** The rights an admin is to have. */
export type AdminRights = {
  adminRole: AdminCard["adminRole"];
  roleId?: string | null | undefined;
  clientId?: string | null | undefined;
};

/**
 * Refuse rights beyond the giver's (`role.more`), and a role or client that is not there (`role.notFound`,
 * `client.notFound`). `already` is the client an admin has, which may have become inactive.
 */
export async function needGrantable(
  actor: Actor,
  { adminRole, roleId, clientId }: AdminRights,
  already: string | null = null,
): Promise<void> {
  if (adminRole === "SUPER_ADMIN") needMay(actor, "keepSuperAdmins");
  if (roleId) {
    const role = await findRole(roleId);
    if (!role) throw missing("role.notFound");
    needMay(actor, "grant", role.permissions);
  }
  if (!clientId || clientId === already) return;
  // Held until the user is stored, so that the client is not deleted meanwhile.
  if (!(await row(sql`select 1 from clients where id = ${clientId} and is_active for share`)))
    throw missing("client.notFound");
}
