import { randomUUIDv7 } from "node:crypto";
import { system } from "../kernel/actor.ts";
import { fromNow, minute, now } from "../kernel/clock.ts";
import { hashToken, randomToken } from "../kernel/crypto.server.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { invalid } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { countUse } from "../kernel/limits.server.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { keepPassword } from "./admins.ts";
import { passwordChanged } from "./events.ts";
import { networkOf } from "./network.ts";
import { requestOtp, spendOtp } from "./otp.ts";
import { hashPassword, passwordFits } from "./passwords.ts";

/** How long a new password waits for its proof: as long as anybody looks for the message with the code. */
const waitsMs = 15 * minute;
/** H1: how often a phone's password may be asked anew, and how often one network may ask. */
const phoneLimit = { name: "password-reset", points: 3, seconds: 3600, onFailure: "closed" } as const;
const networkLimit = { name: "password-reset-network", points: 30, seconds: 3600, onFailure: "closed" } as const;

type Asked = { phone: string; password: string; address: string; locale: Locale };

/**
 * Keep a new password until the phone is proved, and send its admin a one-time password (Q01, H1). Whoever's phone it
 * is, and if it is nobody's, the answer and the work are the same; no password changes by this. `request` stands for
 * the kept password when the proof is given.
 */
export async function askPasswordReset({ phone, password, address, locale }: Asked): Promise<{ request: string }> {
  await countUse(networkLimit, networkOf(address));
  await countUse(phoneLimit, phone);
  const passwordHash = await hashPassword(password);
  const deliver = (await adminOfMobile(phone)) !== undefined;
  await requestOtp({ phone, purpose: "password_reset", address, locale, deliver });
  const request = randomToken();
  await rows(
    `insert into password_resets (id, token_hash, phone, password_hash, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUIDv7(), hashToken(request), phone, passwordHash, address, now(), fromNow(waitsMs)],
  );
  return { request };
}

/** What stands for the kept password: its request, or the password itself, sent again. */
type Proof = { phone: string; otp: string | number; address: string } & ({ request: string } | { password: string });

/**
 * Prove the phone: the password that was kept for it is the admin's from now on, every session of theirs ends, and
 * they are told. 'Wrong OTP' for anything that does not fit.
 */
export async function finishPasswordReset(proof: Proof): Promise<void> {
  const { phone, otp, address } = proof;
  await spendOtp({ phone, purpose: "password_reset", otp, address });
  const kept = await keptFor(proof);
  await transaction(async () => {
    const admin = await adminOfMobile(phone, "for update");
    const used = kept ? await rows(`${use} returning id`, [kept.id, now()]) : [];
    if (!admin || !kept || used.length === 0) throw unknown();
    await keepPassword(system("password-reset"), admin.id, kept.password_hash);
    await emit(passwordChanged, { adminId: admin.id, at: now().toISOString() });
  });
}

const use = "update password_resets set used_at = $2 where id = $1 and used_at is null";
const unknown = () => invalid("otp.wrong", { otp: "otp.wrong" });

/** A phone of two admins is no one's: nobody could say whose password it proves. */
async function adminOfMobile(phone: string, lock = "") {
  const found = await rows<{ id: string }>(`select id from admins where mobile = $1 and is_active ${lock}`, [phone]);
  return found.length === 1 ? found[0] : undefined;
}

type Kept = { id: string; password_hash: string };
const waiting = "used_at is null and expires_at > $2";

async function keptFor(proof: Proof): Promise<Kept | undefined> {
  if ("request" in proof)
    return row<Kept>(
      `select id, password_hash from password_resets where phone = $1 and ${waiting} and token_hash = $3`,
      [proof.phone, now(), hashToken(proof.request)],
    );
  const asked = await rows<Kept>(
    `select id, password_hash from password_resets where phone = $1 and ${waiting} order by created_at desc limit 3`,
    [proof.phone, now()],
  );
  for (const kept of asked) if (await passwordFits(proof.password, kept.password_hash)) return kept;
  return undefined;
}
