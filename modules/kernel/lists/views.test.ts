import { sql } from "kysely";
import { expect, test } from "vitest";
import { adminName, changedMeanwhile } from "#modules/access/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin } from "#modules/testing/factories.ts";
import type { Actor, Permission } from "../actor.ts";
import { rows, unitOfWork } from "../db/db.server.ts";
import { historyOf } from "../db/history.ts";
import { DomainError } from "../errors.ts";
import * as views from "./views.server.ts";
import { mostViews, saveView, viewsOf } from "./views.server.ts";

openDatabase();

const list = "requests";
type Input<Verb extends (...all: never[]) => unknown> = Parameters<Verb>[2];
const changeView = (actor: Actor, of: string, input: Input<typeof views.changeView>) =>
  views.changeView(actor, of, input, changedMeanwhile);
const renameView = (actor: Actor, of: string, input: Input<typeof views.renameView>) =>
  views.renameView(actor, of, input, changedMeanwhile);
const deleteView = (actor: Actor, of: string, input: Input<typeof views.deleteView>) =>
  views.deleteView(actor, of, input, changedMeanwhile);
const sharing: readonly Permission[] = ["view_ticket.full_access", "edit_role_permissions.full_access"];

async function aDesk(permissions: readonly Permission[] = ["view_ticket.full_access"]) {
  const admin = await anAdmin({ permissions });
  return { ...asAdmin(admin, { permissions }), roleId: admin.roleId! };
}
const names = async (desk: Awaited<ReturnType<typeof aDesk>>) => (await viewsOf(desk, list)).map(({ name }) => name);
const refusal = (error: unknown) => {
  if (!(error instanceof DomainError)) throw error;
  return error.key;
};

test("a view keeps what the address says, in the order views were made, whatever they are called later", async () => {
  const desk = await aDesk();
  const first = await saveView(desk, list, { name: "Pune", query: "city=Pune" });
  await saveView(desk, list, { name: "Agra", query: "city=Agra&order=oldest" });
  expect(await viewsOf(desk, list)).toEqual([
    { id: first, name: "Pune", query: "city=Pune", roleId: null, mayChange: true, version: 1 },
    expect.objectContaining({ name: "Agra", query: "city=Agra&order=oldest" }),
  ]);
  await renameView(desk, list, { id: first, version: 1, name: "Zz" });
  await changeView(desk, list, { id: first, version: 2, query: "city=Pune&status=CLOSED" });
  expect((await viewsOf(desk, list)).map(({ name, query }) => [name, query])).toEqual([
    ["Zz", "city=Pune&status=CLOSED"],
    ["Agra", "city=Agra&order=oldest"],
  ]);
  expect(await viewsOf(desk, "other-list")).toEqual([]);
  await deleteView(desk, list, { id: first });
  expect(await names(desk)).toEqual(["Agra"]);
});

test("a view of two windows is changed by the first one; the second is told", async () => {
  const desk = await aDesk();
  const id = await saveView(desk, list, { name: "Mine", query: "city=Pune" });
  const change = (query: string) =>
    unitOfWork(() => changeView(desk, list, { id, version: 1, query })).then(() => "changed", refusal);
  expect((await Promise.all([change("city=Agra"), change("city=Delhi")])).sort()).toEqual(["changed", "error.changed"]);
  expect(await renameView(desk, list, { id, version: 1, name: "Late" }).catch(refusal)).toBe("error.changed");
});

test("a view that was changed since says who changed which fields and when, to a change, a new name and a deletion", async () => {
  const chief = await aDesk(sharing);
  const other = await aDesk(sharing);
  const id = await saveView(chief, list, { name: "Team", query: "city=Pune" });
  const late = (version: number) => [
    () => changeView(chief, list, { id, version, query: "city=Agra" }),
    () => renameView(chief, list, { id, version, name: "Late" }),
    () => deleteView(chief, list, { id, version }),
  ];
  const refusedBy = async (version: number, meanwhile: object) => {
    for (const refused of late(version))
      await expect(refused()).rejects.toMatchObject({ kind: "conflict", key: "error.changed", meanwhile });
  };
  await renameView(chief, list, { id, version: 1, name: "Our team", roleId: (await aDesk()).roleId });
  await refusedBy(1, {
    version: 2,
    changes: [{ by: null, own: true, at: expect.any(String), fields: ["name", "role"] }],
    names: { name: "common.name", role: "views.shareWith" },
    was: {},
    now: { name: "Our team" },
  });
  await changeView(other, list, { id, version: 2, query: "city=Delhi" });
  await refusedBy(2, {
    version: 3,
    changes: [{ by: await adminName(other.adminId), role: "admin", own: false, fields: ["query"] }],
    names: { query: "views.shows" },
    now: {},
  });
  expect(JSON.stringify(await historyOf("admin", id))).not.toMatch(/Team|team|Delhi/);
  await deleteView(chief, list, { id, version: 3 });
  expect(await names(chief)).toEqual([]);
});

