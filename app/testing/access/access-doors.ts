import { randomUUID } from "node:crypto";
import type { Permission } from "#modules/kernel/actor.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { call, type Knock, read } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const needing = (permission: Permission) => ({ for: ["admin"], needs: [permission] }) as const;
const users = needing("view_admin_bar");
const switching = needing("inactive_active");
const adding = needing("add_role");
const editing = needing("edit_role_permissions.full_access");
const role = () => ({ roleName: `Role ${randomUUID()}` });
/** A user with a role that is not there: nobody gets one by knocking. */
const user = () => ({ userName: randomUUID(), password: "Demo@2026", mobile: aPhone(), role: randomUUID() });
const sent = () => {
  const { userName, password, mobile, role } = user();
  return { user_name: userName, password, country_code: "+91", phone_number: mobile, role_id: role };
};

const changingUser = { ...users, send: () => ({ ...sent(), user_obj_id: randomUUID() }) };

/** The requests to roles and admin users. Neither belongs to a tenant. */
export const accessDoors: Record<string, Knock> = {
  "GET api/admin/get-all-available-roles": read("admin/get-all-available-roles", needing("view_role.full_access")),
  "POST api/admin/add-role": call("admin/add-role", {
    ...adding,
    send: () => ({ role_name: `Role ${randomUUID()}`, role_created_user: "Whoever", permissions: {} }),
  }),
  "PUT api/admin/update-role": call("admin/update-role", {
    ...editing,
    send: () => ({ role_obj_id: randomUUID(), role_name: `Role ${randomUUID()}`, "permissions.add_role": true }),
  }),
  "GET api/admin/get-all-users": read("admin/get-all-users", users),
  "GET api/admin/get-all-feedBacks": read("admin/get-all-feedBacks", users),
  "POST api/admin/create-user": call("admin/create-user", { ...users, send: sent }),
  "PUT api/admin/update-user": call("admin/update-user", changingUser),
  "POST api/admin/update-user": call("admin/update-user", changingUser),
  "POST api/admin/remove-user": call("admin/remove-user", {
    ...switching,
    send: () => ({ user_object_id: randomUUID() }),
  }),
  "PUT api/admin/update-user-status": call("admin/update-user-status", {
    ...switching,
    send: () => ({ admin_user_id: randomUUID(), is_active: 0 }),
  }),
  "POST /roles deleteRole": form("/roles", "deleteRole", {
    ...needing("delete_role"),
    with: () => ({ roleId: randomUUID() }),
  }),
  "GET /add-role": page("/add-role", adding),
  "GET /add-role #edit": page("/add-role", { ...editing, with: () => ({ edit: randomUUID() }) }),
  "POST /add-role create": form("/add-role", "create", { ...adding, with: role }),
  "POST /add-role update": form("/add-role", "update", {
    ...editing,
    with: () => ({ ...role(), roleId: randomUUID() }),
  }),
  "POST /users setActive": form("/users", "setActive", {
    ...switching,
    with: () => ({ adminId: randomUUID(), isActive: "0" }),
  }),
  "POST /users remove": form("/users", "remove", { ...switching, with: () => ({ adminId: randomUUID() }) }),
  "GET /add-user": page("/add-user", users),
  "GET /add-user #edit": page("/add-user", { ...users, with: () => ({ edit: randomUUID() }) }),
  "POST /add-user create": form("/add-user", "create", { ...users, with: user }),
  "POST /add-user update": form("/add-user", "update", {
    ...users,
    with: () => ({ ...user(), adminId: randomUUID() }),
  }),
};
