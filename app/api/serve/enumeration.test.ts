import { randomInt } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DoorArgs } from "#app/http/request/door.server.ts";
import { action as adminLogin } from "#app/routes/admin/login/route.tsx";
import { action as centerLogin } from "#app/routes/center/login/route.tsx";
import { action as onboarderLogin } from "#app/routes/onboarder/login/route.tsx";
import { action as registration } from "#app/routes/public/registration/route.tsx";
import { createAdmin, setAdminActive } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { startJobs } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anOnboarder, aPhone, aService, aTechnician } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/*
 * Nobody can find out which phones and user names exist (R6, H10): known and unknown ones get the same status, text,
 * database statements and, as far as can be measured, the same time. A booking sends a code to any phone, and a
 * tracking page's code is requested by its link, not by a number.
 * One specified text does differ, but only after the right code was given: `center.loginDisabled` (Q100).
 */

const pairs = 80;
const limits = { otpLimitPrefixHour: env.otpLimitPrefixHour, otpLimitGlobalHour: env.otpLimitGlobalHour };
beforeAll(async () => {
  configure({ otpLimitPrefixHour: 100_000, otpLimitGlobalHour: 1_000_000 });
  await startJobs();
  // The first answer is slower: it fills caches for the others.
  await call("center/sent-otp", { mobile_number: aPhone() })();
});
afterAll(() => {
  configure(limits);
  resetClock();
});

type Answer = { status: number; body: string; cookies: string[]; sql: string[]; ms: number };

const statements: string[] = [];
/** Statements the job queue sends periodically by itself. */
const housekeeping = /from pgboss\.(queue|version)|version\(\)|to_regclass/i;
const { query } = pg.Client.prototype;
beforeAll(() => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    const text = typeof first === "string" ? first : first.text;
    if (!housekeeping.test(text)) statements.push(text);
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
});
afterAll(() => {
  pg.Client.prototype.query = query;
});

/** What a caller sees of an answer, and what it cost. */
async function seen(door: () => Promise<unknown>): Promise<Answer> {
  statements.length = 0;
  const began = performance.now();
  const answer = await door().catch((thrown: unknown) => thrown);
  const ms = performance.now() - began;
  const sql = [...statements];
  if (answer instanceof Response) {
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]!);
    return { status: answer.status, body: (await answer.text()) + answer.headers.get("location"), cookies, sql, ms };
  }
  const { data, init } = answer as { data: object; init: { status: number } };
  return { status: init.status, body: JSON.stringify(data), cookies: [], sql, ms };
}

