import { system } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { inTransaction, row, rows, transaction } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { countUse } from "../kernel/limits.server.ts";
import { adminCard } from "./admins.ts";
import { networkOf } from "./network.ts";
import { hashPassword, isOutdated, passwordFits } from "./passwords.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import type { AdminCard, AdminLogin } from "./shared.ts";
import { countSignIn, forgetTries } from "./sign-in-delay.ts";

/** How often one network may try passwords of whatever admins. */
const networkLimit = { name: "admin-sign-in", points: 100, seconds: 3600, onFailure: "closed" } as const;

/**
 * Sign an admin in with user name and password (R015). A wrong password, an unknown user and a disabled one cost the
 * same work and get the same words; wrong tries delay the next ones.
 */
export async function signInAdmin({
  userName,
  password,
  via,
  address,
}: AdminLogin & { via: "cookie" | "token"; address: string }): Promise<{ session: OpenedSession; admin: AdminCard }> {
  if (inTransaction()) throw new Error("a password is checked outside a transaction: its tries must stay");
  await countUse(networkLimit, networkOf(address));
  await countSignIn(userName, address);
  const found = await row<{ id: string; password_hash: string; is_active: boolean }>(
    "select id, password_hash, is_active from admins where lower(user_name) = lower($1)",
    [userName.trim()],
  );
  const fits = await passwordFits(password, found?.password_hash);
  if (!found || !fits || !found.is_active) throw invalid("admin.loginFailed");
  await forgetTries(userName, address);
  const rehashed = isOutdated(found.password_hash) ? await hashPassword(password) : undefined;
  return transaction(async () => {
    // Locked and read again: a password change or a disabling of this very moment wins.
    const still = await row<{ id: string }>(
      "select id from admins where id = $1 and is_active and password_hash = $2 for update",
      [found.id, found.password_hash],
    );
    if (!still) throw invalid("admin.loginFailed");
    if (rehashed)
      await rows("update admins set password_hash = $2, updated_at = $3 where id = $1", [found.id, rehashed, now()]);
    const session = await openSession({ kind: "admin", subjectId: found.id, via, address });
    const data = { sessionId: session.sessionId, via };
    await record(system("sign-in"), { subject: "admin", id: found.id, event: "admin.signedIn", data });
    return { session, admin: await adminCard(found.id) };
  });
}
