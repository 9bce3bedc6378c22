import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { freezeClock, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { pool, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { hear } from "#modules/testing/hear.ts";
import { codeHeld, otpRequested, proofHolds, requestOtp, spendOtp, spendProof, verifyOtp } from "../index.ts";
import { VerifyOtp } from "../shared.ts";

openDatabase();

const sent = new Map<string, string>();
let broken = false;
hear(otpRequested, async ({ sealed }) => {
  if (broken) throw new Error("the queue is away");
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, code);
});

let last = 0;
const aPhone = () => `98${String(++last).padStart(8, "0")}`;
const anAddress = () => `10.0.${Math.floor(++last / 250)}.${last % 250}`;
const { otpLimitAddressHour, otpLimitPrefixHour, otpLimitGlobalHour } = env;

// Time windows are exact to the millisecond, so the clock is frozen between their edges.
beforeEach(() => freezeClock(new Date()));
afterEach(() => {
  resetClock();
  broken = false;
  configure({ otpLimitAddressHour, otpLimitPrefixHour, otpLimitGlobalHour });
});

/** Requests a code and reads it where the message would be created. */
async function code(phone: string, address = anAddress(), purpose: "booking" | "center_login" = "booking") {
  await requestOtp({ phone, purpose, address });
  return sent.get(phone)!;
}
const wrongOf = (right: string) => String(right === "999999" ? 100_000 : Number(right) + 1);
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { kind?: string; key?: string }) => `${error.kind}: ${error.key}`,
  );
const wrong = "invalid: otp.wrong";

/** How many guesses at a phone's codes were counted: with their nonces, and without. */
const guessed = async (phone: string) =>
  (
    await queryOn<{ held: number; loose: number; codes: number }>(
      pool(),
      sql`select coalesce(sum(tries), 0)::int as held, count(*)::int as codes,
         coalesce(sum((select sum(value::int) from jsonb_each_text(loose_tries))), 0)::int as loose
       from otps where phone = ${phone} and sent`,
    )
  ).rows[0]!;

test("a code has six digits without a leading zero and is a keyed hash at rest", async () => {
  const phone = aPhone();
  const right = await code(phone);
  expect(right).toMatch(/^[1-9]\d{5}$/);
  const { rows } = await queryOn(pool(), sql`select * from otps where phone = ${phone}`);
  expect(JSON.stringify(rows)).not.toContain(right);
  expect(rows[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/);
});

test("R039 a code is taken as a number, as a string and in Devanagari digits", async () => {
  const phone = aPhone();
  const right = await code(phone);
  const typed = right.replace(/\d/g, (digit) => "०१२३४५६७८९"[Number(digit)]!);
  for (const otp of [Number(right), right, typed])
    expect(VerifyOtp.parse({ phone, otp })).toEqual({ phone, otp: right });
  expect(await outcome(verifyOtp({ phone, purpose: "booking", otp: Number(right), address: "1.1.1.1" }))).toBe("ok");
});

test("one request per 30 seconds for a phone, whatever it is for", async () => {
  const phone = aPhone();
  await code(phone);
  moveClock(29_999);
  expect(await outcome(requestOtp({ phone, purpose: "tracking", address: anAddress() }))).toBe("limited: otp.wait");
  moveClock(1);
  expect(await outcome(requestOtp({ phone, purpose: "tracking", address: anAddress() }))).toBe("ok");
});

test("three requests per 15 minutes for a phone", async () => {
  const phone = aPhone();
  for (let count = 0; count < 3; count++) {
    await code(phone);
    moveClock(31_000);
  }
  const fourth = await requestOtp({ phone, purpose: "booking", address: anAddress() }).catch((error) => error);
  expect(fourth).toMatchObject({ kind: "limited", key: "otp.tooMany", params: { minutes: 14 } });
  moveClock(15 * 60_000 - 3 * 31_000 - 1);
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("limited: otp.wait");
  moveClock(1);
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("ok");
});

test("ten requests per day for a phone", async () => {
  const phone = aPhone();
  for (let count = 0; count < 10; count++) {
    await code(phone);
    moveClock(6 * 60_000);
  }
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("limited: otp.tooMany");
  moveClock(23 * 3_600_000 - 1);
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("limited: otp.wait");
  moveClock(1);
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("ok");
});

test("a hundred requests for one phone at once make one code", async () => {
  const phone = aPhone();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      unitOfWork(() => outcome(requestOtp({ phone, purpose: "booking", address: `10.9.0.${n}` }))),
    ),
  );
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
  const { rows } = await queryOn(pool(), sql`select 1 from otps where phone = ${phone}`);
  expect(rows).toHaveLength(1);
});

