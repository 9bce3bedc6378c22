import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { istDay } from "#modules/kernel/validation.ts";
import { UsageError } from "../../run.ts";

export type Days = { from?: string; to?: string };

const defaultDays = 30;

/** The asked days (IST); by default the last thirty, which end today. */
export function daysOf({ from, to }: Days) {
  const parsed = (name: string, text: string) => {
    const read = istDay.safeParse(text);
    if (!read.success) throw new UsageError(`--${name}: '${text}' is no date such as 2026-11-24`);
    return read.data;
  };
  const last = to === undefined ? istDate() : parsed("to", to);
  const before = istDate(new Date(fromIst(last).getTime() - (defaultDays - 1) * day));
  const first = from === undefined ? before : parsed("from", from);
  if (first > last) throw new UsageError("--from is not after --to");
  return { from: first, to: last };
}
