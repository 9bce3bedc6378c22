import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "#app/api/contract/index.ts";
import { serve } from "#app/api/serve/serve.server.ts";
import { action as login, loader as loginPage } from "#app/routes/admin/login/route.tsx";
import { action as security } from "#app/routes/admin/security/route.tsx";
import { knocks } from "#app/testing/access/doors.ts";
import { knockAt, webDoors } from "#app/testing/access/knock.ts";
import {
  confirmSecondFactor,
  createAdmin,
  offeredSecondFactor,
  offerSecondFactor,
  openSession,
  saveRole,
  secondFactorOf,
} from "#modules/access/index.ts";
import { totpOf } from "#modules/access/second-factor/second-factor-code.ts";
import { type ActorOf, moneyPermissions, system } from "#modules/kernel/actor.ts";
import { moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { prepareBulk } from "#modules/kernel/lists/bulk-act.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aTicket } from "#modules/testing/factories.ts";
import { cancelRequests, paidFor, paidForPicked } from "#modules/tickets/index.ts";
import { payLeadFromWallet, returnLeadFee } from "#modules/wallet/index.ts";
import { entriesBetween, transfer } from "#modules/wallet/ledger/transfer.ts";
import { type DeclaredFresh, none } from "./fresh.server.ts";
import type { Gated } from "./gate.ts";
import { adminActions } from "./page.server.ts";

openDatabase();

const cli = system("cli");
const password = "Demo@2026";

afterEach(() => {
  resetClock();
  configure({ adminTotp: "optional" });
});

let last = 0;

/**
 * A super admin with a browser session and an app's token; `fresh` says whether the password was given a moment ago.
 */
async function aDesk({ fresh = false, enrolled = false } = {}) {
  const userName = `desk${++last}`;
  const { id } = await createAdmin(cli, { userName, password, name: "Desk", adminRole: "SUPER_ADMIN" });
  const open = (via: "cookie" | "token") =>
    openSession({ kind: "admin", subjectId: id, via, address: anAddress(), ...(fresh && { provedAt: now() }) });
  const browser = await open("cookie");
  let secret = "";
  if (enrolled) {
    const actor = { kind: "admin", adminId: id, sessionId: browser.sessionId } as ActorOf<"admin">;
    await offerSecondFactor(actor);
    secret = (await offeredSecondFactor(actor))!.groups.join("");
    await confirmSecondFactor(actor, { otp: totpOf(secret, "").generate({ timestamp: now().getTime() }) });
    moveClock(30 * second);
  }
  const code = () => totpOf(secret, "").generate({ timestamp: now().getTime() });
  return { id, userName, cookie: `admin_session=${browser.token}`, token: (await open("token")).token, code };
}
type Desk = Awaited<ReturnType<typeof aDesk>>;

type Shown = { status: number; problem?: string; errors?: object; confirm?: object; values?: object; to?: string };

/** Sends a form and returns what its sender sees. */
async function send(
  action: (args: never) => Promise<unknown>,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Shown & { headers: Headers; result?: { recoveryCodes: string[] } }> {
  const request = new Request("http://localhost/page", { method: "POST", headers, body: new URLSearchParams(fields) });
  const args = { request, params: {}, context: { address: anAddress(), requestId: "fresh" } };
  const answer = await action(args as never).catch((thrown: unknown) => thrown);
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("location") ?? "", headers: answer.headers };
  const { data, init } = answer as { data: object; init: { status?: number; headers: Headers } | null };
  return { ...data, status: init?.status ?? 200, headers: new Headers(init?.headers) };
}

async function call(path: string, method: string, token: string, body: object, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { "access-token": token }), ...headers },
    body: JSON.stringify(body),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "fresh" } });
  return (await answer.json()) as { status: number; success: number; code?: string; token?: string; message: string };
}

