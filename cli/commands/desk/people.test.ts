import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { row } from "#modules/kernel/db/db.server.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("users and roles are listed and shown with what they may do, to who may see them; phones are not told", async () => {
  const mobile = aPhone();
  const user = await anAdmin({ permissions: ["view_Wallet", "adjust_wallet"], mobile });
  const other = await anAdmin({ permissions: ["view_admin_bar"], isActive: false });
  const { name: roleName } = (await row<{ name: string }>(
    sql`select role_name as name from roles where id = ${user.roleId}`,
  ))!;

  const listed = await cli("users", "--search", user.userName, "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ id: user.id, mobile: "*****", role: { roleName } }]);
  expect((await cli("users", "list", "--status", "IN_ACTIVE")).out).toContain(other.userName);
  expect((await cli("users", "--search", "nobody of this name")).out).toBe("No user fits.\n");
  const shown = await cli("users", "show", user.userName.toUpperCase());
  expect(shown.out).toMatch(/may +view_Wallet, adjust_wallet/);
  expect(listed.out + shown.out).not.toContain(mobile);
  expect((await cli("users", "show", "nobody")).code).toBe(3);
  expect((await cli("users", "--as", user.userName)).code).toBe(4);

  expect(JSON.parse((await cli("roles", "--search", roleName, "--json")).out)).toMatchObject([{ roleName, users: 1 }]);
  const role = await cli("roles", "show", roleName.toLowerCase());
  expect(role.out).toMatch(new RegExp(`permissions +view_Wallet, adjust_wallet[\\s\\S]*users +${user.userName}`));
  expect((await cli("roles", "show", "No such role")).code).toBe(3);
  expect((await cli("roles", "--as", user.userName)).code).toBe(4);
  expect((await cli("roles", "--take", "501")).code).toBe(2);
}, 180_000);

test("a user is switched off and on again by who may, with --yes, and never the last SUPER_ADMIN", async () => {
  const chief = await anAdmin();
  const user = await anAdmin({ permissions: ["view_admin_bar"] });
  const isActive = async () =>
    (await row<{ on: boolean }>(sql`select is_active as "on" from admins where id = ${user.id}`))!.on;
  const unsaid = await cli("users", "disable", user.userName);
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining("may not sign in\nSay --yes to do it.")]);
  expect((await cli("users", "disable", user.userName, "--dry-run")).code).toBe(0);
  expect((await cli("users", "disable", chief.userName, "--as", user.userName, "--yes")).code).toBe(4);
  expect((await cli("users", "disable", "nobody", "--yes")).code).toBe(3);
  expect(await isActive()).toBe(true);
  expect((await cli("users", "disable", user.userName, "--as", chief.userName, "--yes")).code).toBe(0);
  expect(await isActive()).toBe(false);
  const on = await cli("users", "enable", user.userName, "--yes", "--json");
  expect([on.code, JSON.parse(on.out).done]).toMatchObject([0, { userName: user.userName, isActive: true }]);
  expect(await isActive()).toBe(true);
  expect((await cli("users", "disable", chief.userName, "--yes")).code).toBe(5);
}, 180_000);
