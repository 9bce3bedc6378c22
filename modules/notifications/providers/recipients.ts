import { plainDigits } from "#modules/kernel/validation.ts";

/**
 * Phones of the demo data (seeded people 9000000001–9000000110 and the generated 90000xxxxx). They may belong to real
 * people, so only the emulators ever send to them (fixed point 23).
 */
export const isDemoPhone = (phone: string) => /^90000\d{5}$/.test(tenDigits(phone));

/** The last ten digits of an Indian number in any format. */
export const tenDigits = (phone: string) => plainDigits(phone).replace(/\D/g, "").slice(-10);

/** A number in the providers' format: 91 and ten digits; any other number is the caller's bug. */
export function withCountryCode(phone: string) {
  const digits = tenDigits(phone);
  if (!/^[6-9]\d{9}$/.test(digits)) throw new Error("not an Indian mobile number");
  return `91${digits}`;
}
