import { randomInt, randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { day, freezeClock, minute, moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fc, property } from "#modules/testing/property.ts";
import { otpRequested, rememberVisitor, requestOtp, spendOtp } from "../index.ts";
import type { OtpPurpose } from "../otp/otp.entity.ts";

openDatabase();

/*
 * Strangers cannot lock anybody out. A victim requests codes and enters them while strangers request codes for the same
 * phone, for any purpose, from any network, and guess with their own nonces, invented ones or none. In any order: the
 * victim's code works while it is valid and has tries left, a known browser gets its code, other purposes leave
 * messages for the login, and a day has at most ten messages and fifty guesses.
 */

const { otpLimitPrefixHour, otpLimitGlobalHour } = env;
afterEach(() => {
  resetClock();
  configure({ otpLimitPrefixHour, otpLimitGlobalHour });
});

type Sent = { phone: string; code: string; deliver: boolean };
let last: Sent | undefined;
hear(otpRequested, async ({ sealed, deliver }) => {
  last = { ...(JSON.parse(unseal(sealed)) as { phone: string; code: string }), deliver };
});

const logins = ["center_login", "password_reset"] as const;
const others = ["booking", "tracking"] as const;
const purposes = [...others, ...logins] as const satisfies readonly OtpPurpose[];
type Purpose = (typeof purposes)[number];

/** The kinds of victim: a browser keeps every nonce, a call returns the last one, an old call returns none. */
const kinds = ["browser", "call with nonce", "call without nonce"] as const;
type Kind = (typeof kinds)[number];

type Step =
  | { do: "wait"; seconds: number }
  | { do: "stranger asks"; purpose: Purpose; from: number }
  | { do: "stranger guesses"; purpose: Purpose; from: number; nonce: "none" | "own" | "made up"; times: number }
  | { do: "victim asks"; purpose: Purpose }
  | { do: "victim mistypes"; purpose: Purpose }
  | { do: "victim types it"; purpose: Purpose };

const networks = 12;
const purpose = fc.constantFrom(...purposes);
const from = fc.nat(networks);
const wait = fc.constantFrom(1, 20, 31, 31, 31, 60, 240, 301, 900, 901, 3_600, 20_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), seconds: wait }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("stranger asks" as const), purpose, from }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("stranger guesses" as const),
      purpose,
      from,
      nonce: fc.constantFrom("none" as const, "own" as const, "made up" as const),
      times: fc.integer({ min: 1, max: 7 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("victim asks" as const), purpose }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("victim mistypes" as const), purpose }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("victim types it" as const), purpose }) },
);

/** The largest sum of these within 24 hours. */
function mostInADay(happened: readonly { at: number; count: number }[]) {
  const sums = happened.map(({ at }) =>
    happened.reduce((sum, one) => sum + (one.at <= at && one.at > at - day ? one.count : 0), 0),
  );
  return Math.max(0, ...sums);
}

async function compared(phone: string): Promise<number> {
  const [sum] = await rows<{ made: number }>(
    sql`select coalesce(sum(tries + coalesce(
       (select sum(value::int) from jsonb_each_text(loose_tries)), 0)), 0)::int as made
     from otps where phone = ${phone} and sent`,
  );
  return sum!.made;
}

const outcomeOf = (act: () => Promise<unknown>) =>
  unitOfWork(act).then(
    () => "ok",
    (error: { key?: string }) => error.key ?? String(error),
  );

type Scene = { kind: Kind; owner: "nobody" | "account" | "visitor"; known: boolean; steps: Step[] };

