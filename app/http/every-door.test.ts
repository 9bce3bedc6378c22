import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { permissions } from "#modules/kernel/actor.ts";
import { aCenter, aClient, anAddress, anAdmin } from "#modules/testing/factories.ts";
import "#modules/testing/database.ts";
import { action as logout } from "../routes/center/logout.ts";
import routes from "../routes.ts";
import { assertDeclared, doorsOf, type Gate, type RouteTable } from "./gate.ts";
import { adminPage, centerPage } from "./page.server.ts";
import { portals } from "./session.server.ts";

type RouteModule = { loader?: unknown; action?: unknown; default?: unknown };
const files = import.meta.glob<RouteModule>("../routes/**/*.{ts,tsx}");

/** The route table as the build knows it, from the same list of addresses. */
async function routeTable(): Promise<RouteTable> {
  const table: RouteTable = {};
  const add = async (entries: RouteConfigEntry[], parentId?: string) => {
    for (const { id, file, path, children } of entries) {
      const routeId = id ?? file;
      const load = files[`../${file}`];
      if (!load) throw new Error(`${file} is in routes.ts but not on disk`);
      table[routeId] = { id: routeId, parentId, path, module: await load() };
      await add(children ?? [], routeId);
    }
  };
  await add((await routes) as RouteConfigEntry[]);
  return table;
}

/** `cookie` signs in anew each time: one of the doors is the logout. */
type Caller = { name: string; as: string; cookie?: () => Promise<string>; can: readonly string[] };

async function callers(): Promise<Caller[]> {
  const cookieOf = (kind: "admin" | "center" | "onboarder", subjectId: string) => async () => {
    const { token } = await openSession({ kind, subjectId, via: "cookie", address: "127.0.0.1" });
    return `${portals[kind].cookie}=${token}`;
  };
  const admins = [
    { name: "SUPER_ADMIN", admin: await anAdmin(), can: permissions },
    { name: "limited admin", admin: await anAdmin({ permissions: ["view_banner"] }), can: ["view_banner"] },
    { name: "CLIENT", admin: await anAdmin({ adminRole: "CLIENT", clientId: (await aClient()).id }), can: [] },
  ];
  return [
    { name: "nobody", as: "anyone", can: [] },
    { name: "center", as: "center", cookie: cookieOf("center", (await aCenter()).id), can: [] },
    { name: "onboarder", as: "onboarder", cookie: cookieOf("onboarder", randomUUID()), can: [] },
    ...admins.map(({ name, admin, can }) => ({ name, as: "admin", cookie: cookieOf("admin", admin.id), can })),
  ];
}

/** What a door did: its status, and where it sent the caller. */
async function knock(door: unknown, part: string, gate: Gate, cookie: string | undefined) {
  const intent = Object.keys(gate.intents ?? {})[0];
  const request = new Request("http://localhost:3000/", {
    method: part === "action" ? "POST" : "GET",
    headers: { ...(cookie && { cookie }), "content-type": "application/x-www-form-urlencoded" },
    ...(part === "action" && { body: new URLSearchParams(intent ? { intent } : {}) }),
  });
  const call = door as (args: object) => Promise<unknown>;
  const answer = await call({ request, params: {}, context: { address: anAddress() } }).catch((thrown) => thrown);
  if (answer instanceof Response) {
    await answer.body?.cancel();
    return { status: answer.status, to: answer.headers.get("location") };
  }
  const init = (answer as { init?: { status?: number } | null } | null)?.init;
  if (answer instanceof Error) throw answer;
  return { status: init?.status ?? 200, to: null };
}

const isPortal = (as: Gate["as"]): as is keyof typeof portals => as in portals;

test("every page and resource says who may pass", async () => {
  expect(() => routeTable().then(assertDeclared)).not.toThrow();
  assertDeclared(await routeTable());
});

test("every page and resource × every kind of caller: let in only where declared", async () => {
  const doors = doorsOf(await routeTable());
  const wrong: string[] = [];
  for (const caller of await callers()) {
    for (const { door, part, pattern } of doors) {
      const { gate } = door as { gate: Gate };
      if (!isPortal(gate.as)) continue;
      const { status, to } = await knock(door, part, gate, await caller.cookie?.());
      const turnedAway = status === 401 || to === portals[gate.as].login;
      const denied = status === 403;
      const needed = part === "action" ? Object.values(gate.intents ?? {})[0] : gate.can;
      const mayPass = caller.as === gate.as && (!needed || caller.can.includes(needed));
      const says = `${caller.name} at ${part} ${pattern}: ${status}${to ? ` → ${to}` : ""}`;
      if (caller.as !== gate.as && !turnedAway) wrong.push(`${says}, but is no ${gate.as}`);
      if (caller.as === gate.as && !mayPass && !denied) wrong.push(`${says}, without ${needed}`);
      // A logout leads to a login page by its own will.
      if (mayPass && (denied || (turnedAway && !pattern.includes("logout")))) wrong.push(`${says}, but may pass`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a page's permission is asked for: with it the page opens, without it 403", async () => {
  const page = adminPage({ can: "view_banner" }, () => "banners");
  const admins = (await callers()).filter(({ as }) => as === "admin");
  for (const { name, can, cookie } of admins) {
    const { status } = await knock(page, "loader", page.gate, await cookie?.());
    expect([name, status]).toEqual([name, can.includes("view_banner") ? 200 : 403]);
  }
});

test("R012 after a logout the cookie it came with opens nothing", async () => {
  const page = centerPage(() => "console");
  const cookie = await (await callers()).find(({ as }) => as === "center")!.cookie!();
  expect(await knock(page, "loader", page.gate, cookie)).toEqual({ status: 200, to: null });
  expect((await knock(logout, "action", logout.gate, cookie)).to).toBe("/login");
  expect((await knock(page, "loader", page.gate, cookie)).to).toBe("/");
});