/** A page with an act that needs a fresh admin, and a record of what was done. */
function aPage(everyTime = false) {
  const done: string[] = [];
  const action = adminActions({
    pay: {
      can: "any admin",
      limit: "test",
      input: z.object({ amount: z.string().regex(/^\d+$/, "form.amount"), note: z.string() }),
      unkeyed: "test",
      fresh: "money",
      everyTime,
      run: (_admin, { amount }) => void done.push(amount),
      to: "/done",
    },
  });
  return { action: action as (args: never) => Promise<unknown>, done };
}
const payForm = { intent: "pay", amount: "100", note: "ज़रूरी & <b>" };

describe("a form that needs a fresh admin", () => {
  test("is done at once in a fresh session, and what is sent to confirm is not looked at", async () => {
    const { cookie } = await aDesk({ fresh: true });
    const { action, done } = aPage();
    expect(await send(action, { ...payForm, confirmPassword: "x" }, { cookie })).toMatchObject({ to: "/done" });
    expect(done).toEqual(["100"]);
  });

  test("comes back as it was filled in and asks for the password; with it, it is done, and the next one at once", async () => {
    const { cookie } = await aDesk();
    const { action, done } = aPage();
    const first = await send(action, payForm, { cookie });
    expect(first).toMatchObject({ status: 403, problem: "confirm.first", confirm: { otp: false } });
    expect(first.values).toEqual({ amount: "100", note: payForm.note });
    const wrong = await send(action, { ...payForm, confirmPassword: "Wrong@1234" }, { cookie });
    expect(wrong).toMatchObject({
      status: 422,
      confirm: { otp: false },
      values: { amount: "100", note: payForm.note },
    });
    expect(wrong.errors).toEqual({ confirmPassword: "admin.passwordWrong" });
    expect(JSON.stringify(wrong)).not.toContain("Wrong@1234");
    expect(done).toEqual([]);
    expect(await send(action, { ...payForm, confirmPassword: password }, { cookie })).toMatchObject({ to: "/done" });
    expect(await send(action, { ...payForm, amount: "200" }, { cookie })).toMatchObject({ to: "/done" });
    expect(done).toEqual(["100", "200"]);
  });

  test("where there is a second factor wants its code as well, each time where it says so", async () => {
    const { cookie, code } = await aDesk({ enrolled: true, fresh: true });
    const { action, done } = aPage(true);
    const trial = (confirm: Record<string, string>) => send(action, { ...payForm, ...confirm }, { cookie });
    expect(await trial({})).toMatchObject({ status: 403, confirm: { otp: true } });
    expect(await trial({ confirmPassword: password })).toMatchObject({ errors: { confirmOtp: "totp.missing" } });
    expect(await trial({ confirmOtp: code() })).toMatchObject({ errors: { confirmPassword: "admin.passwordMissing" } });
    for (const confirmOtp of ["000000", "１２３４５６", "x".repeat(50)])
      expect((await trial({ confirmPassword: password, confirmOtp })).status).toBe(422);
    const right = { confirmPassword: password, confirmOtp: code() };
    expect(await trial(right)).toMatchObject({ to: "/done" });
    expect(await trial(right)).toMatchObject({ errors: { confirmOtp: "totp.used" } });
    expect(done).toEqual(["100"]);
  });

  test("what cannot be used is said first, and asks for nothing", async () => {
    const { cookie } = await aDesk();
    const { action } = aPage();
    const refused = await send(action, { ...payForm, amount: "a lot" }, { cookie });
    expect(refused).toMatchObject({ status: 422, errors: { amount: "form.amount" } });
  });

  test("ten minutes after the login a session is as good as a stolen one: no key, no session changes", async () => {
    const { cookie, id } = await aDesk({ fresh: true });
    moveClock(10 * 60 * second);
    const stranger = await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() });
    for (const [intent, fields] of [
      ["setUp", {}],
      ["confirm", { otp: "123456" }],
      ["endSession", { sessionId: stranger.sessionId }],
      ["endOthers", {}],
    ] as const)
      expect([intent, await send(security as never, { intent, ...fields }, { cookie })]).toEqual([
        intent,
        expect.objectContaining({ status: 403, problem: "confirm.first" }),
      ]);
    expect(await rows(sql`select 1 from admin_second_factors where admin_id = ${id}`)).toEqual([]);
    expect(await rows(sql`select 1 from sessions where subject_id = ${id} and ended_at is not null`)).toEqual([]);
  });
});

