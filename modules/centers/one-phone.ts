import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { conflict } from "../kernel/errors.ts";

/**
 * One phone, one center, one printed code (Q116): the database's own indexes tell it, for two forms sent at once too.
 * Refuses with `center.phoneTaken` and `center.qrTaken`; the phone of a deleted center is free.
 */
export async function oneCenterOfAPhone<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    if (error.message.includes("centers_phone")) throw conflict("center.phoneTaken");
    if (error.message.includes("partner_qrs")) throw conflict("center.qrTaken");
    throw error;
  }
}
