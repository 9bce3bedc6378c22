import type { VisitDay, VisitWindow } from "#modules/centers/index.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";

/** A window as a form sends it: its begin as `YYYY-MM-DDTHH:MM` in India time. */
export const windowValue = ({ from }: Pick<VisitWindow, "from">) => `${istDate(from)}T${istTime(from)}`;

export const isFree = ({ state }: Pick<VisitWindow, "state">) => state === "free";

/**
 * The days to choose a window on, each with its address, and the windows of one of them: the first of `dates` that is
 * among the days, else the first day with a free window, else the first one.
 */
export function windowChoice(
  days: readonly VisitDay[],
  dates: readonly (string | undefined)[],
  to: (date: string) => string,
) {
  const firstFree = days.find(({ windows }) => windows.some(isFree));
  const shown = dates.map((date) => days.find(({ day }) => day === date)).find((day) => day !== undefined);
  const { day, windows } = shown ?? firstFree ?? days[0]!;
  return {
    days: days.map((each) => ({ date: each.day, free: each.windows.some(isFree), to: to(each.day) })),
    day,
    windows: windows.map((window) => ({
      value: windowValue(window),
      from: window.from.toISOString(),
      until: window.until.toISOString(),
      state: window.state,
    })),
  };
}
export type WindowChoice = ReturnType<typeof windowChoice>;
