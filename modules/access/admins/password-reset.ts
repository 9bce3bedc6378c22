import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse, refuseUsedUp } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";
import { emit } from "#modules/kernel/work/events.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Asker } from "../asker.ts";
import { passwordChanged } from "../events.ts";
import { requestOtp, spendOtp } from "../otp/otp.ts";
import { earlierSession, knowBrowser } from "../sessions/known-browsers.ts";
import { keepPassword } from "./admins.ts";
import { hashPassword, passwordFits } from "./passwords.ts";

/** How long a new password waits for its proof: about as long as people wait for a message with a code. */
const waitsMs = 15 * minute;
/** H1: how many resets per hour for one phone, and how many from one network. */
const phoneLimit = { name: "password-reset", points: 3, seconds: 3600, onFailure: "closed" } as const;
const networkLimit = { name: "password-reset-network", points: 30, seconds: 3600, onFailure: "closed" } as const;

type ResetRequest = Asker & { phone: string; password: string; locale: Locale };

/**
 * Store a new password until the phone is proved, and send its admin a one-time password (Q01, H1). Answer and work are
 * the same for unknown phones (R341). Returns `request`, which names the stored password, and `nonce`, which belongs to the
 * code. Strangers' requests use up no limit of a browser in which the admin was signed in before.
 */
export async function askPasswordReset({
  phone,
  password,
  locale,
  ...asker
}: ResetRequest): Promise<{ request: string; nonce: string }> {
  const { address } = asker;
  const admin = await adminOfMobile(phone);
  const browser = await earlierSession(asker.sessions, "admin", admin?.id);
  await countUse(networkLimit, browser ?? networkOf(address));
  await refuseUsedUp(phoneLimit, browser ?? phone);
  const passwordHash = await hashPassword(password);
  const known = browser !== undefined;
  const deliver = admin !== undefined;
  const { nonce } = await requestOtp({ phone, purpose: "password_reset", locale, deliver, known, ...asker });
  // Only requests that pass are counted, so that refused ones do not prolong the wait.
  await countUse(phoneLimit, browser ?? phone);
  const request = randomToken();
  await rows(
    sql`insert into password_resets (id, token_hash, phone, password_hash, address, created_at, expires_at)
     values (${rowId()}, ${hashToken(request)}, ${phone}, ${passwordHash}, ${address}, ${now()}, ${fromNow(waitsMs)})`,
  );
  return { request, nonce };
}

/** What names the stored password: its request, or the password itself sent again. */
type Proof = Asker & { phone: string; otp: string | number } & ({ request: string } | { password: string });

/**
 * Finish a reset by proving the phone: the stored password becomes the admin's, all of their sessions end, and they are
 * notified. Anything wrong is 'Wrong OTP'. Returns the token hash that makes the browser a known one.
 */
export async function finishPasswordReset(proof: Proof): Promise<{ browser: string }> {
  const { phone, otp, address, nonces } = proof;
  await spendOtp({ phone, purpose: "password_reset", otp, address, nonces });
  const reset = await storedResetFor(proof);
  return transaction(async () => {
    const admin = await adminOfMobile(phone, sql`for update`);
    const used = reset ? await rows(use(reset.id)) : [];
    if (!admin || !reset || used.length === 0) throw unknown();
    await keepPassword(system("password-reset"), admin.id, reset.password_hash);
    await emit(passwordChanged, { adminId: admin.id, at: now().toISOString() });
    return { browser: await knowBrowser("admin", admin.id, address) };
  });
}

const use = (id: string) =>
  sql`update password_resets set used_at = ${now()} where id = ${id} and used_at is null returning id`;
const unknown = () => invalid("otp.wrong", { otp: "otp.wrong" });

/** The admin who can sign in and has proved this phone, which is one admin's alone. */
const adminOfMobile = (phone: string, lock = sql``) =>
  row<{ id: string }>(
    sql`select id from admins where mobile = ${phone} and mobile_proved_at is not null and is_active and deleted_at is null ${lock}`,
  );

type StoredReset = { id: string; password_hash: string };
const waiting = () => sql`used_at is null and expires_at > ${now()}`;

async function storedResetFor(proof: Proof): Promise<StoredReset | undefined> {
  if ("request" in proof)
    return row<StoredReset>(
      sql`select id, password_hash from password_resets where phone = ${proof.phone} and ${waiting()} and token_hash = ${hashToken(proof.request)}`,
    );
  const resets = await rows<StoredReset>(
    sql`select id, password_hash from password_resets where phone = ${proof.phone} and ${waiting()} order by created_at desc limit 3`,
  );
  for (const reset of resets) if (await passwordFits(proof.password, reset.password_hash)) return reset;
  return undefined;
}
