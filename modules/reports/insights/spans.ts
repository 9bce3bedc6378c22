import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Dimension, type Measure, measures } from "./facts.ts";

/** Days (YYYY-MM-DD, IST), both included. */
export type Days = { from: string; to: string };

/** The sums of the counters of one value: counts, and amounts in paise. */
export type Sums = Record<Measure, number>;

export const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Sums;

const summed = sql.join(
  measures.map((measure) => sql`coalesce(sum(${sql.ref(measure)}), 0)::float8 as ${sql.ref(measure)}`),
);

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

/** The condition for the counters of a span (`spanOf`). */
const ofSpan = ([from, to, firstMonth, endOfMonths]: ReturnType<typeof spanOf>) =>
  sql`((grain = 'month' and period >= ${firstMonth}::date and period < ${endOfMonths}::date)
  or (grain = 'day' and period >= ${from}::date and period < least(${firstMonth}::date, ${to}::date + 1))
  or (grain = 'day' and period >= ${endOfMonths}::date and period <= ${to}::date))`;

/** A value of a dimension with its sums. */
export type DimensionSums = { value: string } & Sums;

/** The sums of the values of some dimensions over days, in one statement. */
export async function sumsByEach<D extends Dimension>(
  scope: string,
  dimensions: readonly D[],
  days: Days,
): Promise<Record<D, DimensionSums[]>> {
  const valueSums = await rows<DimensionSums & { dimension: D }>(
    sql`select dimension, value, ${summed} from report_counters
      where scope = ${scope}::uuid and dimension = any(${[...dimensions]}::text[]) and ${ofSpan(spanOf(days))}
      group by dimension, value`,
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
    sql`select to_char(period, 'YYYY-MM-DD') as day, ${summed} from report_counters
      where scope = ${scope}::uuid and dimension = 'all' and grain = 'day'
        and period >= ${from}::date and period <= ${to}::date
      group by period order by period`,
  );
}
