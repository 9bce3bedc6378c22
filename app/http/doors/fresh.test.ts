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
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, aTicket } from "#modules/testing/factories.ts";
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
const asked = { intent: "pay", amount: "100", note: "ज़रूरी & <b>" };

describe("a form that needs a fresh admin", () => {
  test("is done at once in a fresh session, and what is sent to confirm is not looked at", async () => {
    const { cookie } = await aDesk({ fresh: true });
    const { action, done } = aPage();
    expect(await send(action, { ...asked, confirmPassword: "x" }, { cookie })).toMatchObject({ to: "/done" });
    expect(done).toEqual(["100"]);
  });

  test("comes back as it was filled in and asks for the password; with it, it is done, and the next one at once", async () => {
    const { cookie } = await aDesk();
    const { action, done } = aPage();
    const first = await send(action, asked, { cookie });
    expect(first).toMatchObject({ status: 403, problem: "confirm.first", confirm: { otp: false } });
    expect(first.values).toEqual({ amount: "100", note: asked.note });
    const wrong = await send(action, { ...asked, confirmPassword: "Wrong@1234" }, { cookie });
    expect(wrong).toMatchObject({ status: 422, confirm: { otp: false }, values: { amount: "100", note: asked.note } });
    expect(wrong.errors).toEqual({ confirmPassword: "admin.passwordWrong" });
    expect(JSON.stringify(wrong)).not.toContain("Wrong@1234");
    expect(done).toEqual([]);
    expect(await send(action, { ...asked, confirmPassword: password }, { cookie })).toMatchObject({ to: "/done" });
    expect(await send(action, { ...asked, amount: "200" }, { cookie })).toMatchObject({ to: "/done" });
    expect(done).toEqual(["100", "200"]);
  });

  test("where there is a second factor wants its code as well, each time where it says so", async () => {
    const { cookie, code } = await aDesk({ enrolled: true, fresh: true });
    const { action, done } = aPage(true);
    const trial = (confirm: Record<string, string>) => send(action, { ...asked, ...confirm }, { cookie });
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
    const refused = await send(action, { ...asked, amount: "a lot" }, { cookie });
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
    expect(await rows("select 1 from admin_second_factors where admin_id = $1", [id])).toEqual([]);
    expect(await rows("select 1 from sessions where subject_id = $1 and ended_at is not null", [id])).toEqual([]);
  });
});

