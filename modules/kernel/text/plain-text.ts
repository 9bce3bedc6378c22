import { decimalOf } from "./digits.ts";

/** A text normalised to one character per visible sign, with each sign's position in the original. */
export type PlainText = {
  /**
   * Digits of every script become 0–9, letters lower case, compatibility forms and accents are removed; invisible
   * characters are dropped.
   */
  text: string;
  /** For each position of `text`, where its sign begins and ends in the original. */
  from: number[];
  to: number[];
};

/** Characters that are invisible or only decorate the sign before: zero-width signs, accents, nukta, key caps. */
const unseen = /^(?:\p{Cf}|\p{Default_Ignorable_Code_Point}|\p{Script=Inherited}|\u{93c})$/u;
const decimal = /^\p{Nd}$/u;

/** Circled digits without a Unicode compatibility mapping: the first sign of a row and its value. */
const circled = [
  [0x24f5, 1],
  [0x2776, 1],
  [0x2780, 1],
  [0x278a, 1],
] as const;

/** The digit a sign stands for, of any script or circled. */
function digitOf(sign: string): number | undefined {
  if (decimal.test(sign)) return decimalOf(sign);
  const code = sign.codePointAt(0)!;
  if (code === 0x24ff) return 0;
  for (const [first, value] of circled) if (code >= first && code < first + 9) return value + code - first;
  return undefined;
}

const known = new Map<string, string>();

/** The normalised form of one sign; cached, because a text uses few different ones. */
function readAs(sign: string): string {
  const before = known.get(sign);
  if (before !== undefined) return before;
  let read = "";
  for (const part of sign.normalize("NFKD")) {
    if (unseen.test(part)) continue;
    read += digitOf(part) ?? part.toLowerCase();
  }
  if (known.size < 5_000) known.set(sign, read);
  return read;
}

/** Normalise a text sign by sign, in linear time. */
export function plainText(written: string): PlainText {
  const plain: PlainText = { text: "", from: [], to: [] };
  const signs: string[] = [];
  let at = 0;
  for (const sign of written) {
    const read = readAs(sign);
    // An invisible character belongs to the sign before it and is removed together with it.
    if (read === "" && plain.to.length > 0) plain.to[plain.to.length - 1] = at + sign.length;
    for (let part = 0; part < read.length; part += 1) {
      plain.from.push(at);
      plain.to.push(at + sign.length);
    }
    signs.push(read);
    at += sign.length;
  }
  plain.text = signs.join("");
  return plain;
}
