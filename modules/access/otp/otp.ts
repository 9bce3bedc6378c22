import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { fromNow, now } from "#modules/kernel/clock.ts";
import { hashToken, hmac, hmacHolds, randomToken, seal } from "#modules/kernel/crypto.server.ts";
import { inTransaction, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { type DomainError, invalid } from "#modules/kernel/errors.ts";
import { refuseUndeliverableOtp } from "#modules/kernel/outside/undeliverable.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import type { Locale } from "#modules/messages/index.ts";
import { type Asker, marksOf } from "../asker.ts";
import { otpRequested } from "../events.ts";
import type { OtpPurpose } from "./otp.entity.ts";
import {
  type Aim,
  aimOf,
  type Code,
  codesOf,
  heldState,
  lockOf,
  otpLifeMs,
  replacedOf,
  type Spent,
  spentOf,
} from "./otp-codes.ts";
import {
  countAddress,
  countGuess,
  countGuessWithin,
  countMessage,
  mayBeSent,
  refuseBusyPhone,
  refuseSpentBudget,
} from "./otp-limits.ts";
import { ownersOf } from "./phone-owners.ts";
import { leaveProof } from "./proofs.ts";

type Request = Asker & {
  phone: string;
  purpose: OtpPurpose;
  locale?: Locale | undefined;
  deliver?: boolean;
  /**
   * Set when the caller found this to be the account's own browser; one that verified the phone is known by its cookie.
   */
  known?: boolean;
};
type Guess = Asker & { phone: string; purpose: OtpPurpose; otp: string | number };

/**
 * What is hashed: the code together with its row, phone and purpose. Without the key, six digits cannot be
 * brute-forced.
 */
const bound = (id: string, phone: string, purpose: OtpPurpose, code: string) => `${id}:${phone}:${purpose}:${code}`;

/**
 * Create a code for a phone and send it (H10); returns the nonce its tries are bound to. Codes others requested stay valid,
 * so that nobody can invalidate another person's; of one requester the latest counts. Refuses above the limits of the
 * phone, the address, the number range and the total (fixed point 20). With `deliver` false (a login with an unknown
 * phone), or when the day's remaining messages are reserved for others, everything is the same except that no message
 * is sent. Refuses with `otp.notYet` while its text would not be delivered, before anything is counted.
 */
export async function requestOtp({
  phone,
  purpose,
  locale = "en",
  deliver = true,
  known: recognised = false,
  ...asker
}: Request): Promise<{ nonce: string }> {
  if (inTransaction())
    throw new Error("a code is asked for outside a transaction: what it used of the limits must stay");
  refuseUndeliverableOtp();
  const { address, phones = [] } = asker;
  const known = recognised || phones.includes(phone);
  // A cheap check by one indexed read, which turns away floods; repeated exactly under the lock.
  refuseBusyPhone(await codesSeen(phone), { purpose, known });
  await refuseSpentBudget({ phone, known });
  await countAddress({ phone, address, known });
  const owners = await ownersOf(phone);
  const nonce = randomToken(16);
  await transaction(async () => {
    const codes = await codesLocked(phone);
    refuseBusyPhone(codes, { purpose, known });
    const sent = mayBeSent(codes, { purpose, known }, owners) && deliver;
    // No leading zero, because callers may send it as an integer (Q15).
    const code = String(randomInt(100_000, 1_000_000));
    const otpId = rowId();
    const expiresAt = fromNow(otpLifeMs);
    const codeHash = hmac("otp", bound(otpId, phone, purpose, code));
    await rows(
      sql`insert into otps (id, phone, purpose, code_hash, nonce_hash, address, locale, sent, known, tries, created_at, expires_at)
       values (${otpId}, ${phone}, ${purpose}, ${codeHash}, ${hashToken(nonce)}, ${address}, ${locale}, ${sent}, ${known}, 0,
         ${now()}, ${expiresAt})`,
    );
    const sealed = seal(JSON.stringify({ phone, code }));
    await emit(otpRequested, { otpId, purpose, sealed, locale, deliver: sent, expiresAt: expiresAt.toISOString() });
    await countMessage({ phone, known });
  });
  return { nonce };
}

const codesSeen = (phone: string) => rows(codesOf(phone));

/** All codes of the phone, locked: requests and guesses for it wait until this transaction ends. */
async function codesLocked(phone: string) {
  await rows(lockOf(phone));
  return rows(codesOf(phone));
}

/**
 * Check a code and create a proof of the phone for the code's purpose (fixed point 13). A wrong code, and every code of
 * another browser, is refused with 'Wrong OTP' (R041); who asked for it is told that its own code has expired, was
 * used, was replaced by a newer one or has no tries left, in the same words whether a message was sent or not.
 */
export async function verifyOtp(attempt: Guess): Promise<{ proof: string }> {
  const { phone, purpose } = attempt;
  const otpId = await guess(attempt);
  return transaction(async () => {
    await use(otpId);
    return { proof: await leaveProof({ phone, purpose }) };
  });
}

/** Check a code and use it up; for logins, which need no separate proof. */
export async function spendOtp(attempt: Guess): Promise<void> {
  const otpId = await guess(attempt);
  await transaction(() => use(otpId));
}

/**
 * Counts the try, then compares. The count commits before the comparison, because it must survive the refusal. When no
 * guess is allowed, one indexed read finds that out and nothing is written: further guesses at a locked phone are cheap
 * and get the same message.
 */
async function guess(attempt: Guess): Promise<string> {
  if (inTransaction())
    throw new Error("a code is checked before the transaction of what it opens: its tries must stay");
  const by = { purpose: attempt.purpose, ...marksOf(attempt) };
  const codes = await codesSeen(attempt.phone);
  const seen = aimOf(codes, by);
  if (!seen) throw refusedAs(spentOf(codes, by));
  await countGuess(countedBy(seen));
  const aim = await transaction(async () => {
    const aimed = aimOf(await codesLocked(attempt.phone), by);
    if (aimed) await countTry(aimed);
    return aimed;
  });
  if (!aim) throw refusedAs(spentOf(await codesSeen(attempt.phone), by));
  if (fits(aim, attempt)) return aim.code.id;
  throw aim.network === undefined && (await isReplaced(attempt, by)) ? otpRefusal("otp.replaced") : wrongCode();
}

type Holder = { purpose: OtpPurpose; nonces: readonly string[] };

/**
 * Whether the holder typed the code before its latest one. That comparison takes one of that code's own tries, which
 * are reserved for its holder anyway: nobody gets more guesses by it.
 */
async function isReplaced(attempt: Guess, by: Holder): Promise<boolean> {
  const code = await transaction(async () => {
    const older = replacedOf(await codesLocked(attempt.phone), by);
    if (older) await countTry({ code: older });
    return older;
  });
  return code !== undefined && isTyped(code, attempt);
}

/** What a browser may be told of the codes it asked for: whether one may be entered, and when another may be sent. */
export const codeHeld = async ({ phone, purpose, ...asker }: Asker & { phone: string; purpose: OtpPurpose }) =>
  heldState(await codesSeen(phone), { purpose, nonces: marksOf(asker).nonces });

/** The counter of a guess: a nonce holder and the networks without a nonce do not use up each other's. */
const countedBy = ({ code, network }: Aim) => network ?? `code:${code.id}`;

const countTry = ({ code, network }: Aim) =>
  network === undefined
    ? rows(sql`update otps set tries = tries + 1 where id = ${code.id}`)
    : rows(
        sql`update otps set loose_tries = jsonb_set(loose_tries, array[${network}::text], to_jsonb(${(code.loose_tries[network] ?? 0) + 1}::int)) where id = ${code.id}`,
      );

/** A code that was not sent could only have been guessed, and is never accepted. */
function fits({ code }: Aim, attempt: Guess) {
  const same = isTyped(code, attempt);
  return same && code.sent;
}

const isTyped = (code: Code, { phone, purpose, otp }: Guess) =>
  hmacHolds("otp", bound(code.id, phone, purpose, String(otp).trim()), code.code_hash);

const otpRefusal = (key: "otp.wrong" | "otp.replaced" | `otp.${Spent}`) => invalid(key, { otp: key });
const wrongCode = () => otpRefusal("otp.wrong");
const refusedAs = (spent: Spent | undefined) => (spent ? otpRefusal(`otp.${spent}`) : wrongCode());

async function use(otpId: string) {
  const used = await rows(sql`update otps set used_at = ${now()} where id = ${otpId} and used_at is null returning id`);
  if (used.length === 0) throw wrongCode();
}

/**
 * Check a code and use it up in the running transaction, for an action in a single step. A wrong code is returned as a
 * refusal, not thrown: the caller throws it after the commit, so that the counted try is kept.
 */
export async function spendOtpWithin(attempt: Guess): Promise<DomainError | undefined> {
  if (!inTransaction()) throw new Error("a code is spent in the transaction of its act: use spendOtp");
  const by = { purpose: attempt.purpose, ...marksOf(attempt) };
  const codes = await codesLocked(attempt.phone);
  const aim = aimOf(codes, by);
  if (!aim) return refusedAs(spentOf(codes, by));
  await countGuessWithin(countedBy(aim));
  await countTry(aim);
  if (!fits(aim, attempt))
    return aim.network === undefined && (await isReplaced(attempt, by)) ? otpRefusal("otp.replaced") : wrongCode();
  await use(aim.code.id);
  return undefined;
}