describe("a call by token", () => {
  /** Work: ends a request. */
  const cancel = async (desk: Desk, headers: Record<string, string> = {}, ticketId?: string) => {
    const id = ticketId ?? (await aTicket()).publicId;
    return call(`admin/cancelTickets/${id}`, "PUT", desk.token, {}, headers);
  };
  /** Money: an offer that is not there, so that only a code is between the call and its 404. */
  const price = (desk: Desk, headers: Record<string, string> = {}) =>
    call(`center/offercode/delete/${randomUUID()}`, "DELETE", desk.token, {}, headers);

  test("of money needs a code of its own in x-totp where the admin has a second factor, each good once", async () => {
    const desk = await aDesk({ enrolled: true });
    expect(await price(desk)).toMatchObject({ status: 422, success: 0, code: "totp.header" });
    expect(await price(desk, { "x-totp": "000000" })).toMatchObject({ status: 422, code: "totp.wrong" });
    const used = { "x-totp": desk.code() };
    expect(await price(desk, used)).toMatchObject({ status: 404 });
    expect(await price(desk, used)).toMatchObject({ status: 422, code: "totp.used" });
    expect(await price(desk)).toMatchObject({ status: 422, code: "totp.header" });
    moveClock(30 * second);
    const both = await Promise.all([1, 2, 3].map(() => price(desk, { "x-totp": desk.code() })));
    expect(both.filter(({ status }) => status === 404)).toHaveLength(1);
  });

  test("of work needs a code once an hour, in its own session", async () => {
    const desk = await aDesk({ enrolled: true });
    expect(await cancel(desk)).toMatchObject({ status: 422, success: 0, code: "totp.header" });
    expect(await cancel(desk, { "x-totp": desk.code() })).toMatchObject({ success: 1 });
    expect(await cancel(desk)).toMatchObject({ success: 1 });
    const { token } = await openSession({ kind: "admin", subjectId: desk.id, via: "token", address: anAddress() });
    expect(await cancel({ ...desk, token })).toMatchObject({ code: "totp.header" });
    moveClock(60 * 60 * second);
    expect(await cancel(desk)).toMatchObject({ code: "totp.header" });
  });

  test("gets a lost answer again under its key without another code", async () => {
    const desk = await aDesk({ enrolled: true });
    const { publicId } = await aTicket();
    const key = { "idempotency-key": `key-${last}` };
    expect(await cancel(desk, key, publicId)).toMatchObject({ code: "totp.header" });
    const sent = { ...key, "x-totp": desk.code() };
    expect(await cancel(desk, sent, publicId)).toMatchObject({ success: 1 });
    moveClock(60 * 60 * second);
    expect(await cancel(desk, key, publicId)).toMatchObject({ success: 1 });
    const stored = await rows<{ whole: string }>(sql`select k::text as whole from idempotency_keys k`);
    expect(stored.filter(({ whole }) => whole.includes(sent["x-totp"]))).toEqual([]);
  });

  test("without a second factor needs a token of a login of the last ten minutes, or hour; so does a browser's session", async () => {
    const plain = await aDesk();
    for (const act of [cancel, price])
      expect(await act(plain)).toMatchObject({ status: 403, success: 0, code: "confirm.byLogin" });
    const loggedIn = await aDesk({ fresh: true });
    expect(await cancel(loggedIn)).toMatchObject({ success: 1 });
    expect(await price(loggedIn)).toMatchObject({ status: 404 });
    moveClock(10 * 60 * second);
    expect(await cancel(loggedIn)).toMatchObject({ success: 1 });
    expect(await price(loggedIn)).toMatchObject({ code: "confirm.byLogin" });
    moveClock(50 * 60 * second);
    expect(await cancel(loggedIn)).toMatchObject({ code: "confirm.byLogin" });
    const byCookie = (desk: Desk, act: (desk: Desk, headers: Record<string, string>) => Promise<object>) =>
      act({ ...desk, token: "" }, { cookie: desk.cookie });
    for (const act of [cancel, price])
      expect(await byCookie(plain, act)).toMatchObject({ status: 403, code: "confirm.byApi" });
    // An empty token is no token: sending one beside a stolen cookie does not make the caller an app.
    for (const name of ["access-token", "x-access-token", "authorization"])
      expect(await cancel({ ...plain, token: "" }, { cookie: plain.cookie, [name]: "" })).toMatchObject({
        code: "confirm.byApi",
      });
    const fresh = await aDesk({ fresh: true });
    expect(await byCookie(fresh, cancel)).toMatchObject({ success: 1 });
    moveClock(10 * 60 * second);
    expect(await byCookie(fresh, cancel)).toMatchObject({ success: 1 });
    expect(await byCookie(fresh, price)).toMatchObject({ code: "confirm.byApi" });
    moveClock(50 * 60 * second);
    expect(await byCookie(fresh, cancel)).toMatchObject({ code: "confirm.byApi" });
  });
});

