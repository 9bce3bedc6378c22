import { plainDigits } from "#modules/kernel/validation.ts";
import { type TimePreferenceType, timePreferenceTypes } from "../time-preference.ts";

/* What people write in cells, as the fields of the form take it. What is not understood is handed on as it was. */

/** The screens' words for the kinds of time, accepted like the names on the wire. */
const kinds: Record<string, TimePreferenceType> = {
  immediately: "IMMEDIATELY",
  now: "IMMEDIATELY",
  within24hours: "WITHIN_24_HOURS",
  within24hrs: "WITHIN_24_HOURS",
  specificdateandtime: "SPECIFIC_DATE_AND_TIME",
  specificdatetime: "SPECIFIC_DATE_AND_TIME",
};

/** A kind of time, however its words are written. */
export function timeTypeOf(cell: string): string {
  const bare = plainDigits(cell)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return kinds[bare] ?? timePreferenceTypes.find((type) => type === cell.toUpperCase()) ?? cell;
}

/** A whole amount: `1,500`, `₹ 1500` and `1500.00` are one. */
export const amountOf = (cell: string) =>
  cell &&
  plainDigits(cell)
    .replace(/^(?:₹|rs\.?|inr)\s*/i, "")
    .replace(/,(?=\d)/g, "")
    .replace(/\.0{1,2}$/, "");

const yes = new Set(["true", "yes", "y", "1", "paid", "हाँ", "हां"]);
const no = new Set(["false", "no", "n", "0", "unpaid", "नहीं"]);

/** Yes or no as the form sends it. */
export function switchOf(cell: string): string {
  if (cell === "") return cell;
  const word = plainDigits(cell).toLowerCase();
  return yes.has(word) ? "true" : no.has(word) ? "false" : cell;
}

/** Whether a country code is India's. */
export const isIndian = (cell: string) => /^(?:\+|00)?91(?:\.0)?$/.test(plainDigits(cell).trim());