test("a network address, a number range and the house have their hourly budgets", async () => {
  configure({ otpLimitAddressHour: 2 });
  const address = "203.0.113.7";
  await code(aPhone(), address);
  await code(aPhone(), address);
  expect(await outcome(requestOtp({ phone: aPhone(), purpose: "booking", address }))).toBe("limited: error.tooMany");
  expect(await outcome(requestOtp({ phone: aPhone(), purpose: "booking", address: "::ffff:203.0.113.7" }))).toBe(
    "limited: error.tooMany",
  );
  await pool().query("update rate_limits set expire = 0 where key like 'otp-address:%'");
  expect(await outcome(requestOtp({ phone: aPhone(), purpose: "booking", address }))).toBe("ok");
  configure({ otpLimitAddressHour: 300, otpLimitPrefixHour: 2 });
  const inRange = (n: number) => `712345000${n}`;
  await code(inRange(1));
  await code(inRange(2));
  expect(await outcome(requestOtp({ phone: inRange(3), purpose: "booking", address: anAddress() }))).toBe(
    "limited: error.tooMany",
  );
  configure({ otpLimitPrefixHour: 2_000, otpLimitGlobalHour: 1 });
  expect(await outcome(requestOtp({ phone: aPhone(), purpose: "booking", address: anAddress() }))).toBe(
    "limited: error.tooMany",
  );
});

test("the defaults are 300 per address and 2,000 per number range an hour", () => {
  expect([env.otpLimitAddressHour, env.otpLimitPrefixHour]).toEqual([300, 2_000]);
});

test("what strangers use up of a network's, a range's and the house's budget takes nothing from a known browser", async () => {
  const phone = "7312345001";
  const address = "203.0.113.9";
  configure({ otpLimitAddressHour: 1, otpLimitPrefixHour: 1, otpLimitGlobalHour: 1 });
  await outcome(requestOtp({ phone: "7312345002", purpose: "booking", address }));
  const request = { phone, purpose: "booking", address } as const;
  expect(await outcome(requestOtp({ ...request, phones: ["7312345003"] }))).toBe("limited: error.tooMany");
  expect(await outcome(requestOtp({ ...request, phones: [phone] }))).toBe("ok");
});

test("a phone that is refused does not use up the budget of its number range", async () => {
  const phone = "7234560001";
  await code(phone);
  for (let n = 0; n < 5; n++) await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }));
  const { rows } = await pool().query("select points from rate_limits where key = 'otp-prefix:723456'");
  expect(rows[0].points).toBe(1);
});

test("when the counters fail, no code is made", async () => {
  await pool().query("select 1");
  const { asOwner } = await import("#modules/testing/database.ts");
  await asOwner("alter table rate_limits rename to rate_limits_away");
  try {
    expect(await outcome(requestOtp({ phone: aPhone(), purpose: "booking", address: anAddress() }))).toBe(
      "limited: error.tooMany",
    );
  } finally {
    await asOwner("alter table rate_limits_away rename to rate_limits");
  }
});

test("R041 after five wrong tries the right code is wrong too, and a new one is needed", async () => {
  const phone = aPhone();
  const address = anAddress();
  const right = await code(phone, address);
  const attempt = { phone, purpose: "booking", address } as const;
  for (let tried = 0; tried < 5; tried++) {
    expect(await outcome(verifyOtp({ ...attempt, otp: wrongOf(right) }))).toBe(wrong);
  }
  expect(await outcome(verifyOtp({ ...attempt, otp: right }))).toBe(wrong);
  moveClock(31_000);
  expect(await outcome(verifyOtp({ ...attempt, otp: await code(phone) }))).toBe("ok");
});

