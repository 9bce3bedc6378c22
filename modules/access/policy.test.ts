import { expect, test } from "vitest";
import { type Permission, permissions, system } from "#modules/kernel/actor.ts";
import { asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { may, needMay } from "./policy.ts";

const house = ["saveRole", "changePassword", "changePhone"] as const;
const needs = {
  createAdmin: "view_admin_bar",
  changeAdmin: "view_admin_bar",
  setActive: "inactive_active",
  removeAdmin: "inactive_active",
  createRole: "add_role",
  changeRole: "edit_role_permissions.full_access",
  deleteRole: "delete_role",
} as const satisfies Record<string, Permission>;
const acts = [...house, ...(Object.keys(needs) as (keyof typeof needs)[])];
const withFlags = (...flags: readonly Permission[]) => asAdmin(undefined, { permissions: flags });

test("a SUPER_ADMIN and the house do everything with users and roles, the public and a client's admin nothing", () => {
  const client = asAdmin(undefined, { permissions, clientId: "00000000-0000-7000-8000-000000000009" });
  for (const act of acts) {
    expect([may(asAdmin(), act), may(system("seed"), act)]).toEqual([true, true]);
    expect([may(client, act), may(asVisitor(), act)], act).toEqual([false, false]);
  }
});

test("others need an act's permission; password and phone of another user no permission gives", () => {
  for (const [act, flag] of Object.entries(needs) as [keyof typeof needs, Permission][]) {
    expect(may(withFlags(flag), act), act).toBe(true);
    expect(may(withFlags(...permissions.filter((each) => each !== flag)), act), act).toBe(false);
  }
  const clerk = withFlags(...permissions);
  expect(house.filter((act) => may(clerk, act))).toEqual([]);
  expect(may(clerk, "changePassword", { adminId: "another" })).toBe(false);
  expect(acts.filter((act) => may(withFlags(), act, { adminId: withFlags().adminId }))).toEqual(["changePassword"]);
  expect(() => needMay(withFlags(), "createAdmin")).toThrow(
    expect.objectContaining({ kind: "denied", key: "permission.denied" }),
  );
});

test("H17 nobody grants what they lack, and only a SUPER_ADMIN gives what a second admin must approve", () => {
  const clerk = withFlags("add_ticket", "adjust_wallet");
  expect(permissions.filter((permission) => may(clerk, "grant", [permission]))).toEqual(["add_ticket"]);
  expect(may(asAdmin(), "grant", permissions)).toBe(true);
  expect(
    [["add_ticket"], ["add_ticket", "delete_ticket"], []].map((all) => may(clerk, "grant", all as Permission[])),
  ).toEqual([true, false, true]);
  expect(() => needMay(clerk, "grant", ["delete_ticket"])).toThrow(expect.objectContaining({ key: "role.more" }));
});

const clerk = withFlags("edit_role_permissions.full_access", "add_role");

test("a member of the public is kept without a proof by admins and the house alone", () => {
  expect([clerk, system("job"), asVisitor()].map((actor) => may(actor, "registerConsumers"))).toEqual([
    true,
    true,
    false,
  ]);
});