describe("admin/login", () => {
  const sign = (userName: string, otp?: unknown) =>
    call("admin/login", "POST", "", { user_name: userName, password, ...(otp !== undefined && { otp }) });

  test("asks for otp with a code clients can read, and none of the texts that log somebody out", async () => {
    const desk = await aDesk({ enrolled: true });
    const missing = await sign(desk.userName);
    expect(missing).toMatchObject({ status: 422, success: 0, code: "totp.needed" });
    const wrong = await sign(desk.userName, "000000");
    expect(wrong).toMatchObject({ status: 422, code: "totp.wrong" });
    for (const { message } of [missing, wrong])
      expect(message).not.toMatch(/jwt expired|Token is invalid|Permission denied|User not found/);
    for (const odd of [{}, [], true, null, 1.5, "１２３４５６", "x".repeat(5000)])
      expect([odd, (await sign(desk.userName, odd)).status === 422]).toEqual([odd, true]);
    moveClock(20 * 60 * second);
    expect(await sign(desk.userName, desk.code())).toMatchObject({ status: 200, success: 1 });
  });

  test("whoever must set it up first is sent to a browser, without a token", async () => {
    const { userName } = await aDesk();
    configure({ adminTotp: "required" });
    const refused = await sign(userName);
    expect(refused).toMatchObject({ status: 403, success: 0, code: "totp.setUpFirst" });
    expect(refused.token).toBeUndefined();
    expect(refused.message).toContain("/admin-login");
  });
});

