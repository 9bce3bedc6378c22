import { rows } from "#modules/kernel/db/db.server.ts";
import { type Dimension, type Measure, measures } from "./facts.ts";

/** Days (YYYY-MM-DD, IST), both included. */
export type Days = { from: string; to: string };

/** The sums of the counters of one value: counts, and amounts in paise. */
export type Sums = Record<Measure, number>;

export const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Sums;

const summed = measures.map((measure) => `coalesce(sum(${measure}), 0)::float8 as ${measure}`).join(", ");

/** The first day of the month after that of a day, and of its own month. */
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const nextMonth = (day: string) => {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
};

/**
 * Days as whole months and the days before and after them: a year is twelve counters instead of 365. Parameters of the
 * condition `ofSpan`.
 */
export function spanOf({ from, to }: Days): [string, string, string, string] {
  const firstMonth = from === monthOf(from) ? from : nextMonth(from);
  // The month of the day after the last one: where the span ends with a month, it is a whole one.
  const after = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const endOfMonths = monthOf(after);
  return firstMonth < endOfMonths ? [from, to, firstMonth, endOfMonths] : [from, to, after, after];
}

/** The condition for the counters of a span whose parameters begin at $3. */
const ofSpan = `((grain = 'month' and period >= $5::date and period < $6::date)
  or (grain = 'day' and period >= $3::date and period < least($5::date, $4::date + 1))
  or (grain = 'day' and period >= $6::date and period <= $4::date))`;

/** A value of a dimension with its sums. */
export type DimensionSums = { value: string } & Sums;

/** The sums of the values of some dimensions over days, in one statement. */
export async function sumsByEach<D extends Dimension>(
  scope: string,
  dimensions: readonly D[],
  days: Days,
): Promise<Record<D, DimensionSums[]>> {
  const valueSums = await rows<DimensionSums & { dimension: D }>(
    `select dimension, value, ${summed} from report_counters
      where scope = $1::uuid and dimension = any($2::text[]) and ${ofSpan} group by dimension, value`,
    [scope, [...dimensions], ...spanOf(days)],
  );
  const by = Map.groupBy(valueSums, ({ dimension }) => dimension);
  const sums = {} as Record<D, DimensionSums[]>;
  for (const dimension of dimensions) sums[dimension] = by.get(dimension) ?? [];
  return sums;
}

/** The sums of a dimension's values over days. */
export const sumsBy = async (scope: string, dimension: Dimension, days: Days): Promise<DimensionSums[]> =>
  (await sumsByEach(scope, [dimension], days))[dimension];

/** The sums of all requests of days. */
export async function sumsOf(scope: string, days: Days): Promise<Sums> {
  const [sums] = await sumsBy(scope, "all", days);
  return sums ?? nothing;
}

/** The sums of each day that has requests, oldest first. */
export function sumsByDay(scope: string, { from, to }: Days): Promise<({ day: string } & Sums)[]> {
  return rows(
    `select to_char(period, 'YYYY-MM-DD') as day, ${summed} from report_counters
      where scope = $1::uuid and dimension = 'all' and grain = 'day' and period >= $2::date and period <= $3::date
      group by period order by period`,
    [scope, from, to],
  );
}
