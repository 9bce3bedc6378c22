import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { conflict } from "#modules/kernel/errors.ts";

/**
 * Run an action that creates or changes a center, and turn violations of the unique indexes into refusals: one phone,
 * one center, one QR code (Q116), also when two forms are sent at once. Refuses with `center.phoneTaken` and
 * `center.qrTaken`; the phone of a deleted center is free again.
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
