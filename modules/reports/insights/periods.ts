import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { type ReportPeriod, reportPeriods } from "../shared.ts";
import type { Days } from "./spans.ts";

/** A period of the report page: its days (IST), and for today the exact bounds. */
export type Period = Days & {
  name: ReportPeriod;
  /** R312, Q68: today begins at 18:00 UTC of the day before, which is 23:30 IST; both bounds are instants. */
  exact?: { from: Date; to: Date };
};

const shifted = (date: string, days: number) => istDate(new Date(fromIst(date).getTime() + days * day));

/**
 * The five periods as of a day (R313, Q68): today; the week from Monday and the month from its first day, both until now; the
 * week and the month before, whole.
 */
export function periodsOf(today: string = istDate()): Record<ReportPeriod, Period> {
  const monday = shifted(today, -((fromIst(today, "12:00").getUTCDay() + 6) % 7));
  const first = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = shifted(first, -1);
  const days: Record<ReportPeriod, Days> = {
    today: { from: today, to: today },
    thisWeek: { from: monday, to: today },
    lastWeek: { from: shifted(monday, -7), to: shifted(monday, -1) },
    thisMonth: { from: first, to: today },
    lastMonth: { from: `${lastOfMonthBefore.slice(0, 7)}-01`, to: lastOfMonthBefore },
  };
  const exact = {
    from: new Date(`${shifted(today, -1)}T18:00:00Z`),
    to: new Date(`${shifted(today, 2)}T00:00:00Z`),
  };
  const named = reportPeriods.map((name) => [name, { name, ...days[name], ...(name === "today" && { exact }) }]);
  return Object.fromEntries(named) as Record<ReportPeriod, Period>;
}
