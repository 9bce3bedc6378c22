/*
 * The ways a number can be written and still be recognized: with the country code, in groups, in Devanagari, escaped in
 * an address, or with so few digits hidden that they can be guessed.
 */

const between = "[\\s().\\-–_/,]{0,3}";
const plain = (text: string) =>
  text
    .replace(/%(20|2B)/gi, (_, code: string) => (code === "20" ? " " : "+"))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/&nbsp;|\\u00a0|\u00a0/g, " ");

/** Whether a text contains a number, however its digits are grouped. */
export const holds = (text: string, digits: string) =>
  new RegExp(`(?<!\\d)(?:91|0)?${between}${[...digits].join(between)}(?!\\d)`).test(plain(text));

/** Whether a phone is insufficiently masked: of ten places more than four show its own digits. */
export function halfHidden(text: string, phone: string): boolean {
  const close = plain(text).replace(/([\dxX*•])[\s-](?=[\dxX*•])/g, "$1");
  for (const [digits] of close.matchAll(/(?<![\dxX*•])[\dxX*•]{10}(?![\dxX*•])/g)) {
    const own = [...digits].filter((sign, at) => sign === phone[at]).length;
    const hidden = [...digits].every((sign, at) => sign === phone[at] || /[xX*•]/.test(sign));
    if (hidden && own > 4 && own < 10) return true;
  }
  return false;
}
