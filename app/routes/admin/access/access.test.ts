import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { flagsInGroups } from "#app/parts/access/flag-groups.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { adminNamed, openSession } from "#modules/access/index.ts";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aPhone } from "#modules/testing/factories.ts";
import { loader as download } from "../requests/lists/export.ts";
import * as servicesRoute from "../services/route.tsx";
import * as roleFormRoute from "./role-form/route.tsx";
import { action as rolesAction, loader as rolesPage } from "./roles/route.tsx";
import * as userFormRoute from "./user-form/route.tsx";
import * as usersRoute from "./users/route.tsx";

openDatabase();

const { action: roleForm, loader: roleFormPage } = roleFormRoute;
const { action: userForm, loader: userFormPage } = userFormRoute;
const { action: usersAction, loader: usersPage } = usersRoute;

/* The screens of roles and admin users: what they show, and what those who may not get by sending forms. */

type Shown = { status: number; to?: string; problem?: string; errors?: Record<string, string>; values?: object };

/** Sends a form from a session that has just given its password. */
async function send(at: unknown, path: string, cookie: string, fields: Record<string, string | readonly string[]>) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const answer = (await (at as typeof roleForm)(doorArgs(path, cookie, fields) as never)) as unknown as {
    status?: number;
    headers?: Headers;
    data?: object;
    init?: { status?: number };
  };
  return {
    status: answer.status ?? answer.init?.status ?? 200,
    to: answer.headers?.get?.("location") ?? undefined,
    ...answer.data,
  } as Shown;
}
// biome-ignore lint/suspicious/noExplicitAny: the pages differ
async function page(at: unknown, path: string, cookie: string): Promise<any> {
  return ((await (at as typeof rolesPage)(doorArgs(path, cookie) as never)) as unknown as { data: object }).data;
}
const statusOf = (at: unknown, path: string, cookie: string) =>
  page(at, path, cookie).then(
    () => 200,
    (refused: { status?: number; init?: { status: number } }) => refused.status ?? refused.init?.status,
  );

let last = 0;
const aName = (of: string) => `${of} ${++last} ${process.pid}`;
const roleNamed = (name: string) =>
  row<{ id: string; permissions: string[]; version: number }>(
    sql`select id, permissions, version from roles where role_name = ${name} and deleted_at is null`,
  );
const keeper: readonly Permission[] = [
  ...(["view_admin_bar", "inactive_active", "view_role.full_access", "add_role"] as const),
  "edit_role_permissions.full_access",
];

test("R349 the form has a box for every permission, once", () => {
  expect(flagsInGroups.flatMap(([, flags]) => [...flags]).toSorted()).toEqual([...permissions].toSorted());
});

test("R369 a permission that opens nothing says so; whoever holds those of services is refused all the same", async () => {
  const ofServices = ["view_services_list.full_access", "add_new_services", "update_services.full_access"] as const;
  for (const flag of ofServices) expect(say(`flag.${flag}`)).toMatch(/^Has no effect/);
  const refused = await drawn("/admin-dashboard", await aDesk([...ofServices, "inactive_active"]), [servicesRoute]);
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining("No access to view services") });
  expect((await drawn("/admin-dashboard", await aDesk(), [servicesRoute])).html).toMatch(/<h1>Admin Dashboard</);
});

