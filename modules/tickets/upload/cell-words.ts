import { plainDigits, type TimePreferenceType, timePreferenceTypes } from "#modules/kernel/validation.ts";

/* What people write in cells, as the fields of the form take it. What is not understood is handed on as it was. */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dayMs = 24 * 60 * 60 * 1000;

/** Day 0 of spreadsheets: they count days from it, and hours as parts of a day. */
const dayZero = Date.UTC(1899, 11, 30);

const two = (n: string | number) => String(n).padStart(2, "0");

/**
 * A moment as `YYYY-MM-DDTHH:MM`: from that, from a spreadsheet's number of days, or from how it is written in India:
 * day, month, year (`25/12/2026 4:30 pm`, `25-Dec-2026 16:30`). Never month before day.
 */
export function momentOf(cell: string): string {
  if (cell === "") return cell;
  const text = plainDigits(cell).trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const minutes = Math.round((Number(text) * dayMs) / 60_000);
    return new Date(dayZero + minutes * 60_000).toISOString().slice(0, 16);
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.+))?$/i.exec(text);
  if (iso) return joined(iso[1]!, iso[2]!, iso[3]!, iso[4]) ?? cell;
  const indian =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|[a-z]{3,9})\.?,?[\s./-]+(\d{4}|\d{2})(?:,?\s+(.+))?$/i.exec(text);
  if (!indian) return cell;
  const [, day = "", month = "", year = "", time] = indian;
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const which = /^\d/.test(month) ? month : named > 0 ? String(named) : undefined;
  return (which && joined(year.length === 2 ? `20${year}` : year, which, day, time)) || cell;
}

/** A day alone stays a day: the form says that the time is missing. */
function joined(year: string, month: string, day: string, time: string | undefined) {
  const date = `${year}-${two(month)}-${two(day)}`;
  if (!time) return date;
  const at = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(time.trim());
  if (!at) return undefined;
  const [, hours = "", minutes = "00", half] = at;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return undefined;
  return `${date}T${two(half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour)}:${minutes}`;
}

/** The words the screens say for the kinds of time, beside the names on the wire. */
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

/** A client's own id of a request; '' and '0' are none. */
export const referenceOf = (cell: string) => (cell === "0" ? "" : cell);
