import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, freezeClock, hour, moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { pool, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { otpRequested, requestOtp, spendOtp } from "../index.ts";
import type { OtpPurpose } from "./otp.entity.ts";

openDatabase();

/*
 * The required limit: a million guesses at one phone from ten thousand addresses lead to at most fifty comparisons in
 * any 24 hours, whatever the purposes of the codes, and the phone gets at most ten messages (R6).
 */

const size = env.proofSize ?? 20_000;
const seed = env.proofSeed ?? randomInt(2_147_483_647);
const addresses = 10_000;
const days = 2;
const purposes = [
  ...(["booking", "registration", "center_login", "technician_login"] as const),
  ...(["onboarder_login", "onboarder_registration", "tracking", "password_reset"] as const),
] satisfies OtpPurpose[];

/** A random series determined by its seed (mulberry32). */
function numbers(start: number) {
  let state = start;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Half of the attacker's addresses are IPv4, half are /64 networks with a new host each time. */
function addressOf(n: number, host: number) {
  if (n % 2) return `45.${n % 199}.${Math.floor(n / 199)}.${(n * 7) % 251}`;
  return `2400:cb00:${n.toString(16)}:1::${(host % 65_535).toString(16)}`;
}

/** What the victim receives: the messages; and the code of each purpose, to try the right one after the limit. */
function victim(phone: string) {
  const messages: number[] = [];
  const codes = new Map<string, string>();
  hear(otpRequested, async ({ sealed, purpose, deliver }) => {
    const message = JSON.parse(unseal(sealed)) as { phone: string; code: string };
    if (message.phone !== phone) return;
    if (deliver) messages.push(now().getTime());
    codes.set(purpose, message.code);
  });
  return { messages, codes };
}

/** The largest number of these within 24 hours. */
function mostInADay(happened: readonly { at: number; count: number }[]) {
  let most = 0;
  let sum = 0;
  let first = 0;
  for (const { at, count } of happened) {
    sum += count;
    while (happened[first]!.at <= at - day) sum -= happened[first++]!.count;
    most = Math.max(most, sum);
  }
  return most;
}

/** How many guesses have been compared so far, and for which purposes the latest code has used its five. */
async function comparisons(phone: string): Promise<{ made: number; locks: string[] }> {
  const counted = sql`select coalesce(sum(tries + coalesce(
        (select sum(value::int) from jsonb_each_text(loose_tries)), 0)) filter (where sent), 0)::int as made, array(
      select purpose from (
        select distinct on (purpose) purpose, tries from otps where phone = ${phone} order by purpose, created_at desc) as latest
      where tries >= 5) as locks
    from otps where phone = ${phone}`;
  return (await queryOn<{ made: number; locks: string[] }>(pool(), counted)).rows[0]!;
}
/** What a guess that opens nothing is answered, by what became of the code its browser holds. */
const refusals = ["otp.wrong", "otp.locked", "otp.expired"];
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string }) => error.key ?? String(error),
  );

afterEach(resetClock);