describe("/admin-login", () => {
  const cookieOf = ({ headers }: { headers: Headers }, name: string) =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split(";")[0];
  const shown = async (path: string, cookie: string) => {
    const request = new Request(`http://localhost${path}`, { headers: { cookie } });
    return (await (loginPage as (args: object) => Promise<unknown>)({ request, params: {}, context: {} }).catch(
      (thrown: unknown) => thrown,
    )) as { data: { signIn: string } } & Response;
  };

  test("after the password the page asks for the code, again after a reload; with it there is a session", async () => {
    const desk = await aDesk({ enrolled: true });
    const first = await send(login as never, { intent: "login", userName: desk.userName, password });
    expect(first.to).toBe("/admin-login?step=code");
    expect(cookieOf(first, "admin_session")).toBeUndefined();
    const cookie = cookieOf(first, "admin_sign_in")!;
    const { signIn } = (await shown("/admin-login?step=code", cookie)).data;
    expect((await shown("/admin-login?step=code", cookie)).data.signIn).toBe(signIn);
    const wrong = await send(login as never, { intent: "code", signIn, otp: "000000" }, { cookie });
    expect(wrong).toMatchObject({ status: 422, errors: { otp: "totp.wrong" }, values: { signIn } });
    const right = await send(login as never, { intent: "code", signIn, otp: desk.code() }, { cookie });
    expect(right.to).toBe("/Home");
    expect(cookieOf(right, "admin_session")).toMatch(/^admin_session=[\w-]{43}$/);
    // Back after signing in: the code step is over.
    expect((await shown("/admin-login?step=code", cookie)).headers.get("location")).toBe("/admin-login");
  });

  test("another browser's form, without the cookie, begins anew", async () => {
    const desk = await aDesk({ enrolled: true });
    const first = await send(login as never, { intent: "login", userName: desk.userName, password });
    const { signIn } = (await shown("/admin-login?step=code", cookieOf(first, "admin_sign_in")!)).data;
    const other = await send(login as never, { intent: "code", signIn, otp: desk.code() });
    expect([other.to, cookieOf(other, "admin_session")]).toEqual(["/admin-login", undefined]);
  });
});

