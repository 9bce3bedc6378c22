import { CronExpressionParser } from "cron-parser";

/*
 * When a schedule is due, by the library that the queue starts schedules with while a worker runs; what was due while none
 * did is found here, and when a schedule is due next.
 */

/** The moments of a schedule of five fields (days of the month or of the week, not both) around a moment, in India's time. */
const momentsAround = (cron: string, at: Date) =>
  CronExpressionParser.parse(`0 ${cron}`, { tz: "Asia/Kolkata", strict: true, currentDate: at });

/** When a schedule was due last, up to and with a moment. */
export const lastDue = (cron: string, at: Date): Date =>
  momentsAround(cron, new Date(at.getTime() + 1))
    .prev()
    .toDate();

/** When a schedule is due next, after a moment. */
export const nextDue = (cron: string, at: Date): Date => momentsAround(cron, at).next().toDate();