/** Plays one phone with its victim and strangers. */
async function play({ kind, owner, known: knownBrowser, steps }: Scene) {
  configure({ otpLimitPrefixHour: 1_000_000, otpLimitGlobalHour: 1_000_000 });
  freezeClock("2026-11-21T00:00:00+05:30");
  const phone = aPhone();
  const known = knownBrowser && owner !== "nobody";
  const one = randomInt(0xffff).toString(16);
  const networkAt = (n: number) => `2400:cb00:${one}:${n.toString(16)}::1`;
  const home = networkAt(0);
  // A caller without a nonce shares its tries with its network, so here the strangers use other networks.
  const strangerAt = (n: number) => networkAt(kind === "call without nonce" ? n + 1 : n);
  const instant = now();
  if (owner === "account")
    await rows(
      sql`insert into admins (id, user_name, password_hash, name, mobile, admin_role, created_at, updated_at)
       values (${randomUUIDv7()}, ${phone}, '', 'Asha', ${phone}, 'SUPER_ADMIN', ${instant}, ${instant})`,
    );
  if (owner === "visitor") await rememberVisitor({ phone });

  const at = () => now().getTime();
  const asks: { at: number; by: "victim" | "stranger"; login: boolean; sent: boolean }[] = [];
  const guesses: { at: number; count: number }[] = [];
  const strangers = new Map<Purpose, string>();
  const mine = new Map<Purpose, { code: string; at: number; mistyped: number; over: boolean; nonces: string[] }>();
  let seen = 0;

  async function ask(by: "victim" | "stranger", otpPurpose: Purpose, address: string) {
    last = undefined;
    const login = (logins as readonly string[]).includes(otpPurpose);
    const request = { phone, purpose: otpPurpose, address, deliver: !login || owner === "account" };
    let nonce: string | undefined;
    const outcome = await outcomeOf(async () => {
      ({ nonce } = await requestOtp({ ...request, known: by === "victim" && known }));
    });
    const sentCode = last as Sent | undefined;
    if (sentCode) asks.push({ at: at(), by, login, sent: sentCode.deliver });
    return { outcome, nonce, sentCode: sentCode };
  }
  async function guess(otpPurpose: Purpose, address: string, otp: string, nonces: string[]) {
    const outcome = await outcomeOf(() => spendOtp({ phone, purpose: otpPurpose, otp, address, nonces }));
    const made = await compared(phone);
    if (made > seen) guesses.push({ at: at(), count: made - seen });
    seen = made;
    return outcome;
  }
  const wrongOf = (right: string | undefined) => (right === "111111" ? "222222" : "111111");
  const countRecent = (ms: number, which: (ask: (typeof asks)[number]) => boolean) =>
    asks.filter((one) => one.at > at() - ms && which(one)).length;

  for (const taken of steps) {
    if (taken.do === "wait") {
      moveClock(taken.seconds * second);
    } else if (taken.do === "stranger asks") {
      const { nonce } = await ask("stranger", taken.purpose, strangerAt(taken.from));
      if (nonce) strangers.set(taken.purpose, nonce);
    } else if (taken.do === "stranger guesses") {
      const nonces = { none: [], own: [strangers.get(taken.purpose) ?? "none"], "made up": ["x".repeat(22)] };
      for (let n = 0; n < taken.times; n++) {
        const otp = wrongOf(mine.get(taken.purpose)?.code);
        // A stranger is told of the code it asked for itself, and of no other.
        const expectedRefusal = taken.nonce === "own" ? /^otp\.(wrong|locked|expired)$/ : /^otp\.wrong$/;
        expect(await guess(taken.purpose, strangerAt(taken.from), otp, nonces[taken.nonce])).toMatch(expectedRefusal);
      }
    } else if (taken.do === "victim asks") {
      const close = countRecent(30 * second, () => true) > 0;
      const quarter = countRecent(15 * minute, ({ by }) => !known || by === "victim");
      const own = countRecent(day, ({ by }) => by === "victim");
      const strangersLogins = countRecent(day, ({ by, login }) => by === "stranger" && login);
      const { outcome, nonce, sentCode } = await ask("victim", taken.purpose, home);
      const login = (logins as readonly string[]).includes(taken.purpose);
      const account = owner === "account" || (owner === "visitor" && !login);
      const free = !close && quarter < 3;
      if (free && known && account && own < 2)
        expect([outcome, sentCode?.deliver], "a known browser's code").toEqual(["ok", true]);
      if (free && login && owner === "account" && own < 3 && strangersLogins === 0)
        expect([outcome, sentCode?.deliver], "the login's own messages").toEqual(["ok", true]);
      if (sentCode && nonce) {
        const codeNonces =
          kind === "browser" ? [nonce, ...[...mine.values()].flatMap(({ nonces }) => nonces)] : [nonce];
        const code = { code: sentCode.code, at: at(), mistyped: 0, over: !sentCode.deliver, nonces: codeNonces };
        mine.set(taken.purpose, code);
      }
    } else {
      const code = mine.get(taken.purpose);
      if (!code || code.over || at() >= code.at + 5 * minute) continue;
      const nonces = kind === "call without nonce" ? [] : code.nonces;
      if (taken.do === "victim mistypes") {
        expect(await guess(taken.purpose, home, wrongOf(code.code), nonces)).toBe("otp.wrong");
        code.mistyped += 1;
        // Without a nonce only the first try is guaranteed: strangers may use the others.
        if (code.mistyped === 5 || kind === "call without nonce") code.over = true;
      } else {
        expect(await guess(taken.purpose, home, code.code, nonces), `${kind}: the right code`).toBe("ok");
        code.over = true;
      }
    }
  }
  const messages = asks.filter(({ sent }) => sent).map((one) => ({ at: one.at, count: 1 }));
  expect(mostInADay(messages), "messages in 24 hours").toBeLessThanOrEqual(10);
  expect(mostInADay(guesses), "comparisons in 24 hours").toBeLessThanOrEqual(50);
}

