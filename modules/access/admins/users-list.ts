import { sql } from "kysely";
import { z } from "zod";
import type { Actor, Permission } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { bound, id, optionalText } from "#modules/kernel/validation.ts";
import { may, needMay } from "../policy.ts";
import type { AdminCard } from "../shared.ts";

/* The admin users as a list (002 §2.6). */

const activities = ["ACTIVE", "IN_ACTIVE"] as const;

const UsersFilter = z.object({
  /** A part of the user name, or the mobile number for those who may see it. */
  search: optionalText(60),
  status: z.enum(activities).optional(),
  /** Users with this role. */
  roleId: id.optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type UsersFilter = z.output<typeof UsersFilter>;

/** A user in the list; the phone is masked for those who may not see it. */
export type UserRow = AdminCard & { client: string | null; createdAt: Date };

type UserRecord = Omit<UserRow, "role" | "createdAt"> & {
  createdAt: Date;
  roleId: string | null;
  roleName: string | null;
  permissions: Permission[] | null;
};

function filterCondition(actor: Actor, { search, status, roleId, from, to }: UsersFilter) {
  needMay(actor, "seeAdmins");
  const named = search && sql`position(lower(${search}) in lower(a.user_name)) > 0`;
  return allOf([
    sql`a.deleted_at is null`,
    named && may(actor, "seePhones") ? sql`(${named} or a.mobile = ${search})` : named,
    status && sql`a.is_active = ${status === "ACTIVE"}`,
    roleId && sql`a.role_id = ${roleId}`,
    from && sql`a.created_at >= ${from}`,
    to && sql`a.created_at <= ${to}`,
  ]);
}

async function listUsers(
  actor: Actor,
  { after, before, take, ...filter }: UsersFilter & Place,
): Promise<Page<UserRow>> {
  const where = filterCondition(actor, filter);
  const page = await pageByCreation<UserRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "a",
    (rest) =>
      rows(
        sql`select a.id, a.user_name as "userName", a.name, a.mobile, a.admin_role as "adminRole", a.is_active as "isActive",
                a.version, a.client_id as "clientId", c.client_name as client, a.created_at as "createdAt",
                r.id as "roleId", r.role_name as "roleName", r.permissions
           from admins a left join roles r on r.id = a.role_id left join clients c on c.id = a.client_id
          where ${where} ${rest}`,
      ),
  );
  return pageMap(page, (user) => userRow(actor, user));
}

function userRow(actor: Actor, { roleId, roleName, permissions, ...user }: UserRecord): UserRow {
  return {
    ...user,
    client: nameFor(actor, user.client),
    mobile: user.mobile && !may(actor, "seePhones") ? "*****" : user.mobile,
    role: roleId ? { id: roleId, roleName: roleName ?? "", permissions: permissions ?? [] } : null,
  };
}

function countUsers(actor: Actor, filter: UsersFilter): Promise<Count> {
  return countRows(sql`from admins a where ${filterCondition(actor, filter)}`);
}

/** All users, or the one that is asked for, newest first, for admins with view_admin_bar (Q10). */
export async function usersFor(actor: Actor, { adminId }: { adminId?: string | undefined }): Promise<UserRow[]> {
  needMay(actor, "seeAdmins");
  const users = await rows<UserRecord>(
    sql`select a.id, a.user_name as "userName", a.name, a.mobile, a.admin_role as "adminRole", a.is_active as "isActive",
            a.version, a.client_id as "clientId", c.client_name as client, a.created_at as "createdAt",
            r.id as "roleId", r.role_name as "roleName", r.permissions
       from admins a left join roles r on r.id = a.role_id left join clients c on c.id = a.client_id
      where a.deleted_at is null and (${adminId ?? null}::uuid is null or a.id = ${adminId ?? null}) order by a.created_at desc, a.id desc`,
  );
  return users.map((user) => userRow(actor, user));
}

/** The names of the users who have a role, for those who see roles. */
export const holdersOf = (roleId: string): Promise<{ id: string; userName: string; isActive: boolean }[]> =>
  rows(
    sql`select id, user_name as "userName", is_active as "isActive" from admins
      where role_id = ${roleId} and deleted_at is null order by lower(user_name), id`,
  );

/** R354: the users, newest first. */
export const usersList = defineList<typeof UsersFilter, UserRow>({
  name: "users",
  title: "common.users",
  can: "view_admin_bar",
  filter: UsersFilter,
  key: ({ id }) => id,
  page: listUsers,
  count: countUsers,
  columns: [
    {
      id: "userName",
      label: "user.userName",
      kind: "text",
      width: 170,
      always: true,
      value: ({ userName }) => userName,
    },
    { id: "mobile", label: "common.mobileNumberTitle", kind: "text", width: 124, value: ({ mobile }) => mobile },
    {
      id: "role",
      label: "user.role",
      kind: "text",
      width: 150,
      value: ({ role, adminRole }) => role?.roleName ?? adminRole,
    },
    { id: "client", label: "common.client", kind: "text", width: 130, value: ({ client }) => client },
    {
      id: "status",
      label: "user.status",
      kind: "text",
      width: 130,
      always: true,
      value: ({ isActive }, tell) => tell(isActive ? "user.ACTIVE" : "user.IN_ACTIVE"),
    },
    {
      id: "created",
      label: "common.createdAt",
      kind: "moment",
      width: 140,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
  ],
});
