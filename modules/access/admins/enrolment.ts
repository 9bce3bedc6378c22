import { sql } from "kysely";
import { Secret } from "otpauth";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { renewRecoveryCodes } from "../second-factor/recovery-codes.ts";
import { hasSecondFactor, needsSecondFactor, secondFactorOf } from "../second-factor/second-factor.ts";
import { stepOf, totpOf } from "../second-factor/second-factor-code.ts";
import { endOtherSessionsOf, endSessionsOf } from "../sessions/sessions.ts";
import { adminNamed } from "./admins.ts";

type Admin = ActorOf<"admin">;

/** How long an offered secret waits for its first code. */
const offerMs = 15 * minute;
const secretBytes = 20;

function needAllowed() {
  if (env.adminTotp === "off") throw conflict("totp.off");
}

/**
 * Offer an admin without a second factor a secret for an authenticator app; only the requesting session is shown it.
 */
export async function offerSecondFactor(admin: Admin): Promise<void> {
  needAllowed();
  if (await secondFactorOf(admin.adminId)) throw conflict("totp.onAlready");
  await offer(admin);
}

/** Offer an admin a new secret, for another phone; the present one stays valid until the first code of the new one. */
export async function replaceSecondFactor(admin: Admin): Promise<void> {
  needAllowed();
  if (!(await secondFactorOf(admin.adminId))) throw conflict("totp.notOn");
  await offer(admin);
}

const offer = ({ adminId, sessionId }: Admin) =>
  rows(
    sql`insert into admin_second_factors (admin_id, offered_sealed, offered_session_id, offered_at)
     values (${adminId}, ${seal(new Secret({ size: secretBytes }).base32)}, ${sessionId}, ${now()})
     on conflict (admin_id) do update set offered_sealed = excluded.offered_sealed,
       offered_session_id = excluded.offered_session_id, offered_at = excluded.offered_at`,
  );

const offered = ({ adminId, sessionId }: Admin) => sql`select offered_sealed as sealed from admin_second_factors
  where admin_id = ${adminId} and offered_session_id = ${sessionId} and offered_at > ${fromNow(-offerMs)}`;

/**
 * The secret this session is setting up: in groups to type, and as the address in the QR code for authenticator apps.
 */
export async function offeredSecondFactor(admin: Admin): Promise<{ groups: string[]; uri: string } | undefined> {
  const openOffer = await row<{ sealed: string; user_name: string }>(
    sql`select sealed, user_name from (${offered(admin)}) as offer, admins where admins.id = ${admin.adminId}`,
  );
  if (!openOffer) return undefined;
  const secret = unseal(openOffer.sealed);
  return { groups: secret.match(/.{1,4}/g) ?? [], uri: totpOf(secret, openOffer.user_name).toString() };
}

/**
 * Make an offered secret the admin's second factor by its first code. All their other sessions end, because they were
 * opened without it; returns ten recovery codes, shown only this once.
 */
export const confirmSecondFactor = (admin: Admin, { otp }: { otp: string }): Promise<{ recoveryCodes: string[] }> =>
  transaction(async () => {
    needAllowed();
    // A concurrent sign-in waits for this lock and then finds that a code is needed.
    await rows(sql`select 1 from admins where id = ${admin.adminId} for update`);
    const [openOffer] = await rows<{ sealed: string }>(sql`${offered(admin)} for update`);
    if (!openOffer) throw conflict("totp.offerOver");
    const step = stepOf(unseal(openOffer.sealed), otp);
    if (step === undefined) throw invalid("totp.wrong", { otp: "totp.wrong" });
    const replaced = (await secondFactorOf(admin.adminId)) !== undefined;
    await rows(
      sql`update admin_second_factors set secret_sealed = offered_sealed, confirmed_at = ${now()}, last_step = ${step}, failures = 0,
         locked_until = null, offered_sealed = null, offered_session_id = null, offered_at = null
       where admin_id = ${admin.adminId}`,
    );
    const recoveryCodes = await renewRecoveryCodes(admin.adminId);
    await endOtherSessionsOf("admin", admin.adminId, admin.sessionId);
    await tell(admin, admin.adminId, replaced ? "admin.secondFactorReplaced" : "admin.secondFactorOn");
    return { recoveryCodes };
  });

/** Ten new recovery codes for an admin with a second factor; earlier ones become invalid. */
export const newRecoveryCodes = (admin: Admin): Promise<{ recoveryCodes: string[] }> =>
  transaction(async () => {
    if (!(await hasSecondFactor(admin.adminId))) throw conflict("totp.notOn");
    const recoveryCodes = await renewRecoveryCodes(admin.adminId);
    await tell(admin, admin.adminId, "admin.recoveryCodesRenewed");
    return { recoveryCodes };
  });

/** Turn the second factor off, where it is not required. */
export const turnOffSecondFactor = (admin: Admin): Promise<void> =>
  transaction(async () => {
    if (needsSecondFactor(admin)) throw conflict("totp.required");
    if (!(await remove(admin.adminId))) throw conflict("totp.notOn");
    await tell(admin, admin.adminId, "admin.secondFactorOff");
  });

/**
 * Remove the second factor of an admin who lost phone and recovery codes, and end all of their sessions. Returns
 * whether it must be set up again at the next sign-in.
 */
export const resetSecondFactor = (
  operator: ActorOf<"system">,
  userName: string,
): Promise<{ userName: string; required: boolean }> =>
  transaction(async () => {
    const admin = await adminNamed(userName);
    if (!admin) throw missing("admin.notFound");
    await rows(sql`select 1 from admins where id = ${admin.id} for update`);
    await remove(admin.id);
    await endSessionsOf("admin", admin.id);
    await tell(operator, admin.id, "admin.secondFactorReset");
    const required = needsSecondFactor({ role: admin.adminRole, permissions: admin.role?.permissions ?? [] });
    return { userName: admin.userName, required };
  });

async function remove(adminId: string): Promise<boolean> {
  await rows(sql`delete from admin_recovery_codes where admin_id = ${adminId}`);
  const gone = await rows<{ was_on: boolean }>(
    sql`delete from admin_second_factors where admin_id = ${adminId} returning confirmed_at is not null as was_on`,
  );
  return gone[0]?.was_on ?? false;
}

const tell = (actor: Actor, adminId: string, event: string) => record(actor, { subject: "admin", id: adminId, event });
