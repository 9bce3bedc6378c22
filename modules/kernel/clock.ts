import type { Locale } from "#modules/messages/index.ts";

/** India has one time zone, UTC+05:30, and no daylight saving. */
const istOffsetMs = 330 * 60_000;

let offsetMs = 0;
let frozenAt: number | undefined;

/** The current time. Tests and the demo's first days move it, so all code asks this function instead of the machine's clock. */
export const now = () => new Date(frozenAt ?? Date.now() + offsetMs);

/** Stop the clock at an instant (tests only). */
export function freezeClock(at: Date | string) {
  frozenAt = new Date(at).getTime();
}

/** Move the clock forward (or back) by milliseconds; a frozen clock stays frozen at the new instant. */
export function moveClock(ms: number) {
  if (frozenAt !== undefined) frozenAt += ms;
  else offsetMs += ms;
}

/** Back to the machine's clock. */
export function resetClock() {
  frozenAt = undefined;
  offsetMs = 0;
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** An instant `ms` milliseconds from now. */
export const fromNow = (ms: number) => new Date(now().getTime() + ms);

const inIndia = (at: Date) => new Date(at.getTime() + istOffsetMs);

/** The India calendar date of an instant, YYYY-MM-DD. */
export const istDate = (at: Date = now()) => inIndia(at).toISOString().slice(0, 10);

const istYear = (at: Date) => inIndia(at).getUTCFullYear();

/** The India wall-clock time of an instant, HH:MM. */
export const istTime = (at: Date = now()) => inIndia(at).toISOString().slice(11, 16);

/** The instant of an India date (YYYY-MM-DD) and wall-clock time (HH:MM). */
export const fromIst = (date: string, time = "00:00") => new Date(`${date}T${time}:00+05:30`);

/** The Indian financial year (April–March) of an instant as `26-27`. */
export function financialYear(at: Date = now()) {
  const local = inIndia(at);
  const first = local.getUTCMonth() >= 3 ? local.getUTCFullYear() : local.getUTCFullYear() - 1;
  return `${String(first).slice(2)}-${String(first + 1).slice(2)}`;
}

type Style = Intl.DateTimeFormatOptions;
const date: Style = { day: "numeric", month: "short", year: "numeric" };

const mostWorded = 2_000;

/** Words that are found again: lists show each moment in three ways, and the same rows all day. */
function wordedOnce<Input>(word: (input: Input) => string, keyOf: (input: Input) => string | number) {
  const known = new Map<string | number, string>();
  return (input: Input): string => {
    const key = keyOf(input);
    let words = known.get(key);
    if (words === undefined) {
      words = word(input);
      if (known.size >= mostWorded) known.clear();
      known.set(key, words);
    }
    return words;
  };
}

/** A time of day. Languages without am and pm of their own letters, such as Hindi, name the part of the day. */
function timeIn(language: string): Style {
  const time: Style = { hour: "numeric", minute: "2-digit" };
  const isLatin = new Intl.Locale(language).maximize().script === "Latn";
  const parts = new Intl.DateTimeFormat(language, time).formatToParts(0);
  const isForeign = !isLatin && parts.some(({ type, value }) => type === "dayPeriod" && /[a-z]/i.test(value));
  return isForeign ? { ...time, dayPeriod: "short" } : time;
}

/** The ways to word a moment in a language, as India writes it; none of them says seconds. */
function formatsOf(locale: Locale) {
  const language = `${locale}-IN-u-nu-latn`;
  const time = timeIn(language);
  const formatter = (style: Style) => new Intl.DateTimeFormat(language, { ...style, timeZone: "Asia/Kolkata" });
  const format = (style: Style) => {
    const to = formatter(style);
    return wordedOnce<Date>(
      (at) => to.format(at),
      (at) => Math.floor(at.getTime() / minute),
    );
  };
  const { year: _, ...dayOfYear } = date;
  const { minute: __, ...hourOfDay } = time;
  const hours = formatter(hourOfDay);
  const range = formatter(date);
  return {
    both: format({ ...date, ...time }),
    date: format(date),
    time: format(time),
    dayTime: format({ ...dayOfYear, ...time }),
    weekday: format({ weekday: "short" }),
    day: format({ weekday: "short", ...dayOfYear }),
    dayOfYear: format(dayOfYear),
    hours: wordedOnce<{ from: Date; to: Date }>(
      ({ from, to }) => hours.formatRange(from, to).replace(/\s*–\s*/, "–"),
      ({ from, to }) => `${from.getTime()} ${to.getTime()}`,
    ),
    month: format({ month: "long", year: "numeric" }),
    dates: wordedOnce<{ from: Date; to: Date }>(
      // Browsers and servers put different spaces around the dash.
      ({ from, to }) => range.formatRange(from, to).replace(/\s*–\s*/, " – "),
      ({ from, to }) => `${istDate(from)} ${istDate(to)}`,
    ),
  };
}

const formats = new Map<Locale, ReturnType<typeof formatsOf>>();

/** The ways to word a moment in a language; they are made once, which takes a while. */
function inWords(locale: Locale) {
  let known = formats.get(locale);
  if (!known) {
    known = formatsOf(locale);
    formats.set(locale, known);
  }
  return known;
}

/** An instant as people in India read it (R230: en-IN, Asia/Kolkata), in a language. */
export const showDateTime = (at: Date | string, locale: Locale = "en") => inWords(locale).both(new Date(at));

/**
 * A day and a time without the year, for lists of recent or upcoming days; of another year the date with its year, which
 * takes no more room.
 */
export function showDayTime(at: Date | string, locale: Locale = "en") {
  const moment = new Date(at);
  const { dayTime, date } = inWords(locale);
  return (istYear(moment) === istYear(now()) ? dayTime : date)(moment);
}

/** A time of day as people in India read it. */
export const showTime = (at: Date | string, locale: Locale = "en") => inWords(locale).time(new Date(at));

/** A date as people in India read it. */
export const showDate = (at: Date | string, locale: Locale = "en") => inWords(locale).date(new Date(at));

/** A day of the next ones: `Thu, 26 Nov`, or its weekday alone. */
export const showDay = (at: Date | string, style: "day" | "weekday", locale: Locale = "en") =>
  inWords(locale)[style](new Date(at));

/** A day of the next ones by the words for today and tomorrow, or as `Thu, 26 Nov`. */
export function showNearDay(at: Date | string, words: { today: string; tomorrow: string }, locale: Locale = "en") {
  const date = istDate(new Date(at));
  if (date === istDate()) return words.today;
  return date === istDate(fromNow(day)) ? words.tomorrow : showDay(at, "day", locale);
}

/** Hours of one day, said once what they share: `4–6 pm`. */
export const showHours = (from: Date | string, to: Date | string, locale: Locale = "en") =>
  inWords(locale).hours({ from: new Date(from), to: new Date(to) });

/** Hours of a day on a short line: `30 Nov, 4–6 pm`; of another year the date with its year, as `showDayTime`. */
export function showDayHours(from: Date | string, to: Date | string, locale: Locale = "en") {
  const moment = new Date(from);
  if (istYear(moment) !== istYear(now())) return showDate(moment, locale);
  return `${inWords(locale).dayOfYear(moment)}, ${showHours(from, to, locale)}`;
}

/** A month by its first day in IST (`YYYY-MM`), as people in India read it. */
export const showMonth = (month: string, locale: Locale = "en") => inWords(locale).month(fromIst(`${month}-01`));

/** A range of dates, said once what they share: `15 – 23 Nov 2026`. */
export const showDates = (from: Date, to: Date, locale: Locale = "en") => inWords(locale).dates({ from, to });
