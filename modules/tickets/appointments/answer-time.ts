import { day, fromIst, istDate, minute } from "#modules/kernel/clock.ts";
import { dayEnd, dayStart } from "../time-preference.ts";

/** The moment so many minutes after another, of which those before 08:00 and after 20:00 in India do not count. */
export function countedAfter(from: Date, minutes: number): Date {
  let left = minutes * minute;
  let at = from.getTime();
  for (;;) {
    const date = istDate(new Date(at));
    const opens = Math.max(at, fromIst(date, dayStart).getTime());
    const closes = fromIst(date, dayEnd).getTime();
    if (opens + left <= closes) return new Date(opens + left);
    left -= Math.max(0, closes - opens);
    at = fromIst(date).getTime() + day;
  }
}
