/*
 * Digits as people type and paste them. Without zod, so that pages can show what the server will read.
 */

const [devanagariZero, wideZero] = ["०".charCodeAt(0), "０".charCodeAt(0)] as const;

/** Devanagari and full-width digits → 0–9, because people type with the keyboard they have. */
export const plainDigits = (text: string) =>
  text.replace(/[०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= wideZero ? wideZero : devanagariZero));
  });

/** Removes the separators people write between digits: spaces, dashes, dots, brackets, invisible marks. */
export const bareDigits = (text: string) => plainDigits(text).replace(/[\s\p{Cf}\p{Pd}.()]/gu, "");

/** The same, also without the country code (+91, 0091 or 91) and the leading 0. */
export const bareNumber = (text: string) =>
  bareDigits(text)
    .replace(/^([+＋]|00)?91(?=0?\d{10}$)/, "")
    .replace(/^0(?=\d{10}$)/, "");
