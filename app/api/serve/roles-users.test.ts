import { expect, test } from "vitest";
import { adminCard } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aPhone } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Roles and admin users by call (C096, C098–C104): names of the wire to the letter, both shapes of permissions (Q72). */

type Reply = {
  status: number;
  success: number;
  message: string;
  code?: string;
  fields?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the calls answer different data
  data: any;
};

async function aDesk(permissions?: readonly Permission[]) {
  const { id, roleId } = await anAdmin(permissions ? { permissions } : {});
  const token = await adminToken(id);
  const call = async (line: string, body?: object): Promise<Reply> => {
    const [method, path] = line.split(" ") as [string, string];
    const request = new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { "access-token": token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "roles" } })).json();
  };
  return { call, id, roleId };
}

let last = 0;
const aName = (of: string) => `${of} ${++last} ${process.pid}`;

test("R353 C096 C098 C099 Q72 a role is added and changed, its flags nested or dotted, and answered nested", async () => {
  const { call, id } = await aDesk();
  const role_name = aName("role");
  const added = await call("POST admin/add-role", {
    role_name,
    role_created_user: "Somebody else",
    permissions: {
      add_ticket: true,
      view_role: { full_access: true },
      add_role: false,
      __proto__: { add_center: true },
    },
  });
  expect(added).toMatchObject({ success: 1, message: "Role Created successfully" });
  const { user_name } = { user_name: (await adminCard(id)).userName };
  expect(added.data).toEqual({
    _id: expect.any(String),
    role_name,
    role_created_user: user_name,
    permissions: { add_ticket: true, view_role: { full_access: true } },
  });
  const role_obj_id = added.data._id;
  const three = { delete_role: true, add_ticket: true, view_role: { full_access: true } };
  const shapes: [object, object][] = [
    [
      { permissions: { "view_role.full_access": true, delete_role: true } },
      { view_role: { full_access: true }, delete_role: true },
    ],
    // Dotted keys change those that are named and keep the others.
    [
      { "permissions.view_role.full_access": false, "permissions.add_ticket": true },
      { delete_role: true, add_ticket: true },
    ],
    [{ "permissions.view_role.full_access": true, "permissions.invented": true }, three],
    [{ "permissions.view_role.full_access": true }, three],
    [{ "permissions.invented": true }, three],
    [{}, three],
    // An object is all of them, and a dotted key beside it stands above it.
    [
      {
        permissions: { add_role: true, add_ticket: true },
        "permissions.add_ticket": false,
        "permissions.delete_role": true,
      },
      { add_role: true, delete_role: true },
    ],
    [{ permissions: { invented: true } }, {}],
    [{ "permissions.add_ticket": true }, { add_ticket: true }],
    [{ permissions: {} }, {}],
  ];
  for (const [sent, permissions] of shapes) {
    const changed = await call("PUT admin/update-role", { role_obj_id, role_name, ...sent });
    expect(changed).toMatchObject({ success: 1, message: "Role updated successfully" });
    expect(changed.data.permissions, JSON.stringify(sent)).toEqual(permissions);
  }
  const one = await call(`GET admin/get-all-available-roles?role_obj_id=${role_obj_id}`);
  expect(one.data.map(({ _id }: { _id: string }) => _id)).toEqual([role_obj_id]);
  const other = await anAdmin({ permissions: [] });
  const all = (await call("GET admin/get-all-available-roles")).data;
  expect(all.map(({ _id }: { _id: string }) => _id)).toEqual(expect.arrayContaining([role_obj_id, other.roleId]));
  expect(await call("POST admin/add-role", { role_name: "" })).toMatchObject({
    status: 422,
    success: 0,
    message: "Please fill in all required details",
    fields: { role_name: "Please fill in all required details" },
  });
  expect(await call("POST admin/add-role", { role_name, permissions: { add_role: "yes" } })).toMatchObject({
    status: 422,
  });
  expect(await call("POST admin/add-role", { role_name })).toMatchObject({ status: 409, code: "role.nameTaken" });
});