const context = () => ({ address: anAddress(), requestId: "same" });
const call = (path: string, body: object) => () =>
  seen(() =>
    serve({
      request: new Request(`http://localhost/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      params: {},
      context: context(),
    }),
  );
const form = (action: (args: DoorArgs) => Promise<unknown>, fields: Record<string, string>) => () =>
  seen(() =>
    action({
      request: new Request("http://localhost/login", { method: "POST", body: new URLSearchParams(fields) }),
      params: {},
      context: context(),
    }),
  );

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** How far apart the ranks of two samples are, in standard deviations (Mann and Whitney). */
function rankDistance(left: number[], right: number[]) {
  const all = [...left.map((ms) => ({ ms, left: true })), ...right.map((ms) => ({ ms, left: false }))];
  all.sort((a, b) => a.ms - b.ms);
  const ranks = all.reduce((sum, one, index) => sum + (one.left ? index + 1 : 0), 0);
  const m = left.length;
  const n = right.length;
  const u = ranks - (m * (m + 1)) / 2;
  return Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}

type Door = () => Promise<Answer>;

/** Makes a call six times and returns all answers. */
const sixTimes = (door: Door) => async (): Promise<Answer> => {
  const answers: Answer[] = [];
  for (let n = 0; n < 6; n += 1) answers.push(await door());
  const together = { body: answers.map(({ body }) => body).join(), sql: answers.flatMap(({ sql }) => sql) };
  return { ...answers[0]!, ...together, ms: answers.reduce((sum, { ms }) => sum + ms, 0) };
};

/**
 * Makes calls for known and unknown people in alternating order, so that order favours neither, and compares the
 * answers.
 */
async function expectAlike(what: string, doors: [known: Door, unknown: Door][], leave: string[] = []) {
  const times: [number[], number[]] = [[], []];
  for (const pair of doors) {
    const [first, second] = randomInt(2) ? ([0, 1] as const) : ([1, 0] as const);
    const answers: Answer[] = [];
    // The clock stands still: refusals name the seconds to wait, which must be the same.
    freezeClock(new Date());
    answers[first] = await pair[first]();
    answers[second] = await pair[second]();
    resetClock();
    const [known, unknown] = answers.map(({ ms: _ms, body, ...answer }) => ({
      ...answer,
      // The entity manager writes values into its statements.
      sql: answer.sql.map((text) => text.replace(/'[^']*'/g, "'…'")),
      body: leave
        .reduce((text, own) => text.replaceAll(own, "…"), body)
        .replace(/\d{10}/g, "…")
        .replace(/"uniqueId":"[^"]+"/g, "…")
        .replace(/"otp_nonce":"[\w-]{22}"/g, "a nonce"),
    }));
    expect(known, what).toEqual(unknown);
    times[0].push(answers[0]!.ms);
    times[1].push(answers[1]!.ms);
  }
  const [known, unknown] = times.map(median) as [number, number];
  const apart = Math.abs(known - unknown) / Math.min(known, unknown);
  const z = rankDistance(...times);
  const says = `${what}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${z.toFixed(1)} σ apart`;
  console.info(`enumeration: ${says}`);
  // Fails only on both: a small steady difference cannot be measured over a network, and a large one by chance has no
  // significant rank difference.
  expect(apart > 0.15 && z > 4, says).toBe(false);
}

const each = async <T>(make: (n: number) => Promise<T>, count = pairs) => {
  const made: T[] = [];
  for (let n = 0; n < count; n++) made.push(await make(n));
  return made;
};

test("R6 a center's phone and a stranger's are alike where codes are asked for and given", async () => {
  const services = [await aService()];
  const known = await each(async (n) => (await aCenter({ services, loginDisabled: n % 10 === 0 })).phone);
  const both = known.map((phone): [string, string] => [phone, aPhone()]);
  const doors = (path: string, more: object) =>
    both.map((pair) => pair.map((mobile_number) => call(path, { mobile_number, ...more })) as [Door, Door]);
  await expectAlike("center/sent-otp", doors("center/sent-otp", { action: "login" }));
  await expectAlike("center/sent-otp again", doors("center/sent-otp", { action: "login" }).slice(0, 10));
  await expectAlike("center/login-with-otp", doors("center/login-with-otp", { otp: "100001" }));
  await expectAlike("center/login-with-otp", doors("center/login-with-otp", { otp: "not a code" }).slice(0, 10));
  await expectAlike("center/verify-otp", doors("center/verify-otp", { otp: "100001" }).slice(0, 10));
});

test("R6 a registered center's phone asks for a registration's code like any other", async () => {
  const services = [await aService()];
  const doors = await each(async () => {
    const { phone } = await aCenter({ services });
    const ask = (mobile_number: string) => call("center/sent-otp", { mobile_number, action: "registration" });
    return [ask(phone), ask(aPhone())] as [Door, Door];
  }, 20);
  await expectAlike("center/sent-otp for a registration", doors);
});

test("R6 a center's phone and a stranger's are alike when the day's codes and guesses are used up", async () => {
  const services = [await aService()];
  const known = await each(async () => (await aCenter({ services })).phone, 4);
  const both = known.map((phone): [string, string] => [phone, aPhone()]);
  const doors = (path: string, more: object) =>
    both.map((pair) => pair.map((mobile_number) => call(path, { mobile_number, ...more })) as [Door, Door]);
  const later = () =>
    rows(
      sql`update otps set created_at = created_at - interval '16 minutes', expires_at = expires_at - interval '16 minutes'
       where phone = any(${both.flat()})`,
    );
  // Twelve for another purpose, then five logins, each guessed at from six networks: beyond every daily quota.
  const codePaths = [...Array(12).fill("sent-otp-by-web"), ...Array(5).fill("center/sent-otp")] as string[];
  for (const [nth, path] of codePaths.entries()) {
    const login = path === "center/sent-otp";
    await expectAlike(`${path}, ${nth + 1}`, doors(login ? path : `consumerAppAppRoute/${path}`, { action: "login" }));
    const guess = login ? "center/login-with-otp" : "consumerAppAppRoute/verify-otp-by-web";
    const guesses = doors(guess, { otp: "100001" }).map((pair) => pair.map(sixTimes) as [Door, Door]);
    await expectAlike(`${guess} six times after ${nth + 1}`, guesses);
    await later();
  }
  const sent = await rows<{ phone: string; sent: number }>(
    sql`select phone, count(*) filter (where sent)::int as sent from otps where phone = any(${both.flat()}) group by phone`,
  );
  // The part reserved for center logins was sent to centers only, and no answer shows it.
  for (const { phone, sent: messages } of sent) expect(messages).toBe(known.includes(phone) ? 8 : 10);
}, 120_000);

test("R6 a technician's phone and a stranger's are alike where codes are asked for and given", async () => {
  const center = await aCenter();
  const primaryServiceId = (await aService()).id;
  const both = await each(async () => [(await aTechnician({ center, primaryServiceId })).phone, aPhone()] as const);
  const doors = (path: string, more: object) =>
    both.map((pair) => pair.map((mobile_number) => call(path, { mobile_number, ...more })) as [Door, Door]);
  await expectAlike("technicianApp/sent-otp", doors("technicianApp/sent-otp", {}));
  await expectAlike("technicianApp/login-with-otp", doors("technicianApp/login-with-otp", { otp: "100001" }));
});

test("R6 an onboarder's phone and a stranger's are alike where codes are asked for and given", async () => {
  const primary_services = (await aService()).id;
  const both = await each(async () => [(await anOnboarder()).phone, aPhone()] as const);
  const doors = (path: string, more: object) =>
    both.map((pair) => pair.map((mobile_number) => call(path, { mobile_number, ...more })) as [Door, Door]);
  await expectAlike("send-otp-login", doors("centerOnboarding/send-otp-login", {}));
  await expectAlike("verify-otp-login", doors("centerOnboarding/verify-otp-login", { otp: "100001" }));

  // Each with a different phone, for which no code was requested before.
  const fresh = await each(async () => [(await anOnboarder()).phone, aPhone()] as const, 20);
  const details = { name: "Sunil", primary_services, allowed_states: ["Kerala"], allowed_cities: ["Kochi"] };
  const ids = new Map<string, string>();
  const asking = fresh.map(
    (pair) =>
      pair.map((mobile_number) => async () => {
        const answer = await call("centerOnboarding/sendotp-onboarder", { mobile_number, ...details })();
        ids.set(mobile_number, JSON.parse(answer.body.replace(/null$/, "")).data.uniqueId);
        return answer;
      }) as [Door, Door],
  );
  await expectAlike("sendotp-onboarder", asking);
  const giving = fresh.map(
    (pair) =>
      pair.map(
        (phone) => () => call("centerOnboarding/register-onboarder", { uniqueId: ids.get(phone), otp: "100001" })(),
      ) as [Door, Door],
  );
  await expectAlike("register-onboarder, a wrong code", giving);
});

test("R6 the registration page answers alike for a phone that has a center", async () => {
  const services = [await aService()];
  const primaryServiceId = services[0]!.id;
  const secondaryServiceId = (await aService()).id;
  const both = await each(async () => [(await aCenter({ services })).phone, aPhone()] as const, 20);
  const typed = {
    intent: "send",
    centerName: "New Shop",
    primaryServiceId,
    secondaryServiceId,
    addressLine: "1",
    city: "Pune",
    state: "Maharashtra",
    pincode: "411001",
    additionalPincode: "411001",
    noOfTechnicians: "2",
  };
  const doors = both.map((pair) => pair.map((phone) => form(registration, { phone, ...typed })) as [Door, Door]);
  await expectAlike("/registration, asking", doors);
});

test("R6 the pages answer as the calls do", async () => {
  const both = await each(async () => [(await aCenter()).phone, aPhone()] as const, 5);
  const doors = (fields: Record<string, string>) =>
    both.map((pair) => pair.map((phone) => form(centerLogin, { phone, ...fields })) as [Door, Door]);
  await expectAlike("/login, asking", doors({ intent: "send" }));
  await expectAlike("/login, asking too soon", doors({ intent: "send" }));
  await expectAlike("/login, a wrong code", doors({ intent: "login", otp: "100001" }));

  const onboarders = await each(async () => [(await anOnboarder()).phone, aPhone()] as const, 5);
  const portal = (fields: Record<string, string>) =>
    onboarders.map((pair) => pair.map((phone) => form(onboarderLogin, { phone, ...fields })) as [Door, Door]);
  await expectAlike("/center-onboard-login, asking", portal({ intent: "send" }));
  await expectAlike("/center-onboard-login, a wrong code", portal({ intent: "login", otp: "100001" }));
});

test("R6 H30 a known, a disabled and an unknown user name are alike at the admin login, by time too", async () => {
  const cli = system("test");
  const named = (userName: string) =>
    createAdmin(cli, { userName, password: "Demo@2026", name: "Someone", adminRole: "SUPER_ADMIN" });
  const known = await named(`known${aPhone()}`);
  const disabled = await named(`disabled${aPhone()}`);
  await setAdminActive(cli, { adminId: disabled.id, isActive: false });
  // Few tries each, from different networks, so that no delay starts.
  for (const { userName } of [known, disabled]) {
    const unknown = `nobody${aPhone()}`;
    const log = (user_name: string) => call("admin/login", { user_name, password: "wrong-one" });
    const page = (name: string) => form(adminLogin, { intent: "login", userName: name, password: "wrong-one" });
    const doors = Array.from({ length: 16 }, () => [log(userName), log(unknown)] as [Door, Door]);
    await expectAlike(`admin/login as ${userName}`, doors);
    await expectAlike("/admin-login", [[page(userName), page(unknown)]], [userName, unknown]);
  }
}, 120_000);
