import { sql } from "kysely";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { inTransaction, kysely, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";
import type { Asker } from "../asker.ts";
import { hasSecondFactor, needsSecondFactor } from "../second-factor/second-factor.ts";
import { type Spent, spendCode } from "../second-factor/second-factor-code.ts";
import { earlierSession } from "../sessions/known-browsers.ts";
import type { SessionSchema } from "../sessions/session.entity.ts";
import { type OpenedSession, openSession } from "../sessions/sessions.ts";
import type { AdminCard, AdminLogin } from "../shared.ts";
import { adminCard } from "./admins.ts";
import { hashPassword, isOutdated, passwordFits } from "./passwords.ts";
import { keepPendingSignIn, type PendingSignIn, pendingSignIn, takePendingSignIn } from "./pending-sign-in.ts";
import { countSignIn, forgetTries } from "./sign-in-delay.ts";

/** How often one network may try passwords, for all admins together. */
const networkLimit = { name: "admin-sign-in", points: 100, seconds: 3600, onFailure: "closed" } as const;

/** Where a sign-in comes from: a coarse name of the browser (`deviceOf`) and the network address. */
type From = Asker & { device?: string | undefined };
type Via = "cookie" | "token";

export type SignedIn = {
  session: OpenedSession;
  admin: AdminCard;
  /** The kind of code given, if any. */
  spent?: Spent | undefined;
};

/** An admin whose password was right, with a mark of that password. */
type Known = { id: string; mark: string };

/**
 * The admin with a user name and password (R015). A wrong password, an unknown user and a disabled one take the same
 * time and get the same message; wrong tries delay the next ones.
 */
export async function checkPassword({ userName, password, address, sessions }: AdminLogin & From): Promise<Known> {
  if (inTransaction()) throw new Error("a password is checked outside a transaction: its tries must stay");
  const admin = await row<{ id: string; password_hash: string; is_active: boolean }>(
    sql`select id, password_hash, is_active from admins where lower(user_name) = lower(${userName.trim()}) and deleted_at is null`,
  );
  const by = { address, browser: await earlierSession(sessions, "admin", admin?.id) };
  await countUse(networkLimit, by.browser ?? networkOf(address));
  await countSignIn(userName, by);
  const fits = await passwordFits(password, admin?.password_hash);
  if (!admin || !fits || !admin.is_active) throw invalid("admin.loginFailed");
  await forgetTries(userName, by);
  if (!isOutdated(admin.password_hash)) return { id: admin.id, mark: hashToken(admin.password_hash) };
  const rehashed = await hashPassword(password);
  const updated = await rows(
    sql`update admins set password_hash = ${rehashed}, updated_at = ${now()} where id = ${admin.id} and password_hash = ${admin.password_hash} returning id`,
  );
  // The password was changed at this very moment: the change wins.
  if (updated.length === 0) throw invalid("admin.loginFailed");
  return { id: admin.id, mark: hashToken(rehashed) };
}

/**
 * Sign an admin in with one call, as the API does (R015): user name, password and, with a second factor, `otp`. Without
 * the code refuses with `totp.needed`; an admin who must set up a second factor first, with `totp.setUpFirst`, because
 * that needs a browser.
 */
export async function signInAdmin({
  otp,
  via,
  ...login
}: AdminLogin & From & { via: Via; otp?: string | undefined }): Promise<SignedIn> {
  const known = await checkPassword(login);
  const wanted = await hasSecondFactor(known.id);
  if (wanted && otp === undefined) throw invalid("totp.needed", { otp: "totp.needed" });
  const spent = wanted ? await spendCode(known.id, otp!) : undefined;
  return enter(known, { ...login, via, spent });
}

/**
 * First step of a browser sign-in: the password. With a second factor no session is opened yet; the returned token
 * stands for the password in the second step (`finishAdminSignIn`).
 */
export async function startAdminSignIn(login: AdminLogin & From): Promise<SignedIn | { waiting: string }> {
  const known = await checkPassword(login);
  if (await hasSecondFactor(known.id)) return { waiting: await keepPendingSignIn(known) };
  return enter(known, { ...login, via: "cookie" });
}

/**
 * Second step of a browser sign-in: the code. Refuses with `admin.loginOver` when it took too long, another sign-in was
 * started (`id` differs), it is already done, or the password has changed.
 */
export async function finishAdminSignIn({
  token,
  id,
  otp,
  ...from
}: From & { token: string | undefined; id: string; otp: string }): Promise<SignedIn> {
  const pending = await pendingSignIn(token);
  if (!pending || pending.id !== id) throw invalid("admin.loginOver");
  const spent = await spendCode(pending.adminId, otp);
  return enter({ id: pending.adminId, mark: pending.mark }, { ...from, via: "cookie", spent, pending });
}

type Entering = From & { via: Via; spent?: Spent | undefined; pending?: PendingSignIn };

const enter = (known: Known, { via, address, device, spent, pending }: Entering): Promise<SignedIn> =>
  transaction(async () => {
    // Locked and read again, so that a concurrent password change, disabling or new second factor wins.
    const [still] = await rows<{ password_hash: string }>(
      sql`select password_hash from admins where id = ${known.id} and is_active for update`,
    );
    const refusal = invalid(pending ? "admin.loginOver" : "admin.loginFailed");
    if (!still || hashToken(still.password_hash) !== known.mark) throw refusal;
    if ((await hasSecondFactor(known.id)) !== (spent !== undefined)) throw refusal;
    if (pending && !(await takePendingSignIn(pending))) throw refusal;
    const admin = await adminCard(known.id);
    const { role, adminRole } = admin;
    if (via === "token" && !spent && needsSecondFactor({ role: adminRole, permissions: role?.permissions ?? [] }))
      throw denied("totp.setUpFirst");
    const opened = { kind: "admin", subjectId: known.id, via, address, device, provedAt: now() } as const;
    const session = await openSession(opened);
    const data = { sessionId: session.sessionId, via, ...(spent && { by: spent.by }) };
    await record(system("sign-in"), { subject: "admin", id: known.id, event: "admin.signedIn", data });
    return { session, admin, spent };
  });

/** What an admin enters to confirm their identity. */
export type Confirmation = { password: string; otp?: string | undefined };

/**
 * Ask a signed-in admin for the password again, and for a code with a second factor; the session then counts as fresh.
 * Wrong tries are counted and delayed as at sign-in.
 */
export async function confirmItIsYou(
  admin: Extract<Actor, { kind: "admin" }>,
  { password, otp }: Confirmation,
  by: Asker,
): Promise<void> {
  const { userName } = await adminCard(admin.adminId);
  const known = await checkPassword({ userName, password, ...by }).catch((error: { key?: string }) => {
    if (error.key !== "admin.loginFailed") throw error;
    throw invalid("admin.passwordWrong", { confirmPassword: "admin.passwordWrong" });
  });
  const wanted = await hasSecondFactor(admin.adminId);
  if (wanted && !otp) throw invalid("totp.missing", { confirmOtp: "totp.missing" });
  const spent = wanted ? await spendCode(admin.adminId, otp!, "confirmOtp") : undefined;
  await transaction(async () => {
    const [still] = await rows<{ password_hash: string }>(
      sql`select password_hash from admins where id = ${known.id} and is_active for update`,
    );
    const fits = still && hashToken(still.password_hash) === known.mark;
    if (!fits || (await hasSecondFactor(known.id)) !== (spent !== undefined))
      throw invalid("admin.passwordWrong", { confirmPassword: "admin.passwordWrong" });
    await proved(admin.sessionId);
    const data = { sessionId: admin.sessionId, ...(spent && { by: spent.by }) };
    await record(admin, { subject: "admin", id: admin.adminId, event: "admin.confirmed", data });
  });
}

/** Spends a code of a signed-in admin's second factor, sent as `field`; the session is fresh from then on. */
export async function proveByCode(
  { adminId, sessionId }: Pick<Extract<Actor, { kind: "admin" }>, "adminId" | "sessionId">,
  otp: string,
  field: string,
): Promise<void> {
  await spendCode(adminId, otp, field);
  await proved(sessionId);
}

/** The session alone is fresh from now on, not the admin's others. */
const proved = (sessionId: string) =>
  rows(
    kysely<typeof SessionSchema>()
      .updateTable("sessions")
      .set({ proved_at: now() })
      .where("id", "=", sessionId)
      .where("ended_at", "is", null),
  );
