import { day } from "../../clock.ts";
import { DomainError } from "../../errors.ts";
import { formulaMark } from "./sheet-limits.ts";

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

/** What a cell shows of an error where its file does not say which. */
const someError = "#VALUE!";

/** The errors of spreadsheet programs, in English and as European ones write them. */
const cellErrors = new Set(
  (
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #CONNECT! #BLOCKED! #UNKNOWN! #FIELD! " +
    "#BUSY! #EXTERNAL! #PYTHON! #TIMEOUT! #ERROR! #CIRCULAR! " +
    "#BEZUG! #WERT! #ZAHL! #NV #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #¡DIV/0! #VALOR! #NOME?"
  ).split(" "),
);

/**
 * Whether a text is an error of a spreadsheet program (`#N/A`, `#REF!`, `#DIV/0!`, `#NAME?`, `#SPILL!`, LibreOffice's
 * `Err:502`), which is no value of anything. `#URGENT!` is none: people write it.
 */
export const isCellError = (text: string) =>
  (text.startsWith("#") && cellErrors.has(text.trim().toUpperCase())) || /^err:\d{3}\s*$/i.test(text);

/** What is wrong with a cell that is read, whatever its column: it is an error, or a formula without a result. */
export function cellFault(text: string): "sheet.errorCell" | "uploads.formula" | undefined {
  if (isCellError(text)) return "sheet.errorCell";
  return text.startsWith(formulaMark) ? "uploads.formula" : undefined;
}

/** The text of a cell that says of itself that it is an error. */
export const errorText = (text: string) => (isCellError(text.trim()) ? text.trim() : someError);

/** A text whose letters XML cannot hold, or that a program writes so, stand as `_x000D_`. */
export const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Refuses a workbook one of whose cells is no cell: what it holds would be lost without a word. */
export const brokenCell = (row: number) => new DomainError("invalid", "sheet.brokenCell", { params: { row } });
