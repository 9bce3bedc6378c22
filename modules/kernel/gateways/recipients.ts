import { plainDigits } from "../validation.ts";

/**
 * Phones of the demo data (seeded people 9000000001–9000000110 and the generated 90000xxxxx): they may belong to
 * somebody in the real world, so only an emulator is ever asked to reach them (fixed point 23).
 */
export const isDemoPhone = (phone: string) => /^90000\d{5}$/.test(tenDigits(phone));

/** The last ten digits of an Indian number, however it is written. */
export const tenDigits = (phone: string) => plainDigits(phone).replace(/\D/g, "").slice(-10);

/** A number as providers take it: 91 and ten digits; anything else is a bug of the caller. */
export function withCountryCode(phone: string) {
  const digits = tenDigits(phone);
  if (!/^[6-9]\d{9}$/.test(digits)) throw new Error("not an Indian mobile number");
  return `91${digits}`;
}
