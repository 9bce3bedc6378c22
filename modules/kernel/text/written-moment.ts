import { plainDigits } from "./digits.ts";

/* A date and time as people write it, for forms of old browsers, calls and cells. */

const dayMs = 24 * 60 * 60 * 1000;

/** Day 0 of spreadsheets: they count days from it, and hours as parts of a day. */
const dayZero = Date.UTC(1899, 11, 30);

/** Each month's names: the first three letters in English, and Hindi as newspapers and as officials write it. */
const months = [
  ["jan", "जनवरी"],
  ["feb", "फरवरी", "फ़रवरी"],
  ["mar", "मार्च"],
  ["apr", "अप्रैल"],
  ["may", "मई"],
  ["jun", "जून"],
  ["jul", "जुलाई"],
  ["aug", "अगस्त"],
  ["sep", "सितंबर", "सितम्बर"],
  ["oct", "अक्टूबर", "अक्तूबर"],
  ["nov", "नवंबर", "नवम्बर"],
  ["dec", "दिसंबर", "दिसम्बर"],
].map((names) => names.map((name) => name.normalize("NFC")));

const english =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

/** The number of a month's name, 1 to 12; undefined for another word. */
function monthOf(word: string): string | undefined {
  const name = english.test(word) ? word.slice(0, 3) : word;
  const month = months.findIndex((names) => names.includes(name)) + 1;
  return month > 0 ? String(month) : undefined;
}

const weekday = /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|[\p{L}\p{M}]+वार)\.?,?\s+/u;
const word = "[\\p{L}\\p{M}]{2,12}";
/** After a day and before its time: `,`, `at`, `-`, the T of ISO. */
const gap = "(?:\\s*(?:,|\\bat\\b|को|@)\\s*|\\s+(?:-\\s+)?|t(?=\\d))";

const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?:${gap}(.+))?$`, "u");
const dayFirst = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?[\\s./-]+(\\d{1,2}|${word})\\.?,?[\\s./-]+(\\d{4}|\\d{2})(?:${gap}(.+))?$`,
  "u",
);
const nameFirst = new RegExp(`^(${word})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?:${gap}(.+))?$`, "u");
const yearThenName = new RegExp(
  `^(\\d{4})[\\s./-]+(${word})\\.?[\\s./-]+(\\d{1,2})(?:st|nd|rd|th)?(?:${gap}(.+))?$`,
  "u",
);
/** A time with a colon, or with am or pm, before its date. */
const timeFirst = /^(\d{1,2}(?::\d{2}(?::\d{2})?)?\s*(?:[ap]\.?m\.?)?)(?:\s*,\s*|\s+(?:on\s+)?)(\S.*)$/;

const clock = "(\\d{1,2})(?:[:.](\\d{2})(?:[:.]\\d{2}(?:\\.\\d+)?)?|(\\d{2}))?\\s*(?:([ap])\\.?m?\\.?)?";
const unit = "(?:\\s*(?:hrs?|hours?|h|ist|o'clock|baje|बजे)\\.?)*";
const oneTime = new RegExp(`^${clock}${unit}$`, "u");
const aRange = new RegExp(`^${clock}${unit}\\s*(?:-|–|—|to|till|से)\\s*${clock}${unit}(?:\\s*तक)?$`, "u");

const two = (n: string | number) => String(n).padStart(2, "0");

/** The part of a day in Hindi before its time, and whether an hour of it is in the first or the second half. */
const partOfDay: readonly (readonly [RegExp, (hour: number) => string])[] = [
  [/^(?:सुबह|सवेरे|प्रातः?)\s+/u, () => "am"],
  [/^दोपहर\s+/u, (hour) => (hour === 11 ? "am" : "pm")],
  [/^शाम\s+/u, () => "pm"],
  [/^रात\s+/u, (hour) => (hour === 12 || hour < 5 ? "am" : "pm")],
];