describe("strangers and their victim", () => {
  property.prop(
    [
      fc.record({
        kind: fc.constantFrom(...kinds),
        owner: fc.constantFrom("nobody" as const, "account" as const, "visitor" as const),
        known: fc.boolean(),
        steps: fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
      }),
    ],
    { numRuns: 60 },
  )(
    "in whatever order they come, the victim's right code opens and the day's bounds hold",
    (scene) => unitOfWork(() => play(scene)),
    300_000,
  );

  /** The worst known attack by strangers before the victim asks. */
  const storm = (requestPurposes: readonly Purpose[], pause: number): Step[] =>
    Array.from({ length: 16 }, (_, n): Step[] => {
      const otpPurpose = requestPurposes[n % requestPurposes.length]!;
      const guessing = { do: "stranger guesses", purpose: otpPurpose, times: 6 } as const;
      return [
        { do: "stranger asks", purpose: otpPurpose, from: n % networks },
        { ...guessing, from: n % networks, nonce: "own" },
        { ...guessing, from: (n + 1) % networks, nonce: "none" },
        { do: "wait", seconds: pause },
      ];
    }).flat();
  const three = (otpPurpose: Purpose): Step[] =>
    Array.from({ length: 2 }, (): Step[] => [
      { do: "victim asks", purpose: otpPurpose },
      ...Array.from({ length: 5 }, (_, n): Step => {
        return { do: "stranger guesses", purpose: otpPurpose, from: n, nonce: n % 2 ? "none" : "made up", times: 6 };
      }),
      { do: "victim types it", purpose: otpPurpose },
      { do: "wait", seconds: 901 },
    ]).flat();

  property.prop(
    [
      fc.constantFrom(...kinds),
      fc.subarray([...others], { minLength: 1 }),
      fc.constantFrom(31, 301, 901),
      fc.constantFrom(...logins),
    ],
    { numRuns: 12 },
  )(
    "requests for something else close no login",
    (kind, requestPurposes, pause, login) =>
      unitOfWork(() =>
        play({
          kind,
          owner: "account",
          known: false,
          steps: [...storm(requestPurposes, pause), { do: "wait", seconds: 901 }, ...three(login)],
        }),
      ),
    120_000,
  );

  property.prop(
    [
      fc.constantFrom("account" as const, "visitor" as const),
      fc.subarray([...purposes], { minLength: 1 }),
      fc.constantFrom(31, 301, 901),
    ],
    { numRuns: 12 },
  )(
    "requests of every kind lock no known browser out",
    (owner, requestPurposes, pause) =>
      unitOfWork(() =>
        play({
          kind: "browser",
          owner,
          known: true,
          steps: [
            ...storm(requestPurposes, pause),
            { do: "wait", seconds: 31 },
            ...three(owner === "account" ? "password_reset" : "booking"),
          ],
        }),
      ),
    120_000,
  );
});
