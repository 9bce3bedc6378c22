import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "#app/api/contract/index.ts";
import type { Ids } from "#app/testing/access/ask.ts";
import { aWorld, type Caller, callers, type World } from "#app/testing/access/callers.ts";
import { knocks } from "#app/testing/access/doors.ts";
import { type Answer, type Door, knockAt, routeTable, webDoors } from "#app/testing/access/knock.ts";
import type { Tenant } from "#app/testing/access/tenant.ts";
import { checksumOf } from "#app/testing/checksum.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { assertDeclared } from "./gate.ts";
import { adminPage } from "./page.server.ts";

openDatabase();

/*
 * Every door × every kind of caller, compared with access-matrix.txt, which is written by hand. A door without a line,
 * a line without a door, or a caller without a column fails; an intent that pages share has lines at the first of them. A refused request must change nothing and reveal nothing.
 */

type Line = { name: string; scope: string; cells: Map<string, string> };

const table = readTable(readFileSync(path.join(import.meta.dirname, "access-matrix.txt"), "utf8"));

function readTable(text: string) {
  const [head, ...body] = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  const columns = head!.trim().split(/\s+/).slice(2);
  const lines = body.map((line): Line => {
    const words = line.trim().split(/\s+/);
    const values = words.splice(-columns.length);
    const scope = words.pop()!;
    return { name: words.join(" "), scope, cells: new Map(columns.map((column, at) => [column, values[at]!])) };
  });
  return { columns, lines };
}

let doors: Awaited<ReturnType<typeof webDoors>>;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  doors = await webDoors();
});
afterAll(() => sandbox.stop());

/** The door of a line: its name without `#…` and without the intent of a form. */
function doorOf(name: string): { door: Door | undefined; method: string } {
  const [method, pattern] = name.split(" ") as [string, string];
  return { door: doors.get(`${method} ${pattern}`), method };
}

const names = () => [...new Set(table.lines.map(({ name }) => name))];

test("every page, form, file and stream says who may pass", async () => {
  assertDeclared(await routeTable());
});

