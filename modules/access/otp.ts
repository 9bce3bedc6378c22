import { randomInt, randomUUIDv7 } from "node:crypto";
import { day, fromNow, minute, now } from "../kernel/clock.ts";
import { hmac, sameSecret, seal } from "../kernel/crypto.server.ts";
import { inTransaction, pool, rows, transaction } from "../kernel/db.server.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { otpRequested } from "./events.ts";
import type { OtpPurpose } from "./otp.entity.ts";
import {
  countAddress,
  countGuess,
  countGuessWithin,
  countMessage,
  refuseBusyPhone,
  refuseSpentBudget,
} from "./otp-limits.ts";
import { leaveProof } from "./proofs.ts";

/** How long a code lives, and how often it may be guessed at. */
export const otpLifeMs = 5 * minute;
export const otpTries = 5;
/** The most guesses at one phone's codes within any 24 hours, whatever the codes are for. */
const guessesADay = 50;

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
  // Who hammers one phone is turned away by this one indexed read; again under the lock, where it is exact.
  await refuseBusyPhone(phone);
  await refuseSpentBudget(phone);
  await countAddress(address);
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
    await countMessage(phone);
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
 * Count the try, then compare. The count has committed before the comparison, because it must survive the refusal.
 * Where no guess may be made, one indexed read says so and nothing is written: guessing on at a locked phone costs the
 * house little and tells the same words.
 */
async function guess({ phone, purpose, otp, address }: Guess): Promise<string> {
  if (inTransaction())
    throw new Error("a code is checked before the transaction of what it opens: its tries must stay");
  const { rows: seen } = await pool().query<Code>({ name: "otp-codes", text: codes, values: windowOf(phone) });
  if (!openCode(seen, purpose)) throw wrongCode();
  await countGuess(address);
  const code = await transaction(async () => {
    // All of the phone's codes are locked, so that their tries together stay below the day's most as well.
    const open = openCode(await rows<Code>(`${codes} for update`, windowOf(phone)), purpose);
    if (open) await rows("update otps set tries = tries + 1 where id = $1", [open.id]);
    return open;
  });
  if (!code || !sameSecret(hashOf(code.id, phone, purpose, String(otp).trim()), code.code_hash)) throw wrongCode();
  return code.id;
}

type Code = {
  id: string;
  purpose: OtpPurpose;
  code_hash: string;
  tries: number;
  expires_at: Date;
  used_at: Date | null;
};

/** What of a phone's codes counts for a day's guesses: a guess may come as late as its code lives. */
const codes = `select id, purpose, code_hash, tries, expires_at, used_at from otps
  where phone = $1 and created_at > $2 order by created_at desc, id desc`;
const windowOf = (phone: string) => [phone, fromNow(-day - otpLifeMs)];

/** The code that may be guessed at now: the latest for its purpose, while it is good and the day's guesses are not used up. */
function openCode(recent: readonly Code[], purpose: OtpPurpose): Code | undefined {
  const latest = recent.find((code) => code.purpose === purpose);
  const guesses = recent.reduce((sum, { tries }) => sum + tries, 0);
  const open = latest && !latest.used_at && latest.expires_at > now() && latest.tries < otpTries;
  return open && guesses < guessesADay ? latest : undefined;
}

const wrongCode = () => invalid("otp.wrong", { otp: "otp.wrong" });

async function use(otpId: string) {
  const used = await rows("update otps set used_at = $2 where id = $1 and used_at is null returning id", [
    otpId,
    now(),
  ]);
  if (used.length === 0) throw wrongCode();
}

/**
 * Check a code and use it up in the running transaction, for an act that has a single one. A wrong code comes back as
 * its refusal: whoever asks gives it back through the transaction and throws it after the commit, so that the try
 * stays counted.
 */
export async function spendOtpWithin({ phone, purpose, otp, address }: Guess): Promise<DomainError | undefined> {
  if (!inTransaction()) throw new Error("a code is spent in the transaction of its act: use spendOtp");
  const open = openCode(await rows<Code>(`${codes} for update`, windowOf(phone)), purpose);
  if (!open) return wrongCode();
  await countGuessWithin(address);
  await rows("update otps set tries = tries + 1 where id = $1", [open.id]);
  if (!sameSecret(hashOf(open.id, phone, purpose, String(otp).trim()), open.code_hash)) return wrongCode();
  await use(open.id);
  return undefined;
}
