import { sql } from "kysely";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";

/** How long a browser may take between password and code. */
export const pendingSignInMs = 5 * minute;

/** A sign-in whose password was right: the admin, and a mark of that password. */
export type PendingSignIn = { id: string; adminId: string; mark: string };

/**
 * Remember that a browser gave an admin's password; returns a token for the second step, which grants nothing itself.
 */
export async function keepPendingSignIn({ id: adminId, mark }: { id: string; mark: string }): Promise<string> {
  const token = randomToken();
  await rows(
    sql`insert into admin_pending_sign_ins (id, token_hash, admin_id, password_mark, created_at, expires_at)
     values (${rowId()}, ${hashToken(token)}, ${adminId}, ${mark}, ${now()}, ${fromNow(pendingSignInMs)})`,
  );
  return token;
}

const waiting = () => sql`used_at is null and expires_at > ${now()}`;

/** The pending sign-in of a browser's token, while it waits for its code. */
export async function pendingSignIn(token: string | undefined): Promise<PendingSignIn | undefined> {
  if (!token) return undefined;
  const pending = await row<{ id: string; admin_id: string; password_mark: string }>(
    sql`select id, admin_id, password_mark from admin_pending_sign_ins where token_hash = ${hashToken(token)} and ${waiting()}`,
  );
  return pending && { id: pending.id, adminId: pending.admin_id, mark: pending.password_mark };
}

/** Use up a pending sign-in in the running transaction; returns whether it was still pending. */
export async function takePendingSignIn({ id }: PendingSignIn): Promise<boolean> {
  const used = await rows(
    sql`update admin_pending_sign_ins set used_at = ${now()} where id = ${id} and ${waiting()} returning id`,
  );
  return used.length === 1;
}
