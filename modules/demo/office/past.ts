import { day, fromIst, fromNow, istDate, moveClock, now } from "#modules/kernel/clock.ts";

/**
 * Runs verbs of the product as at an earlier instant, so that what they write has the times of then. The clock is the
 * whole process's: only for a process that does nothing else meanwhile.
 */
export async function asOf<T>(at: Date, work: () => Promise<T>): Promise<T> {
  const back = now().getTime() - at.getTime();
  moveClock(-back);
  try {
    return await work();
  } finally {
    moveClock(back);
  }
}

/** A time of the day in India, so many days ago. */
export const daysAgo = (days: number, time: string) => fromIst(istDate(fromNow(-days * day)), time);
