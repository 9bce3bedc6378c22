import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  changeRole,
  changeUser,
  createRole,
  createUser,
  removeUser,
  rolesFor,
  setAdminActive,
  usersFor,
} from "#modules/access/index.ts";
import { SaveRole, SaveUser, SetUserActive, UpdateRole, UpdateUser, UserRef } from "#modules/access/shared.ts";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { reference } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { AdminUserShape, adminUser } from "../shapes/admin-user.ts";
import { ListedRoleShape, listedRole } from "../shapes/role.ts";

/* Roles and admin users (002 §7). */

const flag = z.boolean("form.choice").optional();

/** Permissions as they are sent, nested or dotted (Q72): each flag true or false. Other keys are dropped (H17). */
function flagShape(): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, parts] of flagTree)
    shape[name] =
      parts.length === 0 ? flag : z.object(Object.fromEntries(parts.map((part) => [part, flag]))).optional();
  return z.object(shape);
}

const flagTree = new Map<string, string[]>();
for (const permission of permissions) {
  const [name = "", part] = permission.split(".");
  flagTree.set(name, [...(flagTree.get(name) ?? []), ...(part ? [part] : [])]);
}

const flags = flagShape();
const flagNames = Object.fromEntries(permissions.map((key) => [`permissions.${key}`, `permissions.${key}`]));

type Flags = Record<string, boolean | Record<string, boolean | undefined> | undefined>;

/** The permissions that were sent, each with its flag. */
const flagsIn = (sent: Flags): Map<Permission, boolean> =>
  new Map(
    permissions.flatMap((permission) => {
      const [name = "", part] = permission.split(".");
      const value = sent[name];
      const flag = typeof value === "object" ? value[part ?? ""] : value;
      return flag === undefined ? [] : [[permission, flag] as const];
    }),
  );

/** The permissions that were sent as true. */
const heldIn = (sent: Flags): Permission[] => [...flagsIn(sent)].flatMap(([name, flag]) => (flag ? [name] : []));

/** `sentPermissions` says whether `permissions` were sent as an object: without a flag in it they are none. */
const roleNames = { role_name: "roleName", permissions: "sentPermissions", ...flagNames };
const sentFlags = { permissions: flags.optional(), sentPermissions: z.object({}).optional() };

/** A reference sent as an id or as `{_id}` (fixed point 22). */
const byId = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value && typeof value === "object" && "_id" in value ? value._id : value), schema);
const userRef = { adminId: byId(UserRef.shape.adminId) };
const assignmentRefs = { role: byId(SaveUser.shape.role), clientId: byId(SaveUser.shape.clientId) };
const userNames = {
  user_name: "userName",
  password: "password",
  phone_number: "mobile",
  role_id: "role",
  client_id: "clientId",
};

const userRefusals = [...textRefusals, "admin.passwordShort", "form.choice", "form.id", "form.phone"] as const;

const changing = { as: ["admin"], limit: callLimit, once: "in its transaction", fresh: "money" } as const;
const ofUser = { ...changing, can: "view_admin_bar", answer: AdminUserShape, reply: adminUser } as const;

/** Q38: path and methods are ours, since none are shown. */
const updatingUser = call({
  ...ofUser,
  summary: "Change an admin user other than oneself; an empty password or phone_number stays as it is",
  input: wire(
    { ...userNames, user_obj_id: "adminId" },
    UpdateUser.extend({ ...assignmentRefs, ...userRef }),
    userRefusals,
  ),
  run: changeUser,
  refuses: { 403: ["role.more", "user.own"], 404: ["admin.notFound"] },
  say: "user.updated",
});

