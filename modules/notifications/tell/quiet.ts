import { day, fromIst, istDate, istTime, now } from "#modules/kernel/clock.ts";

/** The quiet hours, IST: from 21:00 until 09:00. */
export const quietFrom = "21:00";
export const quietUntil = "09:00";

/** Whether a moment lies in the quiet hours. */
export const isQuiet = (at: Date = now()) => istTime(at) >= quietFrom || istTime(at) < quietUntil;

/** The end of the quiet hours a moment lies in. */
export const morningAfter = (at: Date = now()): Date => {
  const today = fromIst(istDate(at), quietUntil);
  return at < today ? today : new Date(today.getTime() + day);
};
