import { sql } from "kysely";
import type { Actor, Permission } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { may, needMay } from "../policy.ts";
import type { RoleCard } from "../shared.ts";

/** Refuse an unknown role with `role.notFound`. */
export async function needRole(roleId: string): Promise<void> {
  if (!(await row(sql`select 1 from roles where id = ${roleId} and deleted_at is null`)))
    throw missing("role.notFound");
}

/** All roles, sorted by name. */
export const allRoles = (): Promise<{ id: string; name: string }[]> =>
  rows(sql`select id, role_name as name from roles where deleted_at is null order by lower(role_name), id`);

type RoleRecord = {
  id: string;
  role_name: string;
  permissions: Permission[];
  created_by: string | null;
  version: number;
};

const card = ({ id, role_name, permissions, created_by, version }: RoleRecord): RoleCard => ({
  id,
  roleName: role_name,
  permissions,
  createdBy: created_by,
  version,
});

/** A role as it is now, without asking who looks; undefined for one that is not there. */
export async function findRole(roleId: string): Promise<RoleCard | undefined> {
  const role = await row<RoleRecord>(
    sql`select id, role_name, permissions, created_by, version from roles where id = ${roleId} and deleted_at is null`,
  );
  return role && card(role);
}

/** A role for admins with `view_role.full_access`; refuses an unknown one with `role.notFound`. */
export async function getRole(actor: Actor, roleId: string): Promise<RoleCard> {
  needMay(actor, "seeRoles");
  const role = await findRole(roleId);
  if (!role) throw missing("role.notFound");
  return role;
}

/** All roles with their permissions by name, or the one that is asked for, for admins with `view_role.full_access`. */
export async function rolesFor(actor: Actor, { roleId }: { roleId?: string | undefined }): Promise<RoleCard[]> {
  needMay(actor, "seeRoles");
  const roles = await rows<RoleRecord>(
    sql`select id, role_name, permissions, created_by, version from roles
      where deleted_at is null and (${roleId ?? null}::uuid is null or id = ${roleId ?? null}) order by lower(role_name), id`,
  );
  return roles.map(card);
}

/** The roles an admin may give to users: those with nothing the admin lacks. */
export async function rolesToGive(actor: Actor): Promise<RoleCard[]> {
  needMay(actor, "createAdmin");
  const roles = await rows<RoleRecord>(
    sql`select id, role_name, permissions, created_by, version from roles
      where deleted_at is null order by lower(role_name), id`,
  );
  return roles.map(card).filter(({ permissions }) => may(actor, "grant", permissions));
}