test("C100–C104 a user is created, changed, switched and removed, and the password is never told", async () => {
  const { call } = await aDesk();
  const { roleId } = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const user_name = aName("user");
  const phone_number = aPhone();
  const body = { user_name, password: "Demo@2026", country_code: "+91", phone_number, role_id: { _id: roleId } };
  const made = await call("POST admin/create-user", body);
  expect(made).toMatchObject({ success: 1, message: "User Created successfully" });
  expect(made.data).toEqual({
    _id: expect.any(String),
    user_name,
    phone: { country_code: "+91", mobile_number: phone_number },
    admin_role: "ROLE",
    client_id: null,
    is_active: 1,
    role_id: { _id: roleId, role_name: expect.any(String), permissions: { view_ticket: { full_access: true } } },
  });
  const { _id } = made.data;
  const client = await aClient();
  // Q38: either method.
  for (const method of ["PUT", "POST"]) {
    const changed = await call(`${method} admin/update-user`, {
      ...body,
      user_obj_id: _id,
      role_id: roleId,
      password: "",
      phone_number: "",
      client_id: client.id,
    });
    expect(changed).toMatchObject({
      success: 1,
      message: "User updated successfully",
      data: { admin_role: "CLIENT", client_id: client.id, phone: { mobile_number: phone_number } },
    });
  }
  expect(await call("PUT admin/update-user-status", { admin_user_id: _id, is_active: 0 })).toMatchObject({
    success: 1,
  });
  expect(await call("PUT admin/update-user-status", { admin_user_id: _id, is_active: 2 })).toMatchObject({
    status: 422,
  });
  // Q53: the form of one user reads data[0].
  const one = await call(`GET admin/get-all-users?user_obj_id=${_id}`);
  expect(one.data).toMatchObject([{ _id, user_name, is_active: 0, role_id: { _id: roleId } }]);
  for (const [sent, is_active] of [
    ["1", 1],
    ["0", 0],
    [true, 1],
    ["false", 0],
  ] as const) {
    expect((await call("PUT admin/update-user-status", { admin_user_id: _id, is_active: sent })).success).toBe(1);
    expect((await call(`GET admin/get-all-users?user_obj_id=${_id}`)).data).toMatchObject([{ is_active }]);
  }
  const all = await call("GET admin/get-all-users");
  expect(JSON.stringify(all)).not.toMatch(/argon2|password/);
  expect(all.data.allUsers).toEqual(expect.arrayContaining([expect.objectContaining({ _id, is_active: 0 })]));
  expect(await call("POST admin/remove-user", { user_object_id: _id })).toMatchObject({
    success: 1,
    message: "User deleted successfully",
    data: null,
  });
  expect((await call(`GET admin/get-all-users?user_obj_id=${_id}`)).data).toEqual([]);
  expect(await call("POST admin/remove-user", { user_object_id: _id })).toMatchObject({ status: 404, success: 0 });
  for (const field of ["user_name", "password", "phone_number", "role_id"])
    expect(await call("POST admin/create-user", { ...body, [field]: "" }), field).toMatchObject({
      status: 422,
      message: "Please fill in all required details",
      fields: { [field]: "Please fill in all required details" },
    });
});

test("H16 H17 nobody gets more by a call than by a form", async () => {
  const clerk = await aDesk(["view_admin_bar", "inactive_active", "add_role", "edit_role_permissions.full_access"]);
  const strong = await anAdmin({ permissions: ["delete_ticket"] });
  const weak = await anAdmin({ permissions: [] });
  const role_name = aName("role");
  const user_name = aName("user");
  const user = { user_name, password: "Demo@2026", phone_number: aPhone() };
  const tries: [string, object, string][] = [
    ["POST admin/add-role", { role_name, "permissions.delete_ticket": true }, "role.more"],
    [
      "PUT admin/update-role",
      { role_name, role_obj_id: weak.roleId, permissions: { delete_ticket: true } },
      "role.more",
    ],
    ["PUT admin/update-role", { role_name, role_obj_id: clerk.roleId, permissions: {} }, "role.own"],
    ["POST admin/create-user", { ...user, role_id: strong.roleId }, "role.more"],
    ["POST admin/create-user", { ...user, role_id: "SUPER_ADMIN" }, "role.more"],
    [
      "POST admin/create-user",
      { ...user, role_id: weak.roleId, admin_role: "SUPER_ADMIN", client_id: weak.id },
      "client.notFound",
    ],
    ["PUT admin/update-user", { user_obj_id: clerk.id, user_name, role_id: weak.roleId }, "user.own"],
    ["PUT admin/update-user", { user_obj_id: weak.id, user_name, role_id: strong.roleId }, "role.more"],
    ["PUT admin/update-user", { ...user, user_obj_id: weak.id, role_id: weak.roleId }, "permission.denied"],
    ["PUT admin/update-user-status", { admin_user_id: strong.id, is_active: 0 }, "role.more"],
    ["POST admin/remove-user", { user_object_id: strong.id }, "role.more"],
    ["POST admin/remove-user", { user_object_id: clerk.id }, "user.own"],
  ];
  for (const [call, body, code] of tries)
    expect([call, body, await clerk.call(call, body)]).toMatchObject([call, body, { success: 0, code }]);
  const made = await clerk.call("POST admin/create-user", { ...user, role_id: weak.roleId, admin_role: "SUPER_ADMIN" });
  expect(made).toMatchObject({ success: 1, data: { admin_role: "ROLE", phone: { mobile_number: "*****" } } });
});
