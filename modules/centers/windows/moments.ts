import { fromIst, hour, istDate, istTime, minute } from "#modules/kernel/clock.ts";
import { slotAt, spanOf } from "./windows.ts";

/* Moments and the windows of the day in India in which they lie. */

/** Minutes after midnight in India. */
export const minuteOfDay = (at: Date) => {
  const time = istTime(at);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
};

/** Whether a moment lies in a window: from 08:00 to 20:00 in India. */
export const isInWindow = (at: Date) => slotAt(minuteOfDay(at)) !== undefined;

/** The window of its day in which a moment lies; undefined before 08:00 and after 20:00. */
export const slotOf = (at: Date) => slotAt(minuteOfDay(at));

/** When a window of a day begins and ends. */
export function momentsOf(day: string, slot: number): { from: Date; until: Date } {
  const midnight = fromIst(day).getTime();
  const { from, until } = spanOf(slot);
  return { from: new Date(midnight + from * minute), until: new Date(midnight + until * minute) };
}

/** When the window of a moment ends; of a moment outside the windows two hours later. */
export function windowEnd(at: Date): Date {
  const slot = slotAt(minuteOfDay(at));
  return slot === undefined ? new Date(at.getTime() + 2 * hour) : momentsOf(istDate(at), slot).until;
}
