import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { kysely, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse, refuseUsedUp } from "#modules/kernel/db/limits.server.ts";
import { conflict, DomainError, missing } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Asker } from "../asker.ts";
import { requestOtp, spendOtp } from "../otp/otp.ts";
import type { AdminSchema } from "../roles/admin.entity.ts";
import { inTurn } from "../roles/in-turn.ts";

/*
 * An admin's mobile number resets their password (Q01), so it belongs to one live admin, and does so only once it is
 * proved: by its code at the next login, or because the command line set it. A deleted admin's number is free again; a
 * disabled one keeps theirs.
 */

type Admin = ActorOf<"admin">;

const admins = () => kysely<typeof AdminSchema>();

/** Refuses a number of another live admin (`admin.mobileTaken`), without saying whose. Called in turn (`inTurn`). */
export async function needFreeMobile(mobile: string | undefined, exceptId?: string): Promise<void> {
  if (mobile === undefined) return;
  let query = admins().selectFrom("admins").select("id").where("mobile", "=", mobile).where("deleted_at", "is", null);
  if (exceptId) query = query.where("id", "<>", exceptId);
  if (await row(query)) throw conflict("admin.mobileTaken");
}

/** How often an hour an admin learns that a number is taken: nobody looks up whose numbers are admins'. */
const takenLimit = { name: "admin-mobile-taken", points: 10, seconds: 3600, onFailure: "closed" } as const;

/** Runs an act of an admin that may refuse a number as taken, and limits those refusals. */
export async function limitTaken<T>(actor: Actor, act: () => Promise<T>): Promise<T> {
  if (actor.kind !== "admin") return act();
  await refuseUsedUp(takenLimit, actor.adminId);
  try {
    return await act();
  } catch (error) {
    if (error instanceof DomainError && error.key === "admin.mobileTaken") await countUse(takenLimit, actor.adminId);
    throw error;
  }
}

/** When a number an actor enters counts as proved: the command line and the seed vouch for theirs, nobody else does. */
export const provedByEntry = (actor: Actor): Date | null => (actor.kind === "system" ? now() : null);

/** The number that resets an admin's password; null where they have none. */
export async function ownMobile({
  adminId,
}: Pick<Admin, "adminId">): Promise<{ mobile: string; proved: boolean } | null> {
  const stored = await row<{ mobile: string | null; proved: boolean }>(
    admins()
      .selectFrom("admins")
      .select(["mobile", (is) => is("mobile_proved_at", "is not", null).as("proved")])
      .where("id", "=", adminId),
  );
  return stored?.mobile ? { mobile: stored.mobile, proved: stored.proved } : null;
}

/** Whether an admin has a number that is still to be proved. */
export const needsMobileProof = async (adminId: string): Promise<boolean> =>
  (await ownMobile({ adminId }))?.proved === false;

/**
 * Sends an admin the code that proves their own number. Refuses one that is proved. The browser counts as any stranger's
 * in the limits of codes: whoever set the number may have chosen somebody else's.
 */
export async function requestMobileProof(
  admin: Admin,
  { locale, ...asker }: Asker & { locale: Locale },
): Promise<{ nonce: string }> {
  const own = await unproved(admin);
  return requestOtp({ phone: own, purpose: "admin_mobile", locale, ...asker });
}

/**
 * Proves an admin's own number by its code; it resets their password from now on. 'Wrong OTP' also when the number was
 * changed meanwhile.
 */
export async function proveMobile(admin: Admin, { otp }: { otp: string | number }, asker: Asker): Promise<void> {
  const mobile = await unproved(admin);
  await spendOtp({ phone: mobile, purpose: "admin_mobile", otp, ...asker });
  await transaction(async () => {
    const proved = await rows(
      admins()
        .updateTable("admins")
        .set({ mobile_proved_at: now(), updated_at: now() })
        .where("id", "=", admin.adminId)
        .where("mobile", "=", mobile)
        .where("deleted_at", "is", null)
        .returning("id"),
    );
    if (proved.length === 0) throw conflict("admin.mobileChanged");
    await record(admin, { subject: "admin", id: admin.adminId, event: "admin.mobileProved" });
  });
}

async function unproved(admin: Admin): Promise<string> {
  const own = await ownMobile(admin);
  if (!own) throw missing("admin.noMobile");
  if (own.proved) throw conflict("admin.mobileProvedAlready");
  return own.mobile;
}

/**
 * Sets an admin's number from the command line, which vouches for it: their password can be reset by it at once.
 * Refuses an unknown admin (`admin.notFound`) and another's number (`admin.mobileTaken`).
 */
export const setMobile = (operator: ActorOf<"system">, of: { userName: string; mobile: string }): Promise<void> =>
  inTurn(operator, async () => {
    const stored = await row<{ id: string }>(
      admins()
        .selectFrom("admins")
        .select("id")
        .where((is) => is(is.fn("lower", ["user_name"]), "=", of.userName.trim().toLowerCase()))
        .where("deleted_at", "is", null),
    );
    if (!stored) throw missing("admin.notFound");
    await needFreeMobile(of.mobile, stored.id);
    await rows(
      admins()
        .updateTable("admins")
        .set((is) => ({
          mobile: of.mobile,
          mobile_proved_at: now(),
          mobile_emptied: null,
          version: is("version", "+", 1),
          updated_at: now(),
        }))
        .where("id", "=", stored.id),
    );
    await record(operator, { subject: "admin", id: stored.id, event: "admin.changed", data: { changed: ["mobile"] } });
  });

/**
 * The live admins whose way back is closed, by user name: `emptied` had a number that is another admin's, `unproved`
 * have one they did not prove yet.
 */
export async function mobilesToSet(): Promise<{ emptied: string[]; unproved: string[] }> {
  const stored = await rows<{ userName: string; emptied: boolean }>(
    admins()
      .selectFrom("admins")
      .select(["user_name as userName", (is) => is("mobile", "is", null).as("emptied")])
      .where("deleted_at", "is", null)
      .where("is_active", "=", true)
      .where((is) =>
        is.or([
          is.and([is("mobile", "is", null), is("mobile_emptied", "is not", null)]),
          is.and([is("mobile", "is not", null), is("mobile_proved_at", "is", null)]),
        ]),
      )
      .orderBy("created_at")
      .orderBy("id"),
  );
  const names = (wanted: boolean) => stored.filter(({ emptied }) => emptied === wanted).map(({ userName }) => userName);
  return { emptied: names(true), unproved: names(false) };
}