/** A time as `partOfDay` or `noon` name it, with am and pm instead: `शाम 4 बजे` is `4 pm`, `12 noon` is `12 pm`. */
function withHalf(text: string): string {
  const time = text.replace(/^(?:12(?::00)?\s*)?noon$/, "12 pm");
  for (const [name, halfOf] of partOfDay) {
    const [named] = name.exec(time) ?? [];
    if (!named) continue;
    const rest = time.slice(named.length).replace(/\s*बजे$/u, "");
    const hour = Number(/^\d{1,2}/.exec(rest)?.[0]);
    return hour >= 1 && hour <= 12 ? `${rest} ${halfOf(hour)}` : time;
  }
  return time;
}

/** Minutes of a day; undefined where there is no such time. */
function minutesOf([hours, minutes = "00", half]: (string | undefined)[]): number | undefined {
  const hour = Number(hours);
  if (Number(minutes) > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined;
  return (half ? (hour % 12) + (half === "p" ? 12 : 0) : hour) * 60 + Number(minutes);
}

/** The time of a text as `HH:MM`; of a range such as `10-12` or `4 to 6 pm` where it begins. */
function timeOf(written: string): string | undefined {
  const text = withHalf(written);
  const [, hours, minutes, joined, half] = oneTime.exec(text) ?? [];
  let time = hours === undefined ? undefined : minutesOf([hours, minutes ?? joined, half]);
  const range = hours === undefined ? aRange.exec(text) : null;
  if (range) {
    const [, h1, m1, j1, own, h2, m2, j2, halfOfEnd] = range;
    const end = minutesOf([h2, m2 ?? j2, halfOfEnd]);
    const begin = (half: string | undefined) => minutesOf([h1, m1 ?? j1, half]);
    time = begin(own ?? halfOfEnd);
    // `10-12 pm` begins in the morning.
    if (!own && halfOfEnd && end !== undefined && time !== undefined && time >= end) time = begin("a");
    if (end === undefined || time === undefined || time >= end) return undefined;
  }
  return time === undefined ? undefined : `${two(Math.floor(time / 60))}:${two(time % 60)}`;
}

/**
 * A moment as `YYYY-MM-DDTHH:MM`: from that, from a spreadsheet's number of days, or from how it is written in India:
 * day, month, year (`25/12/2026 4:30 pm`, `25-Dec-2026 1630`), or with the month as a word in any place; its time may stand
 * before its date. Never the number of a month before its day. A day alone stays a day, `YYYY-MM-DD`; what is not
 * understood is returned as it was.
 */
export function writtenMoment(written: string): string {
  // Longer than any moment; longer texts are not parsed.
  if (written === "" || written.length > 60) return written;
  const text = plainDigits(written.normalize("NFC")).trim().toLowerCase().replace(/\s+/g, " ").replace(weekday, "");
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const minutes = Math.round((Number(text) * dayMs) / 60_000);
    return new Date(dayZero + minutes * 60_000).toISOString().slice(0, 16);
  }
  const [, early, rest = ""] = timeFirst.exec(text) ?? [];
  const [, year, month, day, time] = datedParts(text) ?? (early && datedParts(`${rest} ${early}`)) ?? [];
  if (!year || !month || !day) return written;
  const date = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  if (!time) return date;
  const at = timeOf(time);
  return at ? `${date}T${at}` : written;
}

/** The parts of a moment that begins with its date, in the order of `yearFirst`. */
function datedParts(text: string) {
  const [, year, month = "", day, time] = yearThenName.exec(text) ?? [];
  if (year) return [text, year, monthOf(month), day, time];
  return yearFirst.exec(text) ?? named(text);
}

/** The parts of a moment that begins with its day or with a month's name; nothing where its month has no such name. */
function named(text: string) {
  const [, firstDay, middle = "", year, time] = dayFirst.exec(text) ?? [];
  if (firstDay) return [text, year, /^\d/.test(middle) ? middle : monthOf(middle), firstDay, time];
  const [, month = "", day, ofYear, at] = nameFirst.exec(text) ?? [];
  return ofYear ? [text, ofYear, monthOf(month), day, at] : undefined;
}
