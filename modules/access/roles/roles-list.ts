import { sql } from "kysely";
import { z } from "zod";
import { type Actor, type Permission, permissions } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { type Count, countRows, type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { needMay } from "../policy.ts";

/* The roles as a list (002 §2.5). */

const RolesFilter = z.object({
  /** A part of the name. */
  search: optionalText(50),
  /** Roles that hold it. */
  permission: z.enum(permissions).optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type RolesFilter = z.output<typeof RolesFilter>;

/** A role in the list, with how many users have it. */
export type RoleRow = {
  id: string;
  roleName: string;
  permissions: Permission[];
  users: number;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
};

function filterCondition(actor: Actor, { search, permission, from, to }: RolesFilter) {
  needMay(actor, "seeRoles");
  return allOf([
    sql`r.deleted_at is null`,
    search && sql`position(lower(${search}) in lower(r.role_name)) > 0`,
    permission && sql`r.permissions ? ${permission}`,
    from && sql`r.created_at >= ${from}`,
    to && sql`r.created_at <= ${to}`,
  ]);
}

function listRoles(actor: Actor, { after, before, take, ...filter }: RolesFilter & Place): Promise<Page<RoleRow>> {
  const where = filterCondition(actor, filter);
  return pageByCreation<RoleRow>(actor, { after, before, take, oldestFirst: filter.oldestFirst }, "r", (rest) =>
    rows(
      sql`select r.id, r.role_name as "roleName", r.permissions, r.created_by as "createdBy",
                r.created_at as "createdAt", r.updated_at as "updatedAt",
                (select count(*)::int from admins a where a.role_id = r.id and a.deleted_at is null) as users
           from roles r where ${where} ${rest}`,
    ),
  );
}

function countRoles(actor: Actor, filter: RolesFilter): Promise<Count> {
  return countRows(sql`from roles r where ${filterCondition(actor, filter)}`);
}

/** R346: the roles, newest first. */
export const rolesList = defineList<typeof RolesFilter, RoleRow>({
  name: "roles",
  title: "common.roles",
  can: "view_role.full_access",
  filter: RolesFilter,
  key: ({ id }) => id,
  page: listRoles,
  count: countRoles,
  columns: [
    { id: "roleName", label: "role.name", kind: "text", width: 240, always: true, value: ({ roleName }) => roleName },
    { id: "users", label: "common.users", kind: "count", width: 96, value: ({ users }) => users },
    {
      id: "permissions",
      label: "common.permissions",
      kind: "count",
      width: 120,
      value: ({ permissions }) => permissions.length,
    },
    { id: "createdBy", label: "role.createdBy", kind: "text", width: 170, value: ({ createdBy }) => createdBy },
    {
      id: "created",
      label: "role.createdAt",
      kind: "moment",
      width: 150,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
    {
      id: "updated",
      label: "role.updatedAt",
      kind: "moment",
      width: 150,
      value: ({ updatedAt }) => updatedAt,
      off: true,
    },
    {
      id: "flags",
      label: "common.permissions",
      kind: "text",
      on: "file",
      value: ({ permissions }) => permissions.join(" "),
    },
  ],
});
