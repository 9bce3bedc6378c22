import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { pool, rows } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { configure, env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, openDatabase } from "#modules/testing/database.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import type { Storm, Try } from "#modules/testing/processes/limits.ts";
import { otpRequested, requestOtp, spendOtp } from "../index.ts";

openDatabase();

/*
 * Limits are exact under concurrency across processes: each process has its own connections, and none can rely on
 * another's memory.
 */

const processes = 3;
const thousand = Array.from({ length: 1_000 }, (_, n) => n);
const { otpLimitAddressHour, otpLimitPrefixHour, otpLimitGlobalHour } = env;
const generous = { otpLimitAddressHour: 100_000, otpLimitPrefixHour: 100_000, otpLimitGlobalHour: 1_000_000 };

const sent = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, code);
});

beforeEach(() => configure(generous));
afterEach(() => configure({ otpLimitAddressHour, otpLimitPrefixHour, otpLimitGlobalHour }));

const askers: ((storm: Storm) => Promise<string[]>)[] = [];
const stops: (() => Promise<unknown>)[] = [];

beforeAll(() => {
  for (let n = 0; n < processes; n++) {
    const child = spawn(process.execPath, [path.join(env.root, "modules/testing/processes/limits.ts")], {
      env: environmentWith({ DATABASE_URL: appUrl }),
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    askers.push(async (one) => {
      child.stdin.write(`${JSON.stringify(one)}\n`);
      return JSON.parse((await lines.next()).value as string);
    });
    const ended = once(child, "exit");
    stops.push(() => {
      child.stdin.end();
      return ended;
    });
  }
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** Makes the tries at once in several processes; returns how often each outcome occurred. */
async function storm(tries: Try[], settings: Storm["settings"] = generous) {
  const share = Math.ceil(tries.length / processes);
  const parts = Array.from({ length: processes }, (_, n) => tries.slice(n * share, (n + 1) * share));
  const answers = await Promise.all(parts.map((part, n) => askers[n]!({ settings, tries: part })));
  const tally: Record<string, number> = {};
  for (const outcome of answers.flat()) tally[outcome] = (tally[outcome] ?? 0) + 1;
  return tally;
}

const everywhere = (n: number) =>
  n % 2 ? `100.${n % 7}.${n % 200}.${n % 251}` : `2001:db8:${n.toString(16)}:1::${(n % 9) + 1}`;
const messagesTo = async (phone: string) =>
  (
    await rows(
      sql`select 1 from pgboss.job join otps on otps.id::text = job.data ->> 'otpId'
       where otps.phone = ${phone} and (job.data ->> 'deliver')::boolean`,
    )
  ).length;
const wrongOf = (right: string) => String(right === "999999" ? 100_000 : Number(right) + 1);
const guessed = async (phones: string[]) =>
  (
    await rows(
      sql`select sum(tries)::int as held,
         coalesce(sum((select sum(value::int) from jsonb_each_text(loose_tries))), 0)::int as loose
       from otps where phone = any(${phones})`,
    )
  )[0];
const points = async (key: string) =>
  (await queryOn<{ points: number }>(pool(), sql`select points from rate_limits where key = ${key}`)).rows[0]?.points ??
  0;

describe("everything at once, from several processes", () => {
  test("a thousand requests for one phone send one message, and use one point of the shared budgets", async () => {
    const phone = aPhone();
    const global = await points("otp-global:all");
    const tries = thousand.map((n): Try => {
      const purpose = (["booking", "tracking", "center_login", "registration"] as const)[n % 4]!;
      return { do: "request", phone, purpose, address: everywhere(n) };
    });
    expect(await storm(tries)).toEqual({ ok: 1, "otp.wait": 999 });
    expect(await messagesTo(phone)).toBe(1);
    expect(await points(`otp-prefix:${phone.slice(0, 6)}`)).toBe(1);
    expect((await points("otp-global:all")) - global).toBe(1);
  });

  test("a thousand wrong guesses at one code reach ten comparisons, and its asker's tries are still there", async () => {
    const phone = aPhone();
    const { nonce } = await requestOtp({ phone, purpose: "booking", address: "10.1.1.1" });
    const right = sent.get(phone)!;
    const tries = thousand.map((n): Try => {
      return { do: "guess", phone, purpose: "booking", otp: wrongOf(right), address: everywhere(n) };
    });
    expect(await storm(tries)).toEqual({ "otp.wrong": 1_000 });
    expect(await guessed([phone])).toEqual({ held: 0, loose: 10 });
    await spendOtp({ phone, purpose: "booking", otp: right, address: "10.1.1.1", nonces: [nonce] });
  });

  test("a thousand wrong guesses with the nonce reach five comparisons, and then the right one is wrong", async () => {
    const phone = aPhone();
    const { nonce } = await requestOtp({ phone, purpose: "booking", address: "10.1.1.3" });
    const right = sent.get(phone)!;
    const tries = thousand.map((n): Try => {
      const address = everywhere(n);
      return { do: "guess", phone, purpose: "booking", otp: wrongOf(right), address, nonces: [nonce] };
    });
    expect(await storm(tries)).toEqual({ "otp.wrong": 5, "otp.locked": 995 });
    expect(await guessed([phone])).toEqual({ held: 5, loose: 0 });
    const late = { phone, purpose: "booking", otp: right, address: "10.1.1.3", nonces: [nonce] } as const;
    await expect(spendOtp(late)).rejects.toMatchObject({ key: "otp.locked" });
  });

  test("a thousand right guesses at one code open one door", async () => {
    const phone = aPhone();
    await requestOtp({ phone, purpose: "center_login", address: "10.1.1.2" });
    const tries = thousand.map((n): Try => {
      return { do: "guess", phone, purpose: "center_login", otp: sent.get(phone)!, address: everywhere(n) };
    });
    expect(await storm(tries)).toEqual({ ok: 1, "otp.wrong": 999 });
  });

  test("an address sends its budget to the point, IPv6 as a whole network", async () => {
    const settings = { ...generous, otpLimitAddressHour: 40 };
    for (const address of [() => "203.0.113.40", (n: number) => `2001:db8:40:40::${n.toString(16)}`]) {
      const tries = thousand
        .slice(0, 150)
        .map((n): Try => ({ do: "request", phone: aPhone(), purpose: "booking", address: address(n) }));
      expect(await storm(tries, settings)).toEqual({ ok: 40, "error.tooMany": 110 });
    }
  });

  test("a number range sends its budget to the point; what is refused uses nothing of it up", async () => {
    const settings = { ...generous, otpLimitPrefixHour: 40 };
    const tries = thousand
      .slice(0, 150)
      .map((n): Try => ({ do: "request", phone: `612345${1_000 + n}`, purpose: "booking", address: everywhere(n) }));
    expect(await storm(tries, settings)).toEqual({ ok: 40, "error.tooMany": 110 });
    expect(await rows(sql`select 1 from otps where phone like '612345%'`)).toHaveLength(40);
    expect(await points("otp-prefix:612345")).toBe(40);
  });

  test("the house sends its budget to the point", async () => {
    const left = 40;
    const settings = { ...generous, otpLimitGlobalHour: (await points("otp-global:all")) + left };
    const tries = thousand
      .slice(0, 150)
      .map((n): Try => ({ do: "request", phone: aPhone(), purpose: "booking", address: everywhere(n) }));
    expect(await storm(tries, settings)).toEqual({ ok: left, "error.tooMany": 110 });
    expect(await points("otp-global:all")).toBe(settings.otpLimitGlobalHour);
  });

  test("an address guesses at live codes its budget to the point", async () => {
    const phones = thousand.slice(0, 12).map(aPhone);
    for (const [n, phone] of phones.entries()) await requestOtp({ phone, purpose: "booking", address: everywhere(n) });
    const tries = phones.flatMap((phone) =>
      Array.from({ length: 5 }, (): Try => {
        return { do: "guess", phone, purpose: "booking", otp: wrongOf(sent.get(phone)!), address: "203.0.113.41" };
      }),
    );
    expect(await storm(tries, { ...generous, otpLimitAddressHour: 6 })).toEqual({
      "otp.wrong": 30,
      "error.tooMany": 30,
    });
    expect(await guessed(phones)).toEqual({ held: 0, loose: 30 });
  });

  test("H30 a hundred passwords at once: five pass from one network, fifty from all together, known user or not", async () => {
    for (const userName of ["superadmin", "nobody-at-all"]) {
      const from = (address: (n: number) => string) =>
        thousand.slice(0, 100).map((n): Try => ({ do: "login", userName, address: address(n) }));
      const network = from((n) => `2001:db8:99:99::${n.toString(16)}`);
      expect(await storm(network)).toEqual({ ok: 5, "admin.loginWait": 95 });
      // Five of the fifty free tries were used above.
      expect(await storm(from(everywhere))).toEqual({ ok: 45, "admin.loginWait": 55 });
    }
  });
});
