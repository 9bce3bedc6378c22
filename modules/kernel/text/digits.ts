/*
 * Digits as people type and paste them. Without zod, so that pages can show what the server will read.
 */

const decimal = /^\p{Nd}$/u;

/** The value of a decimal digit of any script; Unicode stores them in rows of ten. */
export function decimalOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (decimal.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Digits of every script → 0–9, because people type with the keyboard they have. */
export const plainDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => (digit <= "9" ? digit : String(decimalOf(digit))));

/** Removes the separators people write between digits: spaces, dashes, dots, brackets, invisible marks. */
export const bareDigits = (text: string) => plainDigits(text).replace(/[\s\p{Cf}\p{Pd}.()]/gu, "");

/** Words and marks that stand around a number: `Mob:`, `tel:`, a spreadsheet's apostrophe, `/` at the end. */
const words = "telephone|tel|phone|ph|mobile|mob|cell|contact|whatsapp|wa|number|no|m|मोबाइल|मो|फोन|फ़ोन|नंबर|नं";
const around = `(?:${words}|[^\\p{L}\\p{N}\\p{M}+＋])*`;
/** The country code, also twice or after a 0, and the 0 of calls within the country. */
const codes = "(?:(?:[+＋]|00?)?91){0,2}0?";

const wholeNumber = new RegExp(`^${around}${codes}(\\d{10})${around}$`, "iu");
const onlyDigits = new RegExp(`^${around}([+＋]?\\d+)${around}$`, "iu");

/**
 * The ten digits of a mobile number without what is written around them. A text that holds fewer or more digits keeps
 * each of them, and what is no number stays as it is.
 */
export function bareNumber(text: string): string {
  const bare = bareDigits(text);
  return (wholeNumber.exec(bare) ?? onlyDigits.exec(bare))?.[1] ?? bare;
}

/** What stands before a number that is being typed, of which not each digit may be there yet. */
const begun = new RegExp(`^${around}(?:(?:[+＋]|00?)9?1?(?:[+＋]91?)?|91)?0?`, "iu");

/** How many characters of a text without separators stand before its number. */
export const beforeNumber = (bare: string) => begun.exec(bare)![0].length;
