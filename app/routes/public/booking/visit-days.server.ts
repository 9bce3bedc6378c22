import { day, fromIst, fromNow, hour, istDate, now } from "#modules/kernel/clock.ts";

/** Whether a window can be chosen: it is past, or begins within the hour or has begun, or else it is free. */
export type WindowState = "free" | "over" | "too soon" | "full";
export type VisitDay = { day: string; windows: { from: Date; until: Date; state: WindowState }[] };

const daysShown = 7;
const begins = [8, 10, 12, 14, 16, 18];

/** The next seven days in India with their six windows of two hours, 08–20; one that begins within the hour is too soon. */
export function visitDays(at = now()): VisitDay[] {
  return Array.from({ length: daysShown }, (_, offset) => {
    const date = istDate(fromNow(offset * day));
    const windows = begins.map((begin) => {
      const from = fromIst(date, `${String(begin).padStart(2, "0")}:00`);
      const until = new Date(from.getTime() + 2 * hour);
      const state = until <= at ? "over" : from.getTime() < at.getTime() + hour ? "too soon" : "free";
      return { from, until, state } as const;
    });
    return { day: date, windows };
  });
}
