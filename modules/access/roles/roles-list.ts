import { z } from "zod";
import { type Actor, need, type Permission, permissions } from "#modules/kernel/actor.ts";
import { type Bind, binds } from "#modules/kernel/db/binds.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Count, countRows, type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";

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

function narrowed(actor: Actor, { search, permission, from, to }: RolesFilter, bind: Bind) {
  need(actor, "view_role.full_access");
  return [
    "r.deleted_at is null",
    search && `position(lower(${bind(search)}) in lower(r.role_name)) > 0`,
    permission && `r.permissions ? ${bind(permission)}`,
    from && `r.created_at >= ${bind(from)}`,
    to && `r.created_at <= ${bind(to)}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

function listRoles(actor: Actor, { after, before, take, ...filter }: RolesFilter & Place): Promise<Page<RoleRow>> {
  const { params, bind } = binds();
  const where = narrowed(actor, filter, bind);
  return pageByCreation<RoleRow>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    { bind, of: "r" },
    (rest) =>
      rows(
        `select r.id, r.role_name as "roleName", r.permissions, r.created_by as "createdBy",
                r.created_at as "createdAt", r.updated_at as "updatedAt",
                (select count(*)::int from admins a where a.role_id = r.id and a.deleted_at is null) as users
           from roles r where ${where} ${rest}`,
        params,
      ),
  );
}

function countRoles(actor: Actor, filter: RolesFilter): Promise<Count> {
  const { params, bind } = binds();
  return countRows(`from roles r where ${narrowed(actor, filter, bind)}`, params);
}

/** R346: the roles, newest first. */
export const rolesList = defineList<typeof RolesFilter, RoleRow>({
  name: "roles",
  title: "role.list",
  can: "view_role.full_access",
  filter: RolesFilter,
  key: ({ id }) => id,
  page: listRoles,
  count: countRoles,
  columns: [
    { id: "roleName", label: "role.name", kind: "text", value: ({ roleName }) => roleName },
    { id: "users", label: "role.users", kind: "count", value: ({ users }) => users },
    { id: "permissions", label: "role.permissionCount", kind: "count", value: ({ permissions }) => permissions.length },
    { id: "createdBy", label: "role.createdBy", kind: "text", value: ({ createdBy }) => createdBy },
    { id: "created", label: "role.createdAt", kind: "moment", value: ({ createdAt }) => createdAt },
    { id: "updated", label: "role.updatedAt", kind: "moment", value: ({ updatedAt }) => updatedAt, off: true },
    {
      id: "flags",
      label: "role.permissions",
      kind: "text",
      on: "file",
      value: ({ permissions }) => permissions.join(" "),
    },
  ],
});