test("a thousand guesses at once by strangers reach the comparison ten times, and void nothing", async () => {
  const phone = aPhone();
  const { nonce } = await requestOtp({ phone, purpose: "booking", address: anAddress() });
  const right = sent.get(phone)!;
  await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      unitOfWork(() =>
        outcome(spendOtp({ phone, purpose: "booking", otp: wrongOf(right), address: `10.8.${n % 200}.${n % 7}` })),
      ),
    ),
  );
  expect(await guessed(phone)).toEqual({ held: 0, loose: 10, codes: 1 });
  const holder = { phone, purpose: "booking", address: "10.8.0.1", nonces: [nonce] } as const;
  for (let tried = 0; tried < 4; tried++)
    expect(await outcome(spendOtp({ ...holder, otp: wrongOf(right) }))).toBe(wrong);
  expect(await outcome(spendOtp({ ...holder, otp: right }))).toBe("ok");
});

test("a thousand guesses at once by the holder of the nonce reach the comparison five times", async () => {
  const phone = aPhone();
  const { nonce } = await requestOtp({ phone, purpose: "booking", address: anAddress() });
  const attempt = { phone, purpose: "booking", otp: wrongOf(sent.get(phone)!), nonces: [nonce] } as const;
  await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      unitOfWork(() => outcome(spendOtp({ ...attempt, address: `10.8.1.${n % 250}` }))),
    ),
  );
  expect(await guessed(phone)).toEqual({ held: 5, loose: 0, codes: 1 });
  const late = { ...attempt, otp: sent.get(phone)!, address: "10.8.1.1" };
  expect(await outcome(spendOtp({ ...late, nonces: [nonce] }))).toBe("invalid: otp.locked");
  expect(await outcome(spendOtp({ ...late, nonces: [] }))).toBe(wrong);
});

test("however long somebody guesses at a phone, fifty guesses a day at most reach the comparison", async () => {
  const phone = aPhone();
  for (let hour = 0; hour < 24; hour++) {
    const requested = await requestOtp({ phone, purpose: "booking", address: anAddress() }).catch(() => undefined);
    const wrongCode = { phone, purpose: "booking", otp: wrongOf(sent.get(phone)!) } as const;
    for (let n = 0; n < 8; n++) {
      await outcome(spendOtp({ ...wrongCode, address: anAddress() }));
      await outcome(spendOtp({ ...wrongCode, address: anAddress(), nonces: requested ? [requested.nonce] : [] }));
    }
    moveClock(3_590_000);
  }
  const { held, loose, codes } = await guessed(phone);
  expect(codes).toBeLessThanOrEqual(10);
  expect(held + loose).toBeLessThanOrEqual(50);
  expect(held + loose, "who guesses is not turned away at once").toBeGreaterThan(40);
});

test("to anybody but who asked for them expired, used, foreign-purpose, superseded and never-sent codes are the same", async () => {
  const address = anAddress();
  const refused = async (phone: string, otp: string, purpose: "booking" | "tracking" = "booking") =>
    expect(await outcome(verifyOtp({ phone, purpose, otp, address }))).toBe(wrong);

  const late = aPhone();
  const lateCode = await code(late);
  moveClock(5 * 60_000);
  await refused(late, lateCode);

  const used = aPhone();
  const usedCode = await code(used);
  await verifyOtp({ phone: used, purpose: "booking", otp: usedCode, address });
  await refused(used, usedCode);

  const foreign = aPhone();
  await refused(foreign, await code(foreign), "tracking");

  const twice = aPhone();
  const first = await code(twice);
  moveClock(31_000);
  const second = await code(twice);
  if (first !== second) await refused(twice, first);
  expect(await outcome(verifyOtp({ phone: twice, purpose: "booking", otp: second, address }))).toBe("ok");

  await refused(aPhone(), "123456");
});