describe("a role", () => {
  test("R350 R351 is refused without a name and keeps its ticks; with one it is there", async () => {
    const cookie = await aDesk();
    const ticks = { permissions: ["add_ticket", "view_banner"] };
    const refused = await send(roleForm, "/add-role", cookie, { intent: "create", roleName: "", ...ticks });
    expect(refused).toMatchObject({ status: 422, errors: { roleName: "form.incomplete" }, values: ticks });
    const roleName = aName("role");
    expect((await send(roleForm, "/add-role", cookie, { intent: "create", roleName, ...ticks })).to).toBe("/roles");
    const role = (await roleNamed(roleName))!;
    expect(role.permissions).toEqual(["add_ticket", "view_banner"]);
    // Without a tick it opens nothing.
    const fields = { intent: "update", roleId: role.id, version: "1", roleName };
    expect((await send(roleForm, "/add-role", cookie, fields)).to).toBe("/roles");
    expect((await roleNamed(roleName))!.permissions).toEqual([]);
    expect(await send(roleForm, "/add-role", cookie, { ...fields, ...ticks })).toMatchObject({
      problem: "error.changed",
      values: ticks,
    });
  });

  test("R346 R352 is listed with who has it and what it opens; an unknown one is not found", async () => {
    const cookie = await aDesk();
    const admin = await anAdmin({ permissions: ["view_admin_bar", "view_pending_ticket"] });
    const at = `/roles?act=view&of=${admin.roleId}`;
    const shown = await page(rolesPage, at, cookie);
    expect(shown.days.all).toBe(true);
    expect(shown.also.dialog.role).toMatchObject({ count: 1, holders: [{ userName: admin.userName }] });
    expect(shown.also.dialog.role.opens.map(({ to }: { to: string }) => to)).toEqual([
      "/notifications",
      "/pending-ticket",
      "/center-ticket",
      "/users",
      "/admin-center-onboarders",
      "/blog",
      "/notification-history",
      "/admin-feedBack",
    ]);
    const nobody = "00000000-0000-7000-8000-00000000dead";
    expect((await page(rolesPage, `/roles?act=view&of=${nobody}`, cookie)).also.dialog.role).toBeNull();
    expect(await statusOf(roleFormPage, `/add-role?edit=${nobody}`, cookie)).toBe(404);
    expect(await statusOf(roleFormPage, "/add-role?edit=x", cookie)).toBe(404);
    const filtered = await page(rolesPage, "/roles?permission=view_pending_ticket&take=100", cookie);
    expect(filtered.rows.map(({ id }: { id: string }) => id)).toContain(admin.roleId);
    const others = await page(rolesPage, "/roles?permission=view_banner&take=100", cookie);
    expect(others.rows.map(({ id }: { id: string }) => id)).not.toContain(admin.roleId);
  });

  test("cannot be one's own, nor hold what one lacks, however the form is sent", async () => {
    const admin = await anAdmin({ permissions: keeper });
    const { token } = await openSession({ kind: "admin", subjectId: admin.id, via: "cookie", address: anAddress() });
    const cookie = `admin_session=${token}`;
    expect((await page(roleFormPage, "/add-role", cookie)).grantable.toSorted()).toEqual([...keeper].toSorted());
    const own = { intent: "update", roleId: admin.roleId!, roleName: aName("role"), permissions: [...keeper] };
    expect(await send(roleForm, "/add-role", cookie, own)).toMatchObject({ status: 403, problem: "role.own" });
    const more = { intent: "create", roleName: aName("role"), permissions: ["delete_ticket"] };
    expect(await send(roleForm, "/add-role", cookie, more)).toMatchObject({ status: 403, problem: "role.more" });
    const strange = { ...more, permissions: ["__proto__"] };
    expect(await send(roleForm, "/add-role", cookie, strange)).toMatchObject({ status: 422 });
    expect(await send(rolesAction, "/roles", cookie, { intent: "deleteRole", roleId: admin.roleId! })).toMatchObject({
      status: 403,
    });
    expect(await statusOf(roleFormPage, `/add-role?edit=${admin.roleId}`, cookie)).toBe(403);
  });
});

