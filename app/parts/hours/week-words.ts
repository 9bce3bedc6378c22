import { useLocale } from "#app/ui/base/locale.ts";
import { day, fromIst, minute, showDay, showHours } from "#modules/kernel/clock.ts";
import type { Locale } from "#modules/messages/index.ts";

type OpenDay = { weekday: number; opens: number; closes: number };

/** A Monday: days of the week and hours are worded by moments of its week. */
const monday = fromIst("2026-11-30");

/** The hours of a week, days in a row with the same ones together: `Mon–Sat, 9 am–7 pm`. */
export function useWeekWords(week: readonly OpenDay[]): string {
  const locale = useLocale();
  const runs: { first: OpenDay; last: OpenDay }[] = [];
  for (const each of week.toSorted((one, other) => one.weekday - other.weekday)) {
    const run = runs.at(-1);
    const goesOn = run && run.last.weekday + 1 === each.weekday && sameHours(run.last, each);
    if (goesOn) run.last = each;
    else runs.push({ first: each, last: each });
  }
  return runs.map(({ first, last }) => `${daysOf(first, last, locale)}, ${hoursOf(first, locale)}`).join("; ");
}

const sameHours = (one: OpenDay, other: OpenDay) => one.opens === other.opens && one.closes === other.closes;

const dayOf = ({ weekday }: OpenDay) => new Date(monday.getTime() + (weekday - 1) * day);

function daysOf(first: OpenDay, last: OpenDay, locale: Locale): string {
  const days = first === last ? [first] : [first, last];
  return days.map((each) => showDay(dayOf(each), "weekday", locale)).join("–");
}

function hoursOf({ opens, closes }: OpenDay, locale: Locale): string {
  const at = (minutes: number) => new Date(monday.getTime() + minutes * minute);
  return showHours(at(opens), at(closes), locale);
}
