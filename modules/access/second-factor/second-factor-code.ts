import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { system } from "#modules/kernel/actor.ts";
import { day, minute, now, second } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { inTransaction, pool, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type DomainError, invalid, limited } from "#modules/kernel/errors.ts";
import { isRecoveryCode, takeRecoveryCode } from "./recovery-codes.ts";

/*
 * Tries at an admin's codes are counted per admin, separately from password tries: only callers with the password or a
 * session get this far, so strangers cannot lock an admin out here.
 */
export const codeTriesFree = 5;
export const firstWaitMs = 30 * second;
export const longestWaitMs = 15 * minute;
const forgottenAfterMs = day;

/** RFC 6238 with the parameters every authenticator app supports: six digits, SHA-1, 30 seconds. */
const stepSeconds = 30;
/** How many time steps an authenticator's clock may be off. */
const stepsApart = 1;

/** The TOTP generator of a secret (base32), with the label authenticator apps show. */
export const totpOf = (secret: string, userName: string) =>
  new TOTP({
    issuer: env.productName,
    label: userName,
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });

/** The time step a code belongs to; undefined when it matches none around now. */
export function stepOf(secret: string, code: string): number | undefined {
  // Six characters that are not ASCII digits may be longer in bytes than the library can compare.
  if (!/^\d{6}$/.test(code)) return undefined;
  const at = now().getTime();
  const apart = totpOf(secret, "").validate({ token: code, timestamp: at, window: stepsApart });
  return apart === null ? undefined : Math.floor(at / 1_000 / stepSeconds) + apart;
}

/** What was used up, and how many recovery codes are left after one. */
export type Spent = { by: "totp" } | { by: "recovery"; left: number };

/**
 * Check an authenticator or recovery code and use it up: each is valid once, even under concurrent requests. The try is
 * counted first, outside any transaction, because the count must survive the refusal; after five wrong codes the wait
 * grows with each further one. Refuses with 'That code is not right' at `field`.
 */
export async function spendCode(adminId: string, code: string, field = "otp"): Promise<Spent> {
  if (inTransaction()) throw new Error("a code is checked outside a transaction: its tries must stay");
  const sealed = await countTry(adminId, field);
  if (isRecoveryCode(code)) {
    const left = await transaction(async () => {
      const after = await takeRecoveryCode(adminId, code);
      if (after !== undefined) await forgetTries(adminId);
      return after;
    });
    if (left !== undefined) return { by: "recovery", left };
  } else {
    const step = stepOf(unseal(sealed), code);
    if (step !== undefined && (await takeStep(adminId, sealed, step))) return { by: "totp" };
    if (step !== undefined) throw await refused(adminId, "totp.used", field);
  }
  throw await refused(adminId, "totp.wrong", field);
}

/** Counts a try and returns the sealed secret to check against; refuses while a wait runs. */
async function countTry(adminId: string, field: string): Promise<string> {
  const at = now();
  const forgottenBefore = new Date(at.getTime() - forgottenAfterMs);
  const { rows: counted } = await queryOn<{ secret_sealed: string }>(
    pool(),
    sql`update admin_second_factors set
       failures = case when last_try_at < ${forgottenBefore} then 1 else failures + 1 end,
       last_try_at = ${at},
       locked_until = case when (last_try_at is null or last_try_at >= ${forgottenBefore}) and failures + 1 >= ${codeTriesFree}::int
         then ${at}::timestamptz + least(${firstWaitMs}::float8 * power(2, least(failures + 1 - ${codeTriesFree}::int, 20)), ${longestWaitMs}::float8) * interval '1 millisecond' end
     where admin_id = ${adminId} and confirmed_at is not null and (locked_until is null or locked_until <= ${at})
     returning secret_sealed`,
  );
  if (counted[0]) return counted[0].secret_sealed;
  const { rows: waiting } = await queryOn<{ left: number | null }>(
    pool(),
    sql`select extract(epoch from locked_until - ${at})::float8 * 1000 as left from admin_second_factors
     where admin_id = ${adminId} and confirmed_at is not null`,
  );
  // The second factor was turned off or reset a moment ago: no code is valid any more.
  if (!waiting[0]) throw invalid("totp.wrong", { [field]: "totp.wrong" });
  const left = Math.max(waiting[0].left ?? 0, second);
  const quota = { name: "second-factor", points: codeTriesFree, seconds: forgottenAfterMs / second };
  throw limited("totp.wait", { minutes: Math.ceil(left / minute), seconds: Math.ceil(left / second) }, quota);
}

/** Marks a time step as used, unless it or a later one was: of two requests with the same code, one succeeds. */
async function takeStep(adminId: string, sealed: string, step: number): Promise<boolean> {
  const { rowCount } = await queryOn(
    pool(),
    sql`update admin_second_factors set last_step = ${step}, failures = 0, locked_until = null
     where admin_id = ${adminId} and secret_sealed = ${sealed} and (last_step is null or last_step < ${step})`,
  );
  return rowCount === 1;
}

const forgetTries = (adminId: string) =>
  rows(sql`update admin_second_factors set failures = 0, locked_until = null where admin_id = ${adminId}`);

/** Recorded in the history, because a wrong code after a right password is suspicious. */
async function refused(adminId: string, key: "totp.wrong" | "totp.used", field: string): Promise<DomainError> {
  await transaction(() =>
    record(system("second-factor"), { subject: "admin", id: adminId, event: "admin.codeRefused", data: { why: key } }),
  );
  return invalid(key, { [field]: key });
}