/** The calls for roles (C096, C098, C099) and admin users. */
export const rolesAndUsers = {
  "GET admin/get-all-available-roles": call({
    as: ["admin"],
    can: "view_role.full_access",
    limit: reads.own,
    summary: "All roles with their permissions by name, or the one of role_obj_id",
    input: wire({ role_obj_id: "roleId" }, z.object({ roleId: reference.optional() }), ["form.id"]),
    run: rolesFor,
    answer: z.array(ListedRoleShape),
    reply: (roles) => roles.map(listedRole),
  }),
  "POST admin/add-role": call({
    ...changing,
    can: "add_role",
    summary: "Create a role of permissions the caller holds; who created it is taken from the session",
    input: wire(roleNames, SaveRole.extend(sentFlags), [...textRefusals, "form.choice"]),
    run: (admin, { roleName, permissions: sent = {} }) =>
      createRole(admin, { roleName, permissions: heldIn(sent as Flags) }),
    refuses: { 403: ["role.more"], 409: ["role.nameTaken"] },
    answer: ListedRoleShape,
    reply: listedRole,
    say: "role.created",
  }),
  "PUT admin/update-role": call({
    ...changing,
    can: "edit_role_permissions.full_access",
    summary:
      "Change a role other than one's own; permissions replaces all of them, dotted keys change those that are named and " +
      "keep the others, and without either they stay",
    input: wire(
      { ...roleNames, role_obj_id: "roleId" },
      UpdateRole.extend({ ...sentFlags, roleId: byId(UpdateRole.shape.roleId) }),
      [...textRefusals, "error.notFound", "form.choice"],
    ),
    run: (admin, { roleName, roleId, sentPermissions, permissions: sent = sentPermissions }) =>
      changeRole(admin, {
        roleId,
        roleName,
        ...(sent && (sentPermissions ? { permissions: heldIn(sent as Flags) } : { flags: flagsIn(sent as Flags) })),
      }),
    refuses: { 403: ["role.more", "role.own"], 404: ["role.notFound"] },
    answer: ListedRoleShape,
    reply: listedRole,
    say: "role.updated",
  }),
  "GET admin/get-all-users": call({
    as: ["admin"],
    can: "view_admin_bar",
    limit: reads.own,
    summary: "All admin users, newest first, as allUsers; with user_obj_id a list of that one, empty without it",
    input: wire({ user_obj_id: "adminId" }, z.object({ adminId: reference.optional() }), ["form.id"]),
    run: async (admin, input) => ({ users: await usersFor(admin, input), one: input.adminId !== undefined }),
    // Q53: the list reads allUsers, the form of one user the first entry.
    answer: z.union([z.strictObject({ allUsers: z.array(AdminUserShape) }), z.array(AdminUserShape).max(1)]),
    reply: ({ users, one }) => (one ? users.map(adminUser) : { allUsers: users.map(adminUser) }),
  }),
  "POST admin/create-user": call({
    ...ofUser,
    summary: "Create an admin user with a role of the caller's reach, or SUPER_ADMIN; with client_id a client's",
    input: wire(userNames, SaveUser.extend(assignmentRefs), userRefusals),
    run: createUser,
    refuses: { 403: ["role.more"], 404: ["client.notFound", "role.notFound"] },
    say: "user.created",
  }),
  "PUT admin/update-user": updatingUser,
  "POST admin/update-user": updatingUser,
  "POST admin/remove-user": call({
    ...changing,
    can: "inactive_active",
    summary: "Delete an admin user other than oneself; the last SUPER_ADMIN stays",
    input: wire({ user_object_id: "adminId" }, UserRef.extend(userRef), ["form.id"]),
    run: removeUser,
    refuses: { 403: ["role.more", "user.own"], 404: ["admin.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "user.deleted",
  }),
  "PUT admin/update-user-status": call({
    ...changing,
    can: "inactive_active",
    summary: "Make an admin user ACTIVE (1) or IN_ACTIVE (0), which ends their sessions",
    input: wire({ admin_user_id: "adminId", is_active: "isActive" }, SetUserActive.extend(userRef), [
      "form.choice",
      "form.id",
    ]),
    run: setAdminActive,
    refuses: { 403: ["role.more"], 404: ["admin.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "user.statusChanged",
  }),
} satisfies Contract;