test.each([true, false])(
  "who asked for a code is told what became of it, in the same words whether a message was sent (%s)",
  async (deliver) => {
    const asking = { purpose: "center_login", address: anAddress(), deliver } as const;
    const typed = { purpose: "center_login", address: anAddress() } as const;

    const locked = { ...typed, phone: aPhone() };
    const requested = await requestOtp({ ...asking, phone: locked.phone });
    const mistaken = { ...locked, otp: wrongOf(sent.get(locked.phone)!), nonces: [requested.nonce] };
    for (let n = 0; n < 5; n++) expect(await outcome(spendOtp(mistaken))).toBe(wrong);
    expect(await outcome(spendOtp(mistaken))).toBe("invalid: otp.locked");
    expect(await outcome(spendOtp({ ...mistaken, nonces: [] }))).toBe(wrong);

    const twice = { ...typed, phone: aPhone() };
    const first = { nonce: (await requestOtp({ ...asking, phone: twice.phone })).nonce, otp: sent.get(twice.phone)! };
    moveClock(31_000);
    const second = await requestOtp({ ...asking, phone: twice.phone });
    const nonces = [second.nonce, first.nonce];
    expect(first.otp).not.toBe(sent.get(twice.phone));
    expect(await outcome(spendOtp({ ...twice, otp: first.otp, nonces }))).toBe("invalid: otp.replaced");
    expect(await outcome(spendOtp({ ...twice, otp: wrongOf(first.otp), nonces }))).toBe(wrong);
    // Who holds only one of them is not told of the other.
    expect(await outcome(spendOtp({ ...twice, otp: first.otp, nonces: [second.nonce] }))).toBe(wrong);

    moveClock(5 * 60_000);
    expect(await outcome(spendOtp({ ...twice, otp: sent.get(twice.phone)!, nonces }))).toBe("invalid: otp.expired");
    expect(await outcome(spendOtp({ ...twice, otp: sent.get(twice.phone)!, nonces: [] }))).toBe(wrong);
  },
);

test("a code that was used is said to be so to its own browser alone", async () => {
  const attempt = { phone: aPhone(), purpose: "booking", address: anAddress() } as const;
  const { nonce } = await requestOtp(attempt);
  const right = { ...attempt, otp: sent.get(attempt.phone)! };
  expect(await outcome(spendOtp({ ...right, nonces: [nonce] }))).toBe("ok");
  expect(await outcome(spendOtp({ ...right, nonces: [nonce] }))).toBe("invalid: otp.used");
  expect(await outcome(spendOtp({ ...right, nonces: [] }))).toBe(wrong);
});

test("comparing with a replaced code takes that code's own tries, five in all", async () => {
  const attempt = { phone: aPhone(), purpose: "booking", address: anAddress() } as const;
  const first = await requestOtp(attempt);
  const replaced = sent.get(attempt.phone)!;
  moveClock(31_000);
  const second = await requestOtp(attempt);
  const nonces = [second.nonce, first.nonce];
  expect(sent.get(attempt.phone)).not.toBe(replaced);
  for (let n = 0; n < 5; n++)
    expect(await outcome(spendOtp({ ...attempt, otp: replaced, nonces }))).toBe("invalid: otp.replaced");
  expect(await guessed(attempt.phone)).toEqual({ held: 10, loose: 0, codes: 2 });
  expect(await outcome(spendOtp({ ...attempt, otp: replaced, nonces }))).toBe("invalid: otp.locked");
  expect(await guessed(attempt.phone)).toEqual({ held: 10, loose: 0, codes: 2 });
});

test("a browser learns of its own codes alone whether one may be entered and when another may be sent", async () => {
  const attempt = { phone: aPhone(), purpose: "booking", address: anAddress() } as const;
  const { nonce } = await requestOtp(attempt);
  expect(await codeHeld({ ...attempt, nonces: [nonce] })).toEqual({ open: true, waitSeconds: 30 });
  expect(await codeHeld(attempt)).toEqual({ open: false, waitSeconds: 0 });
  moveClock(12_400);
  expect(await codeHeld({ ...attempt, nonces: [nonce] })).toEqual({ open: true, waitSeconds: 18 });
  const tracking = { ...attempt, purpose: "tracking" } as const;
  expect(await codeHeld({ ...tracking, nonces: [nonce] })).toEqual({ open: false, waitSeconds: 18 });
  moveClock(5 * 60_000);
  expect(await codeHeld({ ...attempt, nonces: [nonce] })).toEqual({ open: false, waitSeconds: 0 });
});

test("a code lives five minutes", async () => {
  const phone = aPhone();
  const right = await code(phone);
  moveClock(5 * 60_000 - 1);
  expect(await outcome(verifyOtp({ phone, purpose: "booking", otp: right, address: "1.1.1.1" }))).toBe("ok");
});

