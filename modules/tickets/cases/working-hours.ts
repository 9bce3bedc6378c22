import { day, fromIst, istDate } from "#modules/kernel/clock.ts";

/** The working hours of who decides cases, India time, Monday to Saturday; holidays count as other days. */
const opens = "09:00";
const closes = "19:00";
const sunday = 0;

/** An instant so many milliseconds of working time after another one. */
export function afterWorkingTime(from: Date, ms: number): Date {
  let left = ms;
  for (let date = istDate(from); ; date = istDate(new Date(fromIst(date).getTime() + day))) {
    if (weekdayOf(date) === sunday) continue;
    const begin = Math.max(fromIst(date, opens).getTime(), from.getTime());
    const open = fromIst(date, closes).getTime() - begin;
    if (open <= 0) continue;
    if (left <= open) return new Date(begin + left);
    left -= open;
  }
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