test("every door has a line, every line a door and a way to knock, every caller a column", () => {
  expect(table.columns).toEqual(callers);
  const wanted = [
    ...Object.keys(contract).flatMap((key) => {
      const [methods, call] = key.split(" ") as [string, string];
      return methods.split("|").map((method) => `${method} api/${call}`);
    }),
    ...[...doors.values()].flatMap(({ name, intents, shared }) =>
      intents.length > 0 || shared ? intents.map((intent) => `${name} ${intent}`) : [name],
    ),
  ];
  const bare = (name: string) => name.replace(/ #.*/, "");
  expect([...new Set(names().map(bare))].sort()).toEqual(wanted.sort());
  expect(Object.keys(knocks).sort()).toEqual(names().sort());
  // For doors that take ids, both a tenant's own and another's.
  const scopes = (name: string) => table.lines.filter((line) => line.name === name).map(({ scope }) => scope);
  for (const [name, { ids }] of Object.entries(knocks))
    expect([name, scopes(name)]).toEqual([name, ids ? ["own", "other"] : ["-"]]);
});

const done = { cells: 0, worlds: 0 };

/**
 * A freshly seeded database. It is used until a request changed something; then the next one is built. Changes of its
 * two tenants are found by a checksum over all their rows.
 */
let world: World | undefined;
let known = { written: -1, sum: "" };

async function sumOf({ own, other }: World) {
  const written = own.written() + other.written();
  return { written, sum: await checksumOf(own, other) };
}

async function newWorld() {
  done.worlds += 1;
  known = { written: -1, sum: "" };
  return unitOfWork(aWorld);
}

const isApi = (name: string) => name.includes(" api/") || name.includes(" /api/*");
const acts = (name: string) => !name.startsWith("GET ");

type Knocked = Answer & { changed: boolean; world: World };

/** Sends one request; `pick` chooses the tenants whose ids it carries. */
async function knock(name: string, caller: Caller, pick: (world: World, of: string) => Tenant): Promise<Knocked> {
  const spec = knocks[name]!;
  const { door, method } = doorOf(name);
  world ??= await newWorld();
  const { own, other } = world;
  const ids: Ids = {};
  for (const [id, of] of Object.entries(spec.ids ?? {})) ids[id] = await of(pick(world, id));
  const shown = await world.show(caller, { needs: spec.needs ?? ["view_banner"], kinds: spec.for, api: isApi(name) });
  // Earlier requests must not use up the limits.
  await rows(sql`delete from rate_limits`);
  const ask = spec.ask(ids, own);
  if (!acts(name)) return { ...(await knockAt(door, method, ask, shown)), changed: false, world };
  if (own.written() + other.written() !== known.written) known = await sumOf(world);
  const answer = await knockAt(door, method, ask, shown);
  return { ...answer, changed: (await sumOf(world)).sum !== known.sum, world };
}

/** These requests leave a session, a browser, a code or a saved view, which is not among the tenants' rows. */
const leavesMark = (name: string) =>
  /logout|forget|visit.* send|visits leave|Forget|serviceStatus send|serviceStatus find|my-notifications send|keepView/.test(
    name,
  );
const passes = (outcome: string) => outcome === "ok" || outcome === "home";
/** Admins with the permission see every tenant. */
const seesAll = (caller: Caller) => caller === "super" || caller === "exact";
/** A refused login, or message of a center that cannot log in, shows the typed phone again. */
const echoes = (name: string) => /login(?!s)|^POST \/appeal /.test(name);

/** What an answer reveals that its caller may not read; a refused caller may read nothing of either tenant. */
function leaks({ outcome, text, world: { own, other } }: Knocked, caller: Caller) {
  const hidden = !passes(outcome)
    ? [own, other].flatMap(({ secrets, shown }) => [...secrets, shown])
    : seesAll(caller)
      ? []
      : other.secrets;
  // The address that was asked for, with what was typed in it, is kept for the way back.
  const visible = text.replace(/^set-cookie: \w+_back=[^;]*/gm, "");
  return hidden.filter((word) => visible.includes(word));
}

/** Doors that only read are asked when there is data of both tenants to read. */
async function sumBefore() {
  world ??= await newWorld();
  for (const tenant of [world.own, world.other]) await tenant.all();
  return (await sumOf(world)).sum;
}

async function wrongCells(lines: Line[]) {
  const wrong: string[] = [];
  for (const { name, scope, cells } of lines) {
    const refused = callers.filter((caller) => !passes(cells.get(caller)!));
    const before = acts(name) ? undefined : await sumBefore();
    for (const caller of [...refused, ...callers.filter((each) => !refused.includes(each))]) {
      if (before && caller === callers.find((each) => !refused.includes(each))) {
        // Reading doors are compared once, after every caller they refuse.
        if ((await sumOf(world!)).sum !== before) wrong.push(`${name} (${scope}): refused, but something changed`);
      }
      done.cells += 1;
      const at = `${name} (${scope}) ${caller}`;
      const answer = await knock(name, caller, ({ own, other }) => (scope === "other" ? other : own));
      const { outcome, changed } = answer;
      const expected = cells.get(caller);
      if (outcome !== expected) wrong.push(`${at}: ${outcome}, not ${expected}: ${answer.text.slice(-300)}`);
      if (!passes(outcome) && changed) wrong.push(`${at}: ${outcome}, but something changed`);
      const leaked = echoes(name) ? [] : leaks(answer, caller);
      if (leaked.length > 0) wrong.push(`${at}: tells ${leaked.join(", ")}`);
      if (changed || leavesMark(name)) world = undefined;
    }
    // Reading may update bookkeeping of the reader.
    if (before) known = { written: -1, sum: "" };
  }
  return wrong;
}

test.each([
  ["calls of the API", (name: string) => isApi(name)],
  ["pages, files and streams", (name: string) => !isApi(name) && !acts(name)],
  ["forms", (name: string) => !isApi(name) && acts(name)],
])(
  "%s x every caller: what happens is what the table says",
  async (_what, which) => {
    expect(await wrongCells(table.lines.filter(({ name }) => which(name)))).toEqual([]);
  },
  600_000,
);

/*
 * Object swap (H13): all ids but one are the caller's own, and that one is another tenant's. Doors with a single id
 * were tested with another's above. Ids are not secrets; the actor decides.
 */
test("one id of another tenant among one's own: refused, nothing told, nothing changed", async () => {
  const wrong: string[] = [];
  const cellOf = (name: string, scope: string, caller: Caller) =>
    table.lines.find((line) => line.name === name && line.scope === scope)!.cells.get(caller)!;
  const several = Object.entries(knocks).filter(([, { ids = {} }]) => Object.keys(ids).length > 1);
  for (const [name, { ids = {} }] of several) {
    for (const swapped of Object.keys(ids)) {
      // Callers who are let in with their own ids and refused with another's.
      const trialCallers = callers.filter(
        (caller) => passes(cellOf(name, "own", caller)) && !passes(cellOf(name, "other", caller)),
      );
      for (const caller of trialCallers) {
        done.cells += 1;
        const at = `${name} ${caller}, ${swapped} swapped`;
        const answer = await knock(name, caller, ({ own, other }, id) => (id === swapped ? other : own));
        if (!/^4(03|04|22)$/.test(answer.outcome)) wrong.push(`${at}: ${answer.outcome}`);
        if (answer.changed) wrong.push(`${at}: something changed`);
        const leaked = leaks(answer, caller);
        if (leaked.length > 0) wrong.push(`${at}: tells ${leaked.join(", ")}`);
        if (answer.changed) world = undefined;
      }
    }
  }
  expect(wrong).toEqual([]);
  process.stdout.write(`access matrix: ${done.cells} cells, ${done.worlds} worlds\n`);
}, 240_000);

/**
 * Ids that belong to no tenant: the catalogue, printed codes, devices, a client's own number, what the provider asks,
 * roles and admin users, the rules of visits. An upload is one admin's: app/api/serve/uploads.test.ts asks for another one's.
 */
const everybodys =
  /^(rule_id|(role|user)_obj_id.*|user_object_id.*|admin_user_id.*|role_id.*|client_(id|obj_id).*|clientId|qr_id|transactionId|razorpay_payment_id|service_provided_for|service_provided_client_id|service_object_id|serviceId|services\..*|vehicleId|device_id|.*phone.*|reference.*|emergency.*|price_id|upload_id|offerId|bannerId|blogId|notification_id|device_token|(payment_details\.)?upi_id)$/;

/**
 * Offers, banners, posts, centers, wallets, cases and visit rules are of the house: a client's admin has no door to them,
 * whichever id is sent.
 */
const ofTheHouse =
  /^(center\/offercode\/|blogs\/deleteBlogs|admin\/(cases|visit-rules|deleteBannerImage|holidays|getCenterDetails|deleteCenter|update-center|Set-Verification-Status-Of-center-And-Technician|center-documents-verify|update-technician|deleteTechnician|get-all-onboarder|update-centerOnBoarder|update-center-extended-date|get-center-feedback|wallet-transactions|add_wallet_balance_by_admin|refund-center-subscription)\b)/;

test("every id a call takes is swapped", () => {
  const forgotten = Object.entries(contract).flatMap(([key, { input }]) => {
    const [methods, call] = key.split(" ") as [string, string];
    const named = Object.keys(input.names).filter((field) =>
      /(_id|Id|_obj_id|_document|_picture|_side|^id|token|^ticket)$/.test(field),
    );
    const fields = named.filter((field) => !everybodys.test(field) && !ofTheHouse.test(call));
    const known = Object.entries(knocks).filter(([name]) => name.startsWith(`${methods.split("|")[0]} api/${call}`));
    const swapped = Math.max(0, ...known.map(([, { ids = {} }]) => Object.keys(ids).length));
    return fields.length > swapped ? [`${key}: ${fields.join(", ")}`] : [];
  });
  expect(forgotten).toEqual([]);
});

test("a page's permission is asked for: with it the page opens, without it 403", async () => {
  const page = adminPage({ can: "view_banner" }, () => "banners");
  const { show } = await aWorld();
  const opened = async (caller: Caller) => {
    const shown = await show(caller, { needs: ["view_banner"], kinds: ["admin"], api: false });
    return (await knockAt({ pattern: "/", as: "admin", door: page as never }, "GET", { to: "/" }, shown)).outcome;
  };
  const admins = ["exact", "others", "client", "super", "center", "ended"] as const;
  expect(await Promise.all(admins.map(opened))).toEqual(["ok", "403", "403", "ok", "login", "login"]);
});

test("R012 after a logout the cookie it came with opens nothing", async () => {
  const { show } = await aWorld();
  const shown = await show("center", { kinds: ["center"], api: false });
  const knockWith = (name: string, to: string) => {
    const { door, method } = doorOf(name);
    return knockAt(door, method, { to, ...(method === "POST" && { form: { intent: "logout" } }) }, shown);
  };
  const outcomes = [];
  for (const [name, to] of [
    ["GET /payments", "/payments"],
    ["POST /logout", "/logout"],
    ["GET /payments", "/payments"],
  ] as const) {
    outcomes.push((await knockWith(name, to)).outcome);
  }
  expect(outcomes).toEqual(["ok", "ok", "login"]);
});

test("outside the sandbox the emulated providers do not exist", async () => {
  configure({ sandbox: false });
  try {
    for (const [method, to] of [
      ["GET", "/sandbox/outbox"],
      ["GET", "/sandbox"],
      ["POST", "/sandbox/razorpay/pay"],
    ] as const) {
      const door = doors.get(`${method} /sandbox/*`);
      expect([to, (await knockAt(door, method, { to }, {})).outcome]).toEqual([to, "404"]);
    }
  } finally {
    configure({ sandbox: true });
  }
});

test("beside the routes the process answers two addresses, which tell nothing of anybody", () => {
  const server = readFileSync(path.join(import.meta.dirname, "../../server.ts"), "utf8");
  const answered = [...server.matchAll(/\bapp\.(?:get|post|put|delete|all)\("([^"]+)"/g)].map(([, address]) => address);
  expect(answered.filter((address) => address?.startsWith("/"))).toEqual(["/healthz", "/readyz"]);
});