test("who must set up the second factor gets nowhere else: every admin's door, every call an admin may make", async () => {
  const { cookie, token } = await aDesk({ fresh: true });
  configure({ adminTotp: "required" });
  const open = new Set(["GET (routes/admin/frame/route.tsx)", "GET /admin-security"]);
  const openIntents = /^POST \/(admin-logout logout|admin-security (setUp|confirm|endSession|endOthers))$/;
  const doors = await webDoors();
  const wrong: string[] = [];
  let refused = 0;
  for (const [name, { ask }] of Object.entries(knocks)) {
    const [method, pattern] = name.split(" ") as [string, string];
    const bare = name.replace(/ #.*/, "");
    const door = doors.get(`${method} ${pattern}`) ?? doors.get(bare);
    const isCall = pattern.startsWith("api/");
    const line = isCall && Object.entries(contract).find(([key]) => bare.endsWith(key.replace(/^\S+ /, " api/")))?.[1];
    const admins = isCall ? line && (line.as as readonly string[]).includes("admin") : door?.as === "admin";
    if (!admins || open.has(bare) || openIntents.test(bare)) continue;
    refused += 1;
    const shown = isCall ? { token } : { cookie };
    const { outcome, text } = await knockAt(isCall ? undefined : door, method, await asking(ask), shown);
    // A page redirects to the set-up page; a call or a file answers with the error.
    const leadsToSetup = text.includes("totp.setUpFirst") && outcome === "403";
    const fits = leadsToSetup || (!isCall && text.includes("/admin-security"));
    if (!fits) wrong.push(`${name}: ${outcome} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(20);
}, 60_000);

/** The input does not matter here: the caller is refused before it is parsed. */
const asking = async (ask: (ids: Record<string, string>, tenant: never) => object) =>
  ask(new Proxy({}, { get: () => "0190" }), new Proxy({}, { get: () => "0190" }) as never) as never;

/** The gates of each address for admins, including those shared with another portal. */
async function desks() {
  const gates = [...(await webDoors())].map(([name, { door }]) => [name, (door as unknown as Gated).gate] as const);
  return gates.flatMap(([name, gate]) =>
    [gate, gate.admin].flatMap((desk) => (desk?.as === "admin" ? [[name, desk] as const] : [])),
  );
}

/** A declaration in words, as fresh.txt has it. */
function inWords({ fresh, moves }: DeclaredFresh): string {
  if (fresh === undefined) return "undeclared";
  if (typeof fresh !== "string") return `none: ${fresh.none}`;
  return moves ? `${fresh}, above the sum money` : fresh;
}

test("every act of an admin declares how lately the password must have been given, as fresh.txt has it", async () => {
  const doors = await webDoors();
  const declarations: [name: string, words: string][] = [];
  // An act that pages share has its line at the first of them.
  for (const [name, desk] of await desks())
    for (const intent of doors.get(name)?.intents.filter((each) => each in (desk.intents ?? {})) ?? [])
      declarations.push([`${name} ${intent}`, inWords((desk.acts?.[intent] ?? {}) as DeclaredFresh)]);
  for (const [key, line] of Object.entries(contract))
    if (!key.startsWith("GET ") && (line.as as readonly string[]).includes("admin"))
      declarations.push([key, inWords(line)]);
  const widest = Math.max(...declarations.map(([name]) => name.length)) + 2;
  const table = declarations.map(([name, words]) => `${name.padEnd(widest)}${words}`).sort();
  const file = readFileSync(path.join(import.meta.dirname, "fresh.txt"), "utf8");
  expect(table.join("\n")).toBe(file.replace(/^#.*\n/gm, "").trim());
});

test("what moves money asks for a permission that makes the second factor required", async () => {
  const moving: [name: string, can: unknown][] = [];
  for (const [key, line] of Object.entries(contract)) if (line.moves) moving.push([key, line.can]);
  for (const key of ["POST admin/send-refund-in-wallet-technician", "POST admin/add_wallet_balance_by_admin"])
    moving.push([key, contract[key]!.can]);
  for (const [name, desk] of await desks())
    for (const [intent, act] of Object.entries(desk.acts ?? {}))
      if ((act as DeclaredFresh).moves || /^POST \/(wallet|wallet-approvals|view-ticket)$/.test(name))
        if (desk.fresh?.[intent] === "money" || (act as DeclaredFresh).moves)
          moving.push([`${name} ${intent}`, desk.intents?.[intent]]);
  expect(moving.length).toBeGreaterThan(15);
  for (const [name, can] of moving) expect([name, moneyPermissions]).toEqual([name, expect.arrayContaining([can])]);
});

describe("a session whose password was given a while ago", () => {
  /** Forms of both kinds; `sum` is what the second moves, in paise. */
  function acts(sum = 0) {
    const done: string[] = [];
    const act = (name: string) => ({
      can: "any admin" as const,
      limit: "test",
      unkeyed: "test",
      input: z.object({ ticketId: z.string() }),
      run: () => void done.push(name),
      to: "/done",
    });
    const action = adminActions({
      price: { ...act("price"), fresh: "money" },
      close: { ...act("close"), fresh: "work", moves: async () => sum },
      note: { ...act("note"), fresh: none("Writes words") },
    });
    return { action: action as (args: never) => Promise<unknown>, done };
  }
  const minutes = (count: number) => moveClock(count * 60 * second);
  const limit = 2_000_00;

  test("closes for an hour and is asked again after it; prices are asked for after ten minutes; notes never", async () => {
    const { cookie } = await aDesk({ fresh: true });
    const { action, done } = acts();
    const ask = async (intent: string, more = {}) =>
      (await send(action, { intent, ticketId: "1", ...more }, { cookie })).status;
    expect([await ask("price"), await ask("close"), await ask("note")]).toEqual([303, 303, 303]);
    minutes(10);
    expect([await ask("price"), await ask("close"), await ask("note")]).toEqual([403, 303, 303]);
    minutes(49);
    expect([await ask("price"), await ask("close")]).toEqual([403, 303]);
    minutes(1);
    expect([await ask("price"), await ask("close"), await ask("note")]).toEqual([403, 403, 303]);
    expect(await ask("close", { confirmPassword: password })).toBe(303);
    expect(await ask("price")).toBe(303);
    minutes(59);
    expect([await ask("close"), await ask("price")]).toEqual([303, 403]);
    expect(done.filter((name) => name === "close")).toHaveLength(5);
  });

  test.each([
    [limit, 303],
    [limit + 1, 403],
  ])("closing what %d paise were paid for answers %d after ten minutes", async (sum, status) => {
    const { cookie } = await aDesk({ fresh: true });
    const { action } = acts(sum);
    minutes(10);
    expect((await send(action, { intent: "close", ticketId: "1" }, { cookie })).status).toBe(status);
  });

  test("an operator who closes for eight hours types the password eight times, whatever the pace", async () => {
    const { cookie } = await aDesk({ fresh: true });
    const { action } = acts();
    let typed = 0;
    for (let minute = 0; minute < 8 * 60; minute += 5) {
      const shown = await send(action, { intent: "close", ticketId: "1" }, { cookie });
      if (shown.status === 403) {
        typed += 1;
        expect(
          (await send(action, { intent: "close", ticketId: "1", confirmPassword: password }, { cookie })).status,
        ).toBe(303);
      }
      minutes(5);
    }
    expect(typed).toBeLessThanOrEqual(8);
  });

  test("is fresh for itself alone: the admin's other browsers and apps give it themselves", async () => {
    const { id, cookie } = await aDesk();
    const other = await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() });
    const { action } = acts();
    const close = (from: string, more = {}) =>
      send(action, { intent: "close", ticketId: "1", ...more }, { cookie: from }).then(({ status }) => status);
    expect(await close(cookie, { confirmPassword: password })).toBe(303);
    expect(await close(`admin_session=${other.token}`)).toBe(403);
    expect(await close(cookie)).toBe(303);
  });
});

test("what was paid for a request is what ending it may move; of a bulk act all its requests together", async () => {
  const center = await aCenter();
  const first = await aTicket();
  const second = await aTicket();
  const paid = async (...tickets: { publicId: string }[]) =>
    Promise.all(tickets.map(({ publicId }) => paidFor({ ticketId: publicId })));
  expect(await paid(first, second, { publicId: "none" })).toEqual([0, 0, 0]);
  await transfer({
    kind: "wallet_added",
    cause: "fresh",
    actor: cli,
    entries: entriesBetween(toPaise(500_00), "received_by_hand", { centerId: center.id }),
  });
  const lead = { centerId: center.id, ticketId: first.id, cause: first.id };
  expect(await payLeadFromWallet({ ...lead, amountPaise: toPaise(99_00) })).toBe(true);
  expect(await paid(first, second)).toEqual([99_00, 0]);
  const admin = { kind: "admin", adminId: (await aDesk()).id, role: "SUPER_ADMIN" } as ActorOf<"admin">;
  const filter = { ids: [first.publicId, second.publicId] };
  expect(await paidForPicked(await prepareBulk(admin, cancelRequests, { filter, back: "/Tickets" }))).toBe(99_00);
  await returnLeadFee(lead);
  expect(await paid(first)).toEqual([0]);
});

test("a recovery code at the login leads to the page where another phone is set up", async () => {
  const { id } = await saveRole(cli, { roleName: "Recovering", permissions: [] });
  const admin = await createAdmin(cli, { userName: "recovering", password, name: "R", adminRole: "ROLE", roleId: id });
  const { sessionId } = await openSession({ kind: "admin", subjectId: admin.id, via: "cookie", address: anAddress() });
  const actor = { kind: "admin", adminId: admin.id, sessionId } as ActorOf<"admin">;
  await offerSecondFactor(actor);
  const secret = (await offeredSecondFactor(actor))!.groups.join("");
  const otp = totpOf(secret, "").generate({ timestamp: now().getTime() });
  const { recoveryCodes } = await confirmSecondFactor(actor, { otp });
  const first = await send(login as never, { intent: "login", userName: "recovering", password });
  const cookie = first.headers
    .getSetCookie()
    .find((each) => each.startsWith("admin_sign_in="))!
    .split(";")[0]!;
  const [pending] = await rows<{ id: string }>(sql`select id from admin_pending_sign_ins where admin_id = ${admin.id}`);
  const fields = { intent: "code", signIn: pending!.id, otp: recoveryCodes[3]! };
  expect((await send(login as never, fields, { cookie })).to).toBe("/admin-security");
  expect(await secondFactorOf(admin.id)).toMatchObject({ codesLeft: 9 });
});
