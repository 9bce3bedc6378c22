import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { row } from "../kernel/db.server.ts";
import { conflict } from "../kernel/errors.ts";

const phoneTaken = () => conflict("center.phoneTaken");

/** A code that is printed already and has a center. */
export const qrTaken = () => conflict("center.qrTaken");

/** Refuses with `center.phoneTaken` a phone that is a center's already; a deleted one's is free. */
export async function refuseTakenPhone(phone: string) {
  if (await row("select from centers where phone = $1 and is_active <> 0", [phone])) throw phoneTaken();
}

/** One phone, one center, one code (Q116): two forms sent at once are told apart by the database's own indexes. */
export async function oneCenterOfAPhone<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    if (error.message.includes("centers_phone")) throw phoneTaken();
    if (error.message.includes("partner_qrs")) throw qrTaken();
    throw error;
  }
}