describe("a user", () => {
  test("R359 Q14 is refused without name, role or password, and what was typed stays but the password", async () => {
    const cookie = await aDesk();
    const client = await aClient();
    const mobile = aPhone();
    const refused = await send(userForm, "/add-user", cookie, {
      intent: "create",
      userName: "",
      password: "",
      mobile,
      role: "",
      clientId: client.id,
    });
    expect(refused).toMatchObject({
      status: 422,
      errors: { userName: "form.incomplete", role: "form.incomplete", password: "form.incomplete" },
      values: { mobile, clientId: client.id },
    });
    const { roleId } = await anAdmin({ permissions: ["view_ticket.full_access"] });
    const fields = { intent: "create", userName: aName("user"), password: "Demo@2026", mobile, role: roleId! };
    const wrong = await send(userForm, "/add-user", cookie, { ...fields, mobile: "12345" });
    expect(wrong).toMatchObject({ status: 422, errors: { mobile: "form.phone" } });
    expect(JSON.stringify(wrong)).not.toContain("Demo@2026");
    expect((await send(userForm, "/add-user", cookie, { ...fields, clientId: client.id })).to).toBe("/users");
    const made = (await adminNamed(fields.userName))!;
    expect(made).toMatchObject({ adminRole: "CLIENT", clientId: client.id, mobile });
    const edit = await page(userFormPage, `/add-user?edit=${made.id}`, cookie);
    expect(edit.values).toEqual({ userName: made.userName, mobile, role: roleId, clientId: client.id });
    const updateForm = { intent: "update", adminId: made.id, version: "1", userName: made.userName, role: roleId! };
    expect((await send(userForm, "/add-user", cookie, { ...updateForm, password: "", mobile: "" })).to).toBe("/users");
    expect(await adminNamed(made.userName)).toMatchObject({ adminRole: "ROLE", clientId: null, mobile });
    const shown = await page(usersPage, `/users?act=view&of=${made.id}`, cookie);
    expect(shown.also.dialog.user).toMatchObject({ permissions: ["view_ticket.full_access"], may: { change: true } });
  });

  test("is out of reach for those with less: no form, no toggle, no deletion, no roles to give", async () => {
    const cookie = await aDesk(keeper);
    const boss = await anAdmin();
    const strong = await anAdmin({ permissions: ["delete_ticket"] });
    for (const { id } of [boss, strong]) {
      expect(await statusOf(userFormPage, `/add-user?edit=${id}`, cookie)).toBe(403);
      for (const intent of ["setActive", "remove"])
        expect(await send(usersAction, "/users", cookie, { intent, isActive: "0", adminId: id })).toMatchObject({
          status: 403,
          problem: "role.more",
        });
    }
    const { roles, maySetSignIn } = await page(userFormPage, "/add-user", cookie);
    expect(roles.map(({ value }: { value: string }) => value)).not.toContain(strong.roleId);
    expect(roles.map(({ value }: { value: string }) => value)).not.toContain("SUPER_ADMIN");
    expect(maySetSignIn).toBe(true);
    expect(await statusOf(userFormPage, "/add-user?edit=00000000-0000-7000-8000-00000000dead", cookie)).toBe(404);
  });

  test("R354 is switched on its list, which is a file for the SUPER_ADMIN alone", async () => {
    const cookie = await aDesk();
    const { id, userName } = await anAdmin({ permissions: [] });
    const switched = await send(usersAction, "/users", cookie, { intent: "setActive", adminId: id, isActive: "0" });
    expect(switched.to).toBe(`/users?did=${id}`);
    const off = await page(usersPage, "/users?status=IN_ACTIVE&take=100", cookie);
    expect(off.rows).toContainEqual(expect.objectContaining({ id, isActive: false }));
    const taken = (await download(doorArgs("/lists/users/export?status=IN_ACTIVE", cookie) as never)) as Response;
    const text = await taken.text();
    expect(text).toContain(userName);
    expect(text).not.toMatch(/argon2|no password/);
    const refused = await download(doorArgs("/lists/users/export", await aDesk(keeper)) as never);
    expect((refused as Response).status).toBe(403);
  });
});

