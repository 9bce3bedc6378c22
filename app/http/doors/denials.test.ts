import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "#app/api/contract/index.ts";
import { call } from "#app/api/line/call.server.ts";
import { finderIn } from "#app/api/serve/match.ts";
import { serve } from "#app/api/serve/serve.server.ts";
import { routeTable } from "#app/testing/access/knock.ts";
import { openSession } from "#modules/access/index.ts";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, anAdmin } from "#modules/testing/factories.ts";
import type { DoorArgs } from "../request/door.server.ts";
import { type DoorNeed, doorsOf, type Gate, type Gated } from "./gate.ts";
import { adminActions, adminPage, adminResource } from "./page.server.ts";
import type { ActionResult, PageProblem } from "./refusal.server.ts";

openDatabase();

/*
 * An admin without a permission is refused with that permission's own text where the documents have one,
 * on pages, in forms, for files and by the API alike.
 */

const texts: Partial<Record<Permission, string>> = {
  add_center: "No permission to add center , contact admin",
  "update_center.full_access": "No permission to update center , contact admin",
  "view_center_details.full_access": "No access , contact admin",
  "view_services_list.full_access": "No access to view services , contact admin",
  add_ticket: "No permission to add ticket , contact admin",
  "edit_ticket.full_access": "No permission to update ticket , contact admin",
  "view_ticket.full_access": "No permission , contact admin",
  add_clients: "No access add client contact admin",
  "view_clients.full_access": "No access to view client contact admin",
  view_broadcastedList: "No permission , contact admin",
  "view_role.full_access": "No access to view role , contact admin",
  view_Wallet: "No permission , contact admin",
  view_pending_ticket: "No permission , contact admin",
  view_closed_ticket: "No permission , contact admin",
  view_center_ticket: "No permission , contact admin",
};
// Q09, Q10, Q126: permissions without a documented text use the general one.
const textOf = (permission: Permission) => texts[permission] ?? "No permission , contact admin";

/** The API's calls, and one more for each permission. */
const line = { as: ["admin"], limit: "A test", answer: z.null(), run: () => null, reply: () => null } as const;
const needing = permissions.map((can) => [`GET needs/${can}`, call({ ...line, can, summary: `Needs ${can}` })]);
const find = finderIn({ ...contract, ...Object.fromEntries(needing) });

/** The credentials of an admin who holds every permission but one. */
async function without(permission: Permission) {
  const { id } = await anAdmin({ permissions: permissions.filter((each) => each !== permission) });
  const token = async (via: "cookie" | "token") =>
    (await openSession({ kind: "admin", subjectId: id, via, address: anAddress() })).token;
  return { cookie: `admin_session=${await token("cookie")}`, "access-token": await token("token") };
}
type Shown = Awaited<ReturnType<typeof without>>;

const argsOf = (path: string, init: RequestInit): DoorArgs => ({
  request: new Request(`http://localhost:3000${path}`, init),
  params: {},
  context: { address: anAddress(), requestId: "denials" },
});

async function apiAnswer(key: string, shown: Shown) {
  const [method = "", path = ""] = key.split(" ");
  const headers = { "access-token": shown["access-token"] };
  const answer = await serve(argsOf(`/api/${path.replace(/\{\w+\}/g, "x")}`, { method, headers }), find);
  const { message } = await answer.json();
  return [answer.status, message];
}

type Door = (args: DoorArgs) => Promise<unknown>;
type Refused = { data: PageProblem | ActionResult; init: { status: number } };

async function doorAnswer(door: Door, path: string, { cookie }: Shown, intent?: string) {
  const form = intent === undefined ? {} : { method: "POST", body: new URLSearchParams({ intent }) };
  const answer = await door(argsOf(path, { headers: { cookie }, ...form })).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return [answer.status, say((await answer.json()).problem)];
  const { data, init } = answer as Refused;
  return [init.status, say(data.problem!)];
}

test.each(permissions)("without %s", async (can) => {
  const shown = await without(can);
  const refused = [403, textOf(can)];
  const open = () => null;
  expect(await apiAnswer(`GET needs/${can}`, shown)).toEqual(refused);
  expect(await doorAnswer(adminPage({ can }, open), "/list", shown)).toEqual(refused);
  const resource = adminResource({ can, limit: "A test" }, () => new Response());
  expect(await doorAnswer(resource, "/list.json", shown)).toEqual(refused);
  const form = adminActions({
    save: { can, limit: "A test", fresh: { none: "A test" }, unkeyed: "A test", run: open },
  });
  expect(await doorAnswer(form, "/list", shown, "save")).toEqual(refused);
});

test("R362 the clients and the form that adds one are refused each in its own words", async () => {
  for (const [can, words] of [
    ["view_clients.full_access", "No access to view client contact admin"],
    ["add_clients", "No access add client contact admin"],
  ] as const) {
    const shown = await without(can);
    expect(await apiAnswer(`GET needs/${can}`, shown)).toEqual([403, words]);
    expect(
      await doorAnswer(
        adminPage({ can }, () => null),
        "/admin-clients",
        shown,
      ),
    ).toEqual([403, words]);
  }
});

const isPermission = (can: DoorNeed | undefined): can is Permission => permissions.some((each) => each === can);

test("every call, page and form that needs a permission says its text", async () => {
  const actual: unknown[] = [];
  const wanted: unknown[] = [];
  const compare = async (what: string, can: Permission, answerOf: (shown: Shown) => Promise<unknown[]>) => {
    actual.push([what, ...(await answerOf(await without(can)))]);
    wanted.push([what, 403, textOf(can)]);
  };
  for (const [key, { can }] of Object.entries(contract))
    if (isPermission(can)) await compare(key, can, (shown) => apiAnswer(key, shown));
  for (const { id, pattern, door } of doorsOf(await routeTable())) {
    const { gate } = door as Gated;
    // A door shared with the admins needs a query that selects the admin's part.
    const path = `${pattern}${gate.admin ? "?edit=019b76da-a800-7000-8000-000000000000" : ""}`;
    const ofAdmins: Gate | undefined = gate.as === "admin" ? gate : gate.admin;
    const doorOf = door as unknown as Door;
    if (isPermission(ofAdmins?.can))
      await compare(`GET ${id}`, ofAdmins.can, (shown) => doorAnswer(doorOf, path, shown));
    for (const [intent, can] of Object.entries(ofAdmins?.intents ?? {}))
      if (isPermission(can))
        await compare(`POST ${id} ${intent}`, can, (shown) => doorAnswer(doorOf, path, shown, intent));
  }
  expect(actual).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(permissions.length);
});
