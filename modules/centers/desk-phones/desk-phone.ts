import { sql } from "kysely";
import { accountsAreIn } from "#modules/access/index.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** A phone belongs to a person of a desk once they signed in with it: an entry alone takes a number from nobody. */
const liveOfPhone = (phone: string) =>
  sql`select from desk_logins where phone = ${phone} and ended_at is null and signed_in_at is not null`;
accountsAreIn(liveOfPhone);

/** Whoever gives a phone to an account of a partner waits here for the others who give the same one. */
export const lockPhone = (phone: string) =>
  rows(sql`select pg_advisory_xact_lock(hashtextextended(${`partner phone:${phone}`}, 0))`);

/**
 * Refuse, with `refusal`, the phone that a person of a desk signed in with for the account of a center, technician or onboarder: a phone belongs
 * to one partner. Runs in the transaction that stores the phone, and counts until that ends.
 */
export async function needNoDeskPhone(phone: string, refusal: MessageKey): Promise<void> {
  await lockPhone(phone);
  if (await row(liveOfPhone(phone))) throw conflict(refusal);
}