test(
  `R6 ${size} guesses at one phone from ${addresses} addresses reach fifty comparisons a day at most`,
  async () => {
    console.info(`guesses: seed ${seed}`);
    const next = numbers(seed);
    const phone = aPhone();
    const { messages, codes } = victim(phone);
    freezeClock("2026-11-21T00:00:00+05:30");

    const start = now().getTime();
    const compared: { at: number; count: number }[] = [];
    let seen = 0;
    let breaches = 0;
    const began = performance.now();
    const together = 20;
    const stepMs = Math.max(1, Math.floor((days * day) / (size / together)));
    let locked = new Set<string>();
    let lastPurpose: OtpPurpose = "booking";
    const nonces = new Map<OtpPurpose, string>();
    let requestedAt = Number.NEGATIVE_INFINITY;

    for (let done = 0; done < size; done += together) {
      const at = now().getTime();
      if (at - requestedAt >= 20 * second) {
        requestedAt = at;
        const purpose = purposes[next(purposes.length)]!;
        const request = { phone, purpose, address: addressOf(next(addresses), done) };
        const made = await unitOfWork(() => requestOtp(request).catch(() => undefined));
        if (made) {
          lastPurpose = purpose;
          nonces.set(purpose, made.nonce);
          locked.delete(purpose);
          // Guess as late as the code is valid, so that one day's last guesses and the next day's first are close
          // together.
          if (next(3) === 0) moveClock(next(299) * second);
        }
      }
      const outcomes = await Promise.all(
        Array.from({ length: together }, () => {
          const purpose = next(2) === 0 ? lastPurpose : purposes[next(purposes.length)]!;
          const code = codes.get(purpose);
          // Once a code is locked, the right code must be refused like any other.
          const otp = code && locked.has(purpose) ? code : wrongGuess(code, next);
          // With the nonce of the requested code, with another's, or with none.
          const nonce = nonces.get(next(4) === 0 ? lastPurpose : purpose);
          const held = next(3) > 0 && nonce ? [nonce] : [];
          return unitOfWork(() =>
            outcome(spendOtp({ phone, purpose, otp, address: addressOf(next(addresses), done), nonces: held })),
          );
        }),
      );
      breaches += outcomes.filter((key) => !refusals.includes(key)).length;
      const { made, locks } = await comparisons(phone);
      locked = new Set(locks);
      if (made > seen) compared.push({ at: now().getTime(), count: made - seen });
      seen = made;
      moveClock(stepMs);
    }

    const perSecond = Math.round(size / ((performance.now() - began) / 1_000));
    const hours = Math.round((now().getTime() - start) / hour);
    const most = mostInADay(compared);
    const sent = mostInADay(messages.map((at) => ({ at, count: 1 })));
    console.info(
      `guesses: ${size} made, ${perSecond}/s; ${seen} compared in ${hours} hours of clock, ${most} in the worst 24 hours; ` +
        `${messages.length} messages, ${sent} in the worst 24 hours; seed ${seed}`,
    );
    const because = `seed ${seed}`;
    expect(breaches, because).toBe(0);
    expect(most, because).toBeLessThanOrEqual(50);
    expect(most, `an attack that is one, ${because}`).toBeGreaterThan(40);
    expect(sent, because).toBeLessThanOrEqual(10);
  },
  Math.max(60_000, size * 5),
);

function wrongGuess(right: string | undefined, next: (below: number) => number): string {
  const guess = String(100_000 + next(900_000));
  return guess === right ? wrongGuess(right, next) : guess;
}

test("guesses within any 24 hours stay at fifty when the first code is guessed at as late as it lives", async () => {
  const phone = aPhone();
  const { codes } = victim(phone);
  freezeClock("2026-11-21T00:00:00+05:30");
  let nonces: string[] = [];
  const guess = async (purpose: OtpPurpose) => {
    for (let n = 0; n < 6; n++) {
      const otp = codes.get(purpose)! === "111111" ? "222222" : "111111";
      expect(await outcome(spendOtp({ phone, purpose, otp, address: `45.0.0.${n}`, nonces }))).toBe(
        n < 5 ? "otp.wrong" : "otp.locked",
      );
    }
  };
  const ask = async (purpose: OtpPurpose) => {
    nonces = [(await requestOtp({ phone, purpose, address: "45.0.0.9" })).nonce];
  };

  await ask("booking");
  moveClock(299 * second);
  await guess("booking");
  for (let n = 0; n < 9; n++) {
    moveClock(301 * second);
    await ask("tracking");
    await guess("tracking");
  }
  freezeClock("2026-11-22T00:00:00+05:30");
  await ask("booking");
  await guess("booking");
  const { made } = await comparisons(phone);
  expect(made, "no code is sent that the day leaves no guesses for").toBe(45);
  const right = { phone, purpose: "booking", otp: codes.get("booking")!, address: "45.0.0.9" } as const;
  expect(await outcome(spendOtp({ ...right, nonces }))).toBe("otp.locked");
  freezeClock("2026-11-22T00:10:00+05:30");
  await ask("booking");
  const again = { ...right, otp: codes.get("booking")! };
  expect(await outcome(spendOtp(again)), "the first code's guesses are a day old").toBe("ok");
});

test("a locked phone is refused by one read: nothing is written and no budget is touched", async () => {
  const phone = aPhone();
  const { codes } = victim(phone);
  await requestOtp({ phone, purpose: "booking", address: "45.9.9.9" });
  const attempt = { phone, purpose: "booking", otp: codes.get("booking")!, address: "45.9.9.8" } as const;
  const wrong = { ...attempt, otp: attempt.otp === "111111" ? "222222" : "111111" };
  for (let n = 0; n < 5; n++) await outcome(spendOtp(wrong));
  const points = () => rows(sql`select points from rate_limits where key like 'otp%' order by key`);
  const before = await points();
  for (let n = 0; n < 50; n++) expect(await outcome(spendOtp(attempt))).toBe("otp.wrong");
  for (let n = 0; n < 50; n++) {
    expect(await outcome(requestOtp({ phone, purpose: "tracking", address: "45.9.9.8" }))).toBe("otp.wait");
  }
  expect(await points()).toEqual(before);
});
