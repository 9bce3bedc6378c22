import { type SpokenPart, spokenIn } from "./number-words.ts";
import type { PlainText } from "./plain-text.ts";

/** A stretch of a text: from its first position to the one after its last. */
export type Stretch = { from: number; to: number };

/** Adjacent digits: `long` when they are several figures, `abroad` after a plus. */
type Group = Stretch & { digits: string; long: boolean; abroad: boolean };

const token = /[0-9]+|[\p{L}\p{M}]+/gu;

/** What can precede a phone number: 0, 91 or both; the longest first. */
const prefixes = ["0091", "091", "910", "91", "0", ""];
const mobile = /^[6-9]/;
const fixedLine = /^[1-9]/;

/**
 * Find the phone numbers of a text: ten digits beginning 6–9, after 0, 91 or +91, and landlines with their 0, in any
 * grouping, script and spelling. Only whole groups of digits count, so "1204, 560001" or a long order number is not a
 * phone; lists of dates, times or prices, and a flat with its pincode, are skipped too. Linear in the length of the
 * text.
 */
export function phonesIn(plain: PlainText): Stretch[] {
  const phones: Stretch[] = [];
  const others = othersIn(plain.text);
  for (const run of runsOf(plain.text)) {
    for (let first = 0; first < run.length; first += 1) {
      const last = phoneFrom(run, first);
      if (last === undefined || run.slice(first, last + 1).every(({ from }) => others.has(from))) continue;
      let begin = first;
      while (begin > 0 && prefixes.includes(run[begin - 1]!.digits)) begin -= 1;
      phones.push({ from: run[begin]!.from - (run[begin]!.abroad ? 1 : 0), to: run[last]!.to });
    }
  }
  return phones;
}

const otherWord: { other: true }[] = [{ other: true }];
type Part = Stretch & (SpokenPart | { figures: string } | { other: true });

/** The figures and number words of a text, in order. */
function* partsOf(text: string): Generator<Part> {
  for (const { 0: word, index: from } of text.matchAll(token)) {
    const at = { from, to: from + word.length };
    if (word[0]! <= "9") yield { figures: word, ...at };
    else for (const part of lookalikes(text, word, from) ?? spokenIn(word) ?? otherWord) yield { ...part, ...at };
  }
}

/** Runs of digit groups with no other word between them. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = [[]];
  /** A word waiting for the digit after it: "ninety" for "eight", "double" for "nine". */
  let ten: (Stretch & { digits: string }) | undefined;
  let repeat: { times: number; from: number } | undefined;
  let joined = false;
  const add = (digits: string, { from, to }: Stretch, long = false) => {
    // A word such as "and" joins spoken or single digits, but not prices.
    if (joined && (long || runs.at(-1)!.at(-1)!.long)) runs.push([]);
    joined = false;
    runs.at(-1)!.push({ digits, from, to, long, abroad: text[from - 1] === "+" });
  };
  for (const part of partsOf(text)) {
    const { from, to } = part;
    const unit = "digits" in part && /^[1-9]$/.test(part.digits) ? part.digits : undefined;
    if (ten && !unit) add(`${ten.digits}0`, ten);
    if (ten && unit) add(ten.digits + unit, { from: ten.from, to });
    else if ("digits" in part || "figures" in part) {
      const digits = "digits" in part ? part.digits : part.figures;
      const times = digits.length === 1 ? repeat : undefined;
      add(digits.repeat(times?.times ?? 1), { from: times?.from ?? from, to }, "figures" in part && digits.length > 1);
    } else if ("other" in part) runs.push([]);
    if ("between" in part || "other" in part) joined = "between" in part && runs.at(-1)!.length > 0;
    ten = "ten" in part ? { digits: String(part.ten), from, to } : undefined;
    repeat = "times" in part ? { times: part.times, from } : undefined;
  }
  if (ten) add(`${ten.digits}0`, ten);
  return runs;
}

/** The letters o, l and i glued to figures are read as 0 and 1. */
function lookalikes(text: string, word: string, from: number): SpokenPart[] | undefined {
  const glued = /[0-9]/.test(text[from - 1] ?? "") || /[0-9]/.test(text[from + word.length] ?? "");
  if (!glued || !/^[oil]+$/.test(word)) return undefined;
  return [{ digits: word.replace(/o/g, "0").replace(/[il]/g, "1") }];
}

/** The group that ends a phone number starting at group `first`; undefined when there is none. */
function phoneFrom(run: readonly Group[], first: number): number | undefined {
  let digits = "";
  let last: number | undefined;
  for (let at = first; at < run.length && digits.length < 15; at += 1) {
    digits += run[at]!.digits;
    if (isPhone(digits, run[first]!)) last = at;
  }
  return last;
}

function isPhone(digits: string, { digits: first, abroad }: Group) {
  for (const prefix of prefixes) {
    const number = digits.slice(prefix.length);
    if (!first.startsWith(prefix) || number.length !== 10) continue;
    if (mobile.test(number)) return true;
    // A landline: its 0 is attached to the area code, or it is written in international form.
    if (fixedLine.test(number) && (abroad || (prefix === "0" && first.length > 1))) return true;
  }
  return abroad && !first.startsWith("91") && digits.length >= 10 && digits.length <= 15;
}

const dates = ["-", "/", "\\."].flatMap((sign) => {
  const day = "(?:0?[1-9]|[12]\\d|3[01])";
  const month = "(?:0?[1-9]|1[0-2])";
  const written = [
    `${day}${sign}${month}${sign}(?:(?:19|20)\\d\\d|\\d\\d)`,
    `(?:19|20)\\d\\d${sign}${month}${sign}${day}`,
  ];
  return written.map((each) => `(?<!\\d|\\d${sign})${each}(?!\\d|${sign}\\d)`);
});
const time = "(?<!\\d|\\d:)(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?!\\d|:\\d)";
const amount = "\\d{1,3}(?:,\\d\\d){0,2},\\d{3}(?!\\d|,\\d)";
const price = `(?:₹|\\brs\\.?|\\binr|रु\\.?)\\s?${amount}(?:\\s?[-–/]\\s?${amount})?`;
const flat =
  "(?:\\b(?:[a-z](?=[-/])|flat|house|door|plot|room|unit|apartment|villa)|मकान|फ्लैट|प्लॉट|घर)[\\s#.:/-]{0,3}\\d{1,4}\\s?,\\s?[1-9]\\d{5}(?!\\d)";
const other = new RegExp([...dates, time, price, flat].join("|"), "gu");

/** The starts of digit groups that belong to a date, a time, prices with thousands, or a flat and its pincode. */
function othersIn(text: string): Set<number> {
  const places = new Set<number>();
  for (const { 0: written, index } of text.matchAll(other))
    for (const digits of written.matchAll(/[0-9]+/g)) places.add(index + digits.index);
  return places;
}
