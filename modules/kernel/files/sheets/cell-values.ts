import { day } from "../../clock.ts";
import { DomainError } from "../../errors.ts";

/* What the numbers of a workbook's cells stand for, in the old kind of workbook as in the new one. */

/** Whether a format writes a date or a time: it names parts of one, outside texts and brackets. */
export const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(/\[[^\]]*\]|"[^"]*"|\\./g, ""));

/**
 * A number in digits, at most nine of them behind the point, or as a moment `YYYY-MM-DDTHH:MM` where its cell shows a
 * date. A date that is beyond all calendars stays a number.
 */
export function numberText(number: number, { isDate, from1904 }: { isDate: boolean; from1904: boolean }): string {
  const moment = isDate ? momentOf(number, from1904) : undefined;
  if (moment) return moment;
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toFixed(9)));
}

/** A moment of a workbook: it counts days from the end of 1899, or four years later. */
function momentOf(days: number, from1904: boolean): string | undefined {
  const at = new Date(Math.round((days - 25_569 + (from1904 ? 1_462 : 0)) * day));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 16);
}

/** Refuses a workbook one of whose cells is no cell: what it holds would be lost without a word. */
export const brokenCell = (row: number) => new DomainError("invalid", "sheet.brokenCell", { params: { row } });
