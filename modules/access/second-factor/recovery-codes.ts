import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmacs } from "#modules/kernel/crypto.server.ts";
import { inTransaction, row, rows } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";

/** How many codes an admin gets at once. */
export const recoveryCodeCount = 10;

/** Without characters that look alike; ten of them are about 50 bits. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");

const bare = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether an input has the form of a recovery code, not of an authenticator code. */
export const isRecoveryCode = (code: string) => bare(code).length === 10;

/** The stored hash of a code, under the current secret and, for older codes, under each retired one. */
const hashesOf = (adminId: string, code: string) => hmacs("recovery-code", `${adminId}:${bare(code)}`);

/** Give an admin ten new recovery codes, in the running transaction; earlier ones become invalid. */
export async function renewRecoveryCodes(adminId: string): Promise<string[]> {
  if (!inTransaction()) throw new Error("recovery codes are renewed in the transaction of their cause");
  const codes = Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`);
  await rows(sql`delete from admin_recovery_codes where admin_id = ${adminId}`);
  await rows(
    sql`insert into admin_recovery_codes (id, admin_id, code_hash, created_at)
     select id, ${adminId}, code_hash, ${now()} from unnest(${codes.map(() => rowId())}::uuid[], ${codes.map((code) => hashesOf(adminId, code)[0])}::text[]) as made (id, code_hash)`,
  );
  return codes;
}

/** Use up a recovery code in the running transaction; returns how many are left, undefined for an invalid one. */
export async function takeRecoveryCode(adminId: string, code: string): Promise<number | undefined> {
  const used = await rows(
    sql`update admin_recovery_codes set used_at = ${now()} where admin_id = ${adminId} and code_hash = any(${hashesOf(adminId, code)}) and used_at is null returning id`,
  );
  if (used.length === 0) return undefined;
  const left = await row<{ left: number }>(
    sql`select count(*)::int as left from admin_recovery_codes where admin_id = ${adminId} and used_at is null`,
  );
  const data = { left: left!.left };
  await record(system("second-factor"), { subject: "admin", id: adminId, event: "admin.recoveryCodeUsed", data });
  return data.left;
}