test("a code verified many times at once leaves exactly one proof", async () => {
  const phone = aPhone();
  const right = await code(phone);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      unitOfWork(() => outcome(verifyOtp({ phone, purpose: "booking", otp: right, address: "1.2.3.4" }))),
    ),
  );
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
  const { rows } = await queryOn(pool(), sql`select 1 from otp_proofs where phone = ${phone}`);
  expect(rows).toHaveLength(1);
});

test("an unknown phone is answered like a known one: same rows, same limits, only no message", async () => {
  const phone = aPhone();
  const request = { phone, purpose: "center_login", address: anAddress() } as const;
  expect(await outcome(requestOtp({ ...request, deliver: false }))).toBe("ok");
  expect(await outcome(requestOtp({ ...request, deliver: false }))).toBe("limited: otp.wait");
  const { rows } = await queryOn(pool(), sql`select 1 from otps where phone = ${phone}`);
  expect(rows).toHaveLength(1);
});

test("a request that fails half-way leaves no code and does not count for the phone", async () => {
  const phone = aPhone();
  broken = true;
  await expect(requestOtp({ phone, purpose: "booking", address: anAddress() })).rejects.toThrow("the queue is away");
  broken = false;
  expect(await outcome(requestOtp({ phone, purpose: "booking", address: anAddress() }))).toBe("ok");
});

const anyone = { kind: "anyone", phones: [], address: "9.9.9.9" } as const;

const proved = async (phone: string, address: string) =>
  (await verifyOtp({ phone, purpose: "booking", otp: await code(phone, address), address })).proof;

test("a proof opens its act once, for its phone and purpose only, for 15 minutes", async () => {
  const phone = aPhone();
  const proof = await proved(phone, "2.2.2.2");
  const spend = (claim: object) =>
    outcome(transaction(() => spendProof(anyone, { phone, purpose: "booking", proof, ...claim })));
  const refused = "denied: otp.proofNeeded";
  expect(await spend({ purpose: "tracking" })).toBe(refused);
  expect(await spend({ phone: aPhone() })).toBe(refused);
  expect(await spend({ proof: "made-up" })).toBe(refused);
  expect(await proofHolds({ phone, purpose: "booking", proof })).toBe(true);
  expect(await spend({})).toBe("ok");
  expect(await spend({})).toBe(refused);
  expect(await proofHolds({ phone, purpose: "booking", proof })).toBe(false);

  const other = aPhone();
  const late = await proved(other, "2.2.2.2");
  moveClock(15 * 60_000);
  expect(await spend({ phone: other, proof: late })).toBe(refused);
});

test("a refused act keeps its proof", async () => {
  const phone = aPhone();
  const proof = await proved(phone, "2.2.2.3");
  const claim = { phone, purpose: "booking", proof } as const;
  await transaction(async () => {
    await spendProof(anyone, claim);
    throw new Error("no center there");
  }).catch(() => {});
  expect(await proofHolds(claim)).toBe(true);
});

test("nothing stands for a proof that was not sent: a public caller is told what to send, one who is signed in without a 401", async () => {
  const phone = aPhone();
  const proof = await proved(phone, anyone.address);
  const spend = (actor: Actor, claim: object = {}) =>
    outcome(transaction(() => spendProof(actor, { phone, purpose: "booking", ...claim })));
  for (const none of [{}, { proof: undefined }, { proof: "" }])
    expect(await spend(anyone, none)).toBe("unauthenticated: otp.proofMissing");
  const onboarder = { kind: "onboarder", onboarderId: phone, sessionId: phone } as const;
  expect(await spend(onboarder)).toBe("denied: otp.proofMissing");
  expect(await proofHolds({ phone, purpose: "booking" })).toBe(false);
  expect(await proofHolds({ phone, purpose: "booking", proof })).toBe(true);
});

test("a proof sent many times at once is used once", async () => {
  const phone = aPhone();
  const proof = await proved(phone, "3.3.3.4");
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      unitOfWork(() => outcome(transaction(() => spendProof(anyone, { phone, purpose: "booking", proof })))),
    ),
  );
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
});