describe("a call by token that moves money", () => {
  const cancel = async (desk: Desk, headers: Record<string, string> = {}, ticketId?: string) => {
    const id = ticketId ?? (await aTicket()).publicId;
    return call(`admin/cancelTickets/${id}`, "PUT", desk.token, {}, headers);
  };

  test("needs a code of its own in x-totp where the admin has a second factor, and each is good once", async () => {
    const desk = await aDesk({ enrolled: true });
    expect(await cancel(desk)).toMatchObject({ status: 422, success: 0, code: "totp.header" });
    expect(await cancel(desk, { "x-totp": "000000" })).toMatchObject({ status: 422, code: "totp.wrong" });
    const used = { "x-totp": desk.code() };
    expect(await cancel(desk, used)).toMatchObject({ success: 1 });
    expect(await cancel(desk, used)).toMatchObject({ status: 422, code: "totp.used" });
    moveClock(30 * second);
    const both = await Promise.all([1, 2, 3].map(() => cancel(desk, { "x-totp": desk.code() })));
    expect(both.filter(({ success }) => success === 1)).toHaveLength(1);
  });

  test("an answer that was lost is given again under its key without another code", async () => {
    const desk = await aDesk({ enrolled: true });
    const { publicId } = await aTicket();
    const key = { "idempotency-key": `key-${last}` };
    expect(await cancel(desk, key, publicId)).toMatchObject({ code: "totp.header" });
    const sent = { ...key, "x-totp": desk.code() };
    expect(await cancel(desk, sent, publicId)).toMatchObject({ success: 1 });
    expect(await cancel(desk, sent, publicId)).toMatchObject({ success: 1 });
    expect(await cancel(desk, key, publicId)).toMatchObject({ success: 1 });
    const kept = await rows<{ whole: string }>("select k::text as whole from idempotency_keys k");
    expect(kept.filter(({ whole }) => whole.includes(sent["x-totp"]))).toEqual([]);
  });

  test("without a second factor it needs none; a browser's session has to be fresh", async () => {
    const plain = await aDesk();
    expect(await cancel(plain)).toMatchObject({ success: 1 });
    const byCookie = (desk: Desk) => cancel({ ...desk, token: "" }, { cookie: desk.cookie });
    expect(await byCookie(plain)).toMatchObject({ status: 403, code: "confirm.byApi" });
    // An empty token is no token: sending one beside a stolen cookie does not make the caller an app.
    for (const name of ["access-token", "x-access-token", "authorization"])
      expect(await cancel({ ...plain, token: "" }, { cookie: plain.cookie, [name]: "" })).toMatchObject({
        code: "confirm.byApi",
      });
    expect(await byCookie(await aDesk({ fresh: true }))).toMatchObject({ success: 1 });
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
    const said = text.includes("totp.setUpFirst") && outcome === "403";
    const fits = said || (!isCall && text.includes("/admin-security"));
    if (!fits) wrong.push(`${name}: ${outcome} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(20);
}, 60_000);

/** The input does not matter here: the caller is refused before it is parsed. */
const asking = async (ask: (ids: Record<string, string>, tenant: never) => object) =>
  ask(new Proxy({}, { get: () => "0190" }), new Proxy({}, { get: () => "0190" }) as never) as never;

/** What is done with a center, on each page that shows one. */
function actsOnCenters(...pages: string[]): Record<string, string> {
  const acts = {
    capacity: "says how much it may hold, for no money",
    clients: "says whom it works for, for no money",
    trial: "a trial costs nothing",
    disable: "sign-in",
    switch: "decides about a paper, for no money",
    reject: "decides about a paper, for no money",
    aadhar: "keeps four digits, for no money",
    delete: "sign-in",
  };
  return Object.fromEntries(
    pages.flatMap((page) => Object.entries(acts).map(([act, decision]) => [`POST ${page} ${act}`, decision])),
  );
}

/**
 * Everything an admin can change, with what of it is money, roles, keys or logins, written by hand: a new act fails
 * until it is decided here.
 */
const decided: Record<string, string> = {
  ...viewsOf("/Tickets", "/pending-ticket", "/close-ticket", "/noService-ticket", "/center-ticket", "/b2b-ticket"),
  ...viewsOf("/center-ticket/new-tickets", "/center-ticket/not-assigned", "/erickshaw-ticket", "/all-client-ticket"),
  ...viewsOf("/admin-broadcast-tickets", "/broad-casted-list", "/roles", "/users", "/admin-feedBack"),
  ...viewsOf("/admin-technician", "/admin-center-onboarders", "/usersdetails"),
  ...viewsOf("/notifications", "/notification-history"),
  "POST /usersdetails open": "finds whose number it is, and shows what the list of customers shows",
  "POST /usersdetails/:id reveal": "shows one number, which its history says",
  "POST /usersdetails/:id export": "person",
  "POST /usersdetails/:id erase": "person",
  "POST /admin-technician clients": "says whom they work for, for no money",
  "POST /admin-technician delete": "sign-in",
  "POST /tecnicianDocument switch": "decides about a paper, for no money",
  "POST /tecnicianDocument reject": "decides about a paper, for no money",
  "POST /admin-add-center-onboarder create": "an onboarder that is new takes nobody's sign-in",
  "POST /admin-add-center-onboarder update": "sign-in",
  "POST admin/Set-Verification-Status-Of-center-And-Technician": "decides about a paper, for no money",
  "POST admin/center-documents-verify": "keeps four digits, for no money",
  "POST admin/update-technician": "says whom they work for, for no money",
  "DELETE admin/deleteTechnician/{id}": "sign-in",
  "POST admin/create-centerOnBoarder": "an onboarder that is new takes nobody's sign-in",
  "POST admin/update-centerOnBoarder": "sign-in",
  ...viewsOf("/admin-clients", "/admin-centers", "/edit-center", "/offers", "/blog"),
  ...actsOnCenters("/admin-centers", "/edit-center", "/view-center/:id"),
  ...bulksOf("/Tickets", "/pending-ticket", "/close-ticket", "/noService-ticket", "/center-ticket"),
  ...bulksOf("/b2b-ticket", "/all-client-ticket"),
  "POST /center-ticket/new-tickets accept": "money",
  "POST /center-ticket/new-tickets reject": "money",
  "POST /Tickets assign": "sends somebody, for no money",
  "POST /Tickets reassign": "money",
  "POST /Tickets broadcast": "asks centers, for no money",
  "POST /Tickets close": "money",
  "POST /Tickets rebook": "a booking, which its customer pays",
  "POST /Tickets revisit": "a revisit is free",
  "POST /Tickets remarks": "writes words, for no money",
  "POST /Tickets centerRemarks": "writes words, for no money",
  "POST /Tickets cancel": "money",
  "POST /Tickets delete": "money",
  "POST /Tickets undoDelete": "brings back what was there, for no money",
  "POST /Tickets previewPincode": "only reads",
  "POST /Tickets pincode": "money",
  "POST /Tickets requirement": "writes words, for no money",
  "POST /Tickets reveal": "shows one number and writes down who asked",
  "POST /view-ticket adjust": "money",
  "POST /ticketDocument review": "decides about a punch, for no money",
  "POST /admin-logout logout": "ends this very session",
  "POST /admin-security setUp": "key",
  "POST /admin-security replace": "key",
  "POST /admin-security confirm": "key",
  "POST /admin-security renew": "key",
  "POST /admin-security turnOff": "key",
  "POST /admin-security endSession": "sign-in",
  "POST /admin-security endOthers": "sign-in",
  "POST /admin-security sendMobileCode": "sends a code to the admin's own number",
  "POST /admin-security proveMobile": "asks for the code of the number itself",
  "POST /admin-security later": "changes nothing",
  "POST /wallet initiate": "money",
  "POST /payment-close look": "asks the provider and moves nothing",
  "POST /wallet-approvals approve": "money",
  "POST /wallet-approvals refuse": "money",
  "POST /wallet-approvals withdraw": "money",
  "POST /wallet-approvals settle": "money",
  "POST /roles deleteRole": "role",
  "POST /add-role create": "role",
  "POST /add-role update": "role",
  "POST /users setActive": "role",
  "POST /users remove": "role",
  "POST /add-user create": "role",
  "POST /add-user update": "role",
  "POST admin/add-role": "role",
  "PUT admin/update-role": "role",
  "POST admin/create-user": "role",
  "PUT admin/update-user": "role",
  "POST admin/remove-user": "role",
  "PUT admin/update-user-status": "role",
  "POST admin/get-client-ticket": "only reads",
  "POST admin/send-refund-in-wallet-technician": "money",
  "POST admin/add_wallet_balance_by_admin": "money",
  "POST /Home checkKeys": "tries the keys by an order nobody pays",
  "POST /admin-dashboard add": "says what is sold, for no money",
  "POST /admin-dashboard edit": "says what is sold, for no money",
  "POST /admin-dashboard switch": "says what is sold, for no money",
  "POST /admin-dashboard move": "says what is sold, for no money",
  "POST /admin-dashboard delete": "says what is sold, for no money",
  "POST admin/create-services": "says what is sold, for no money",
  "POST admin/update-service": "says what is sold, for no money",
  "POST admin/delete-service": "says what is sold, for no money",
  "POST admin/update-service-status": "says what is sold, for no money",
  "POST /admin-clients create": "says who is billed, for no money",
  "POST /admin-clients update": "says who is billed, for no money",
  "POST /admin-clients addCategory": "shows the form with one chip more",
  "POST /view-center/:id answered": "closes a center's message, for no money",
  "POST /view-center/:id upi": "shows a center's UPI id and writes down who asked",
  "POST /admin-clients reveal": "shows a client's numbers and writes down who asked",
  "POST /admin-clients remove": "ends a client without users and open requests, for no money",
  "POST admin/add-client": "says who is billed, for no money",
  "PUT admin/update-client": "says who is billed, for no money",
  "POST admin/delete-client": "ends a client without users and open requests, for no money",
  "POST /subscription update": "says what later orders cost; moves no money",
  "POST /subscription cancel": "says what later orders cost; moves no money",
  "POST admin/updatePriceList": "says what later orders cost; moves no money",
  "POST /banner add": "shows a picture to everybody, for no money",
  "POST /banner edit": "shows a picture to everybody, for no money",
  "POST /banner switch": "shows a picture to everybody, for no money",
  "POST /banner move": "shows a picture to everybody, for no money",
  "POST /banner order": "shows a picture to everybody, for no money",
  "POST /banner delete": "shows a picture to everybody, for no money",
  "POST admin/uploadBannerImage": "shows a picture to everybody, for no money",
  "POST admin/updateBannerImageStatus": "shows a picture to everybody, for no money",
  "POST admin/updateSequenceofBannerImage": "shows a picture to everybody, for no money",
  "DELETE admin/deleteBannerImage/{id}": "shows a picture to everybody, for no money",
  "POST /blog add": "shows what was written to everybody, for no money",
  "POST /blog edit": "shows what was written to everybody, for no money",
  "POST /blog switch": "shows what was written to everybody, for no money",
  "POST /blog delete": "shows what was written to everybody, for no money",
  "POST blogs/createBlogs": "shows what was written to everybody, for no money",
  "POST blogs/updateBlogs": "shows what was written to everybody, for no money",
  "POST blogs/editBlogStatus": "shows what was written to everybody, for no money",
  "DELETE blogs/deleteBlogs/{id}": "shows what was written to everybody, for no money",
  "POST /notifications add": "writes what may be sent, for no money",
  "POST /notifications switch": "writes what may be sent, for no money",
  "POST /notifications count": "only counts",
  "POST /notifications send": "tells many people something, for no money",
  "POST /notification-history stop": "tells fewer people something, for no money",
  "POST admin/create-notification": "writes what may be sent, for no money",
  "POST admin/send-notification-touser": "tells many people something, for no money",
  "POST /offers add": "says what later bookings cost; moves no money",
  "POST /offers edit": "says what later bookings cost; moves no money",
  "POST /offers switch": "says what later bookings cost; moves no money",
  "POST /offers delete": "says what later bookings cost; moves no money",
  "POST center/add-offer": "says what later bookings cost; moves no money",
  "POST center/update-offercode": "says what later bookings cost; moves no money",
  "POST center/offercode/editstatus": "says what later bookings cost; moves no money",
  "DELETE center/offercode/delete/{id}": "says what later bookings cost; moves no money",
  "POST /bulk/:id remark": "writes words, for no money",
  "POST /bulk/:id broadcastRequests": "asks centers, for no money",
  "POST /bulk/:id assignRequests": "sends requests that nobody paid for, for no money",
  "POST /bulk/:id cancelRequests": "money",
  "POST /bulk/:id cancel": "stops what one started oneself",
  "POST /uploads/new begin": "only reads a file",
  "POST /uploads/new beginForClient": "only reads a file",
  "POST /uploads/:id map": "names columns, for no money",
  "POST /uploads/:id mend": "mends a row, for no money",
  "POST /uploads/:id start": "makes requests, for no money",
  "POST /uploads/:id cancel": "stops what one started oneself",
  "POST /uploads/:id undo": "takes back requests nobody has accepted, for no money",
  "POST admin/upload-csv-for-ticket": "makes requests, for no money",
  "POST ticket/createBulkTickets": "makes requests, for no money",
  "POST /center-onboard-add-center update": "sign-in",
  "POST /add-center create": "a center that is new takes nobody's sign-in",
  "POST /add-center update": "sign-in",
  "POST /add-center sendOtp": "sends a code, for no money",
  "POST admin/create-center": "a center that is new takes nobody's sign-in",
  "PUT admin/update-center": "sign-in",
  "POST admin/update-center": "sign-in",
  "DELETE admin/deleteCenter/{id}": "sign-in",
  "POST admin/update-center-extended-date": "a trial costs nothing",
  "POST admin/update-ticket-accept-limit": "says how much it may hold, for no money",
  "POST admin/close-ticket": "money",
  "POST admin/close-ticket-by-admin": "money",
  "PUT admin/cancelTickets/{ticketId}": "money",
  "POST admin/assigning-ticket-technician": "sends somebody, for no money",
  "POST admin/admin-broadcast": "asks centers, for no money",
  "POST center/public-ticket-by-superadmin": "a request without a fee",
  "POST admin/create-ticket": "a request without a fee",
  "POST client/create-ticket": "a request without a fee",
  "POST /client-api create": "key",
  "POST /client-api rotate": "key",
  "POST /client-api revoke": "ends a key, which may be urgent, and opens nothing",
  "POST /client-webhooks add": "key",
  "POST /client-webhooks renew": "key",
  "POST /client-webhooks switch": "says whether an address is told, and shows no secret",
  "POST /client-webhooks remove": "ends a webhook, which may be urgent, and opens nothing",
  "POST /client-webhooks test": "sends a message about nothing",
  "POST /clock runNow": "does what the clock does by itself",
  "POST /report-page schedule": "prepares files of what its admin may see when they are made",
  "POST /report-page unschedule": "ends a preparation; its files stay as long as they would",
  "POST /client-webhook-log replay": "sends what was sent before",
  "POST /client-webhook-log replayAll": "sends what was sent before",
  "POST admin/update-ticket": "a paid request is never left without a center, so no fee goes back",
  "POST /admin-ticket look": "only reads",
  "POST /admin-ticket fill": "only reads",
  "POST /admin-ticket create": "a request without a fee",
  "POST /admin-ticket update": "a paid request is never left without a center, so no fee goes back",
  "POST /add-client-ticket create": "a request without a fee",
  "POST admin/change-ticket-technician": "money",
  "POST admin/get-center-for-ticket": "only reads",
  "POST admin/update-ticket-pincode": "money",
  "POST admin/update-specific-requirement": "writes words, for no money",
  "POST admin/onboarding-team-remarks": "writes words, for no money",
  "POST admin/add-broadcast-remarks-team": "writes words, for no money",
  "DELETE admin/deleteTickets/{id}": "money",
  "POST admin/update-punch-ticket": "decides about a punch, for no money",
  "POST technicianApp/ticket-broadcast": "asks centers, for no money",
  "POST center/center-all-transaction": "only reads",
  "POST technicianApp/getStatus": "only reads",
  "PUT center/tickets/{id}/revisit": "a revisit is free",
  "PUT center/api/tickets/rebook": "a booking, which its customer pays",
};

/** The saved views of lists. */
function viewsOf(...lists: string[]) {
  const acts = ["keepView", "changeView", "renameView", "deleteView"];
  const lines = lists.flatMap((list) => acts.map((act) => `POST ${list} ${act}`));
  return Object.fromEntries(lines.map((line) => [line, "a view holds no rows and no rights"]));
}

/** The selections of lists. */
function bulksOf(...lists: string[]) {
  return Object.fromEntries(lists.map((list) => [`POST ${list} bulk`, "asks, and does nothing before it is started"]));
}

/** The gates of each address for admins, including those shared with another portal. */
async function desks() {
  const gates = [...(await webDoors())].map(([name, { door }]) => [name, (door as unknown as Gated).gate] as const);
  return gates.flatMap(([name, gate]) =>
    [gate, gate.admin].flatMap((desk) => (desk?.as === "admin" ? [[name, desk] as const] : [])),
  );
}

test("every act of an admin is declared fresh, or it is written down why not", async () => {
  const said: Record<string, string> = {};
  const reasons = new Set(["money", "role", "key", "sign-in", "person"]);
  const why = (act: string) => (reasons.has(decided[act] ?? "") ? "not declared" : (decided[act] ?? "undecided"));
  const doors = await webDoors();
  // An act that pages share is decided once, at the first of them.
  const isOwn = (name: string, intent: string) => doors.get(name)?.intents.includes(intent);
  for (const [name, desk] of await desks())
    for (const intent of Object.keys(desk.intents ?? {}).filter((intent) => isOwn(name, intent)))
      said[`${name} ${intent}`] = desk.fresh?.[intent] ?? why(`${name} ${intent}`);
  for (const [key, line] of Object.entries(contract))
    if (!key.startsWith("GET ") && (line.as as readonly string[]).includes("admin")) said[key] = line.fresh ?? why(key);
  expect(said).toEqual(decided);
});

test("what moves money asks for a permission that makes the second factor required", async () => {
  for (const [key, line] of Object.entries(contract))
    if (line.fresh === "money") expect([key, moneyPermissions]).toEqual([key, expect.arrayContaining([line.can])]);
  for (const [name, desk] of await desks())
    for (const [intent, fresh] of Object.entries(desk.fresh ?? {}))
      if (fresh === "money")
        expect([name, moneyPermissions]).toEqual([name, expect.arrayContaining([desk.intents?.[intent]])]);
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
  const [pending] = await rows<{ id: string }>("select id from admin_pending_sign_ins where admin_id = $1", [admin.id]);
  const fields = { intent: "code", signIn: pending!.id, otp: recoveryCodes[3]! };
  expect((await send(login as never, fields, { cookie })).to).toBe("/admin-security");
  expect(await secondFactorOf(admin.id)).toMatchObject({ codesLeft: 9 });
});