test("a name is one view's, and twenty views are the most, also when two windows save at once", async () => {
  const desk = await aDesk();
  await saveView(desk, list, { name: "Pune", query: "" });
  expect(await saveView(desk, list, { name: "PUNE", query: "" }).catch(refusal)).toBe("views.nameTaken");
  await saveView(desk, "other-list", { name: "Pune", query: "" });
  for (let n = 2; n < mostViews; n++) await saveView(desk, list, { name: `View ${n}`, query: "" });
  const save = (name: string) =>
    unitOfWork(() => saveView(desk, list, { name, query: "" })).then(() => "saved", refusal);
  expect((await Promise.all([save("A"), save("B")])).sort()).toEqual(["saved", "views.tooMany"]);
  expect(await names(desk)).toHaveLength(mostViews);
  const [, second] = await viewsOf(desk, list);
  expect(await renameView(desk, list, { id: second!.id, version: 1, name: "pune" }).catch(refusal)).toBe(
    "views.nameTaken",
  );
});

test("a view is its admin's own: nobody else sees, changes or deletes it", async () => {
  const desk = await aDesk();
  const other = await aDesk();
  const superior = asAdmin(await anAdmin());
  const id = await saveView(desk, list, { name: "Mine", query: "city=Pune" });
  for (const stranger of [other, superior]) {
    expect(await viewsOf(stranger, list)).toEqual([]);
    expect(await changeView(stranger, list, { id, version: 1, query: "" }).catch(refusal)).toBe("views.missing");
    expect(await renameView(stranger, list, { id, version: 1, name: "x" }).catch(refusal)).toBe("views.missing");
    expect(await deleteView(stranger, list, { id }).catch(refusal)).toBe("views.missing");
  }
  expect(await names(desk)).toEqual(["Mine"]);
});

test("whoever edits roles shares views with one; its admins see them after their own and do not change them", async () => {
  const chief = await aDesk(sharing);
  const reader = await aDesk();
  const other = await aDesk();
  await saveView(reader, list, { name: "Own", query: "" });
  const id = await saveView(chief, list, { name: "Team", query: "status=open", roleId: reader.roleId });
  expect(await names(reader)).toEqual(["Own", "Team"]);
  expect((await viewsOf(reader, list)).map(({ mayChange }) => mayChange)).toEqual([true, false]);
  expect(await names(other)).toEqual([]);
  expect(await changeView(reader, list, { id, version: 1, query: "" }).catch(refusal)).toBe("views.missing");
  expect(await deleteView(reader, list, { id }).catch(refusal)).toBe("views.missing");
  const input = { name: "Mine too", query: "", roleId: reader.roleId };
  expect(await saveView(reader, list, input).catch(refusal)).toBe("permission.denied");
  await renameView(chief, list, { id, version: 1, name: "Team" });
  expect(await names(reader)).toEqual(["Own"]);
  const events = (await historyOf("admin", chief.adminId)).map(({ event, data }) => [event, data]);
  const data = { viewId: id, list, roleId: reader.roleId };
  expect(events).toEqual([
    ["view.shared", data],
    ["view.unshared", data],
  ]);
});

test("who may not share any more does not change what others see", async () => {
  const chief = await aDesk(sharing);
  const id = await saveView(chief, list, { name: "Team", query: "", roleId: (await aDesk()).roleId });
  const lesser = { ...chief, permissions: ["view_ticket.full_access"] as const };
  expect((await viewsOf(lesser, list)).map(({ mayChange }) => mayChange)).toEqual([false]);
  expect(await deleteView(lesser, list, { id }).catch(refusal)).toBe("views.missing");
});

test("a search is nobody else's: a view that has one is not shared, and a shared one gets none", async () => {
  const chief = await aDesk(sharing);
  const reader = await aDesk();
  const searched = { name: "Found", query: "search=9812345670" };
  expect(await saveView(chief, list, { ...searched, roleId: reader.roleId }).catch(refusal)).toBe(
    "views.searchNotShared",
  );
  const own = await saveView(chief, list, searched);
  expect(
    await renameView(chief, list, { id: own, version: 1, name: "Found", roleId: reader.roleId }).catch(refusal),
  ).toBe("views.searchNotShared");
  const team = await saveView(chief, list, { name: "Team", query: "", roleId: reader.roleId });
  expect(await changeView(chief, list, { id: team, version: 1, query: "search=Sita" }).catch(refusal)).toBe(
    "views.searchNotShared",
  );
  expect(JSON.stringify(await rows(sql`select data from history`))).not.toContain("98123");
});
