import { day, fromIst, istDate, istTime, now } from "#modules/kernel/clock.ts";
import { countedAfter } from "../appointments/answer-time.ts";
import { dayEnd, dayStart } from "../time-preference.ts";

/** How long a customer has to choose, counted from 08:00 to 20:00 in India. */
const choiceMinutes = 60;

const startOf = (at: Date) => fromIst(istDate(at), dayStart);

/** When the time to choose what is proposed at a moment begins to count. */
export function choiceFrom(at: Date = now()): Date {
  if (istTime(at) >= dayEnd) return startOf(new Date(at.getTime() + day));
  return at < startOf(at) ? startOf(at) : at;
}

/** Until when a customer can choose what is proposed at a moment. */
export const choiceUntil = (at: Date = now()) => countedAfter(at, choiceMinutes);
