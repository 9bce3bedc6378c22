import { randomInt, randomUUIDv7 } from "node:crypto";
import { fromNow, minute, now } from "../kernel/clock.ts";
import { hmac, sameSecret, seal } from "../kernel/crypto.server.ts";
import { inTransaction, pool, rows, transaction } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { otpRequested } from "./events.ts";
import type { OtpPurpose } from "./otp.entity.ts";
import { countAddress, countGuess, countMessage, refuseBusyPhone } from "./otp-limits.ts";
import { leaveProof } from "./proofs.ts";

/** How long a code lives, and how often it may be guessed at. */
export const otpLifeMs = 5 * minute;
export const otpTries = 5;

type Request = { phone: string; purpose: OtpPurpose; address: string; locale?: Locale; deliver?: boolean };
type Guess = { phone: string; purpose: OtpPurpose; otp: string | number; address: string };

/** The code is bound to its row, phone and purpose, and its six digits are not worth guessing without the key. */
const hashOf = (id: string, phone: string, purpose: OtpPurpose, code: string) =>
  hmac("otp", `${id}:${phone}:${purpose}:${code}`);

/**
 * Make a new code for a phone and have it sent; the one before it, for the same purpose, is worth nothing from now on.
 * Refuses above the limits of the phone, the address, the number range and the house (fixed point 20). With `deliver`
 * false (a login with an unknown phone) all is done alike, only the message is not sent.
 */
export async function requestOtp({ phone, purpose, address, locale = "en", deliver = true }: Request): Promise<void> {
  if (inTransaction())
    throw new Error("a code is asked for outside a transaction: what it used of the limits must stay");
  await countAddress(address);
  // Looked at before the shared budgets are touched, so that hammering one phone does not use them up; again under the lock.
  await refuseBusyPhone(phone);
  await countMessage(phone);
  await transaction(async () => {
    await rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`otp:${phone}`]);
    await refuseBusyPhone(phone);
    // Drawn without a leading zero, because callers may send it as an integer (Q15).
    const code = String(randomInt(100_000, 1_000_000));
    const otpId = randomUUIDv7();
    const expiresAt = fromNow(otpLifeMs);
    await rows(
      `insert into otps (id, phone, purpose, code_hash, address, locale, tries, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
      [otpId, phone, purpose, hashOf(otpId, phone, purpose, code), address, locale, now(), expiresAt],
    );
    const sealed = seal(JSON.stringify({ phone, code }));
    await emit(otpRequested, { otpId, purpose, sealed, locale, deliver, expiresAt: expiresAt.toISOString() });
  });
}

/**
 * Check a code and leave a proof of the phone for the act it was asked for (fixed point 13). Wrong, expired, used and
 * foreign codes are refused with the same words: 'Wrong OTP' (R041).
 */
export async function verifyOtp({ phone, purpose, otp, address }: Guess): Promise<{ proof: string }> {
  const otpId = await guess({ phone, purpose, otp, address });
  return transaction(async () => {
    await use(otpId);
    return { proof: await leaveProof({ phone, purpose, address }) };
  });
}

/** Check a code and use it up, for logins, which take the code itself. */
export async function spendOtp(attempt: Guess): Promise<void> {
  const otpId = await guess(attempt);
  await transaction(() => use(otpId));
}

/**
 * Count the try, then compare. The count stands outside any transaction, because it must survive the refusal; one
 * guarded UPDATE lets at most five guesses per code through, however many arrive at once.
 */
async function guess({ phone, purpose, otp, address }: Guess): Promise<string> {
  if (inTransaction())
    throw new Error("a code is checked before the transaction of what it opens: its tries must stay");
  await countGuess(address);
  const { rows: found } = await pool().query<{ id: string; code_hash: string }>(
    `update otps set tries = tries + 1
     where id = (select id from otps where phone = $1 and purpose = $2 order by created_at desc, id desc limit 1)
       and used_at is null and expires_at > $3 and tries < $4
     returning id, code_hash`,
    [phone, purpose, now(), otpTries],
  );
  const id = found[0]?.id ?? "none";
  const right = sameSecret(hashOf(id, phone, purpose, String(otp).trim()), found[0]?.code_hash ?? hmac("otp", "none"));
  if (!right || !found[0]) throw invalid("otp.wrong", { otp: "otp.wrong" });
  return id;
}

async function use(otpId: string) {
  const used = await rows("update otps set used_at = $2 where id = $1 and used_at is null returning id", [
    otpId,
    now(),
  ]);
  if (used.length === 0) throw invalid("otp.wrong", { otp: "otp.wrong" });
}