describe("as they are drawn", () => {
  test("R346 R348 R352 the form of a role is Add Role with Save, Update Role with Update, or 'Page not found !!!'", async () => {
    const cookie = await aDesk();
    const add = await drawn("/add-role", cookie, [roleFormRoute]);
    expect(add.html).toMatch(/<h1>Add Role</);
    expect(add.html).toMatch(/<button[^>]*>Save</);
    const { roleId } = await anAdmin({ permissions: ["view_banner"] });
    const edit = await drawn(`/add-role?edit=${roleId}`, cookie, [roleFormRoute]);
    expect(edit.html).toMatch(/<h1>Update Role</);
    expect(edit.html).toMatch(/<button[^>]*>Update</);
    expect(edit.html).toMatch(/<input[^>]*value="view_banner"[^>]*checked=""|checked=""[^>]*value="view_banner"/);
    const nobody = await drawn("/add-role?edit=00000000-0000-7000-8000-00000000dead", cookie, [roleFormRoute]);
    expect(nobody).toMatchObject({ status: 404, text: expect.stringContaining("Page not found !!!") });
  });

  test("R351 R357 R360 each act on a role or a user is said in its specified words", async () => {
    const cookie = await aDesk();
    const toastAfter = async (route: { action?: unknown }, path: string, fields: Record<string, string>) => {
      await rows(sql`update sessions set proved_at = ${now()}`);
      return (await sent(path, cookie, route, fields)).toast;
    };
    const roleName = aName("role");
    expect(await toastAfter(roleFormRoute, "/add-role", { intent: "create", roleName })).toBe(
      "Role Created successfully",
    );
    const { id: roleId } = (await roleNamed(roleName))!;
    const renamed = { intent: "update", roleId, version: "1", roleName: aName("role") };
    expect(await toastAfter(roleFormRoute, "/add-role", renamed)).toBe("Role updated successfully");
    const user = { userName: aName("user"), password: "Demo@2026", mobile: aPhone(), role: roleId, clientId: "" };
    expect(await toastAfter(userFormRoute, "/add-user", { intent: "create", ...user })).toBe(
      "User Created successfully",
    );
    const { id: adminId } = (await adminNamed(user.userName))!;
    const updateForm = { intent: "update", adminId, version: "1", ...user, password: "" };
    expect(await toastAfter(userFormRoute, "/add-user", updateForm)).toBe("User updated successfully");
    expect(await toastAfter(usersRoute, "/users", { intent: "remove", adminId })).toBe("User deleted successfully");
  });

  test("R333 R355 'User Information Status' lists each permission of the user's role, allowed or denied", async () => {
    const { id } = await anAdmin({ permissions: ["view_admin_bar", "view_banner"] });
    const { html, text } = await drawn(`/users?act=view&of=${id}`, await aDesk(), [usersRoute]);
    expect(text).toContain("User Information Status");
    const flags = [...html.matchAll(/<li[^>]*>(?:(?!<\/li>).)*aria-label="(Allowed|Denied)"(?:(?!<\/li>).)*<\/li>/gs)];
    const allowed = flags.filter(([, word]) => word === "Allowed").map(([item]) => item);
    expect(flags).toHaveLength(permissions.length);
    expect(allowed).toHaveLength(2);
    for (const flag of ["view_admin_bar", "view_banner"])
      expect(allowed.some((item) => item.includes(flag))).toBe(true);
  });

  test("R356 a user's status changes on the list only once the change is made", async () => {
    const { id, userName } = await anAdmin({ permissions: ["view_banner"] });
    const status = async () => {
      const { html } = await drawn(`/users?search=${userName}`, await aDesk(), [usersRoute]);
      return /aria-label="Status of [^":]+: (\w+)"/.exec(html)?.[1];
    };
    expect(await status()).toBe("ACTIVE");
    const cookie = await aDesk();
    await rows(sql`update sessions set proved_at = null`);
    const unproved = doorArgs("/users", cookie, { intent: "setActive", adminId: id, isActive: "0" });
    await (usersAction as (args: never) => Promise<unknown>)(unproved as never);
    expect(await status()).toBe("ACTIVE");
    expect((await send(usersAction, "/users", cookie, { intent: "setActive", adminId: id, isActive: "0" })).to).toBe(
      `/users?did=${id}`,
    );
    expect(await status()).toBe("IN_ACTIVE");
  });
});
