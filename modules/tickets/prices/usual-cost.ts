import { sql } from "kysely";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";

/** The middle half of bills in paise, to whole tens of rupees, and how many they are of. */
export type UsualCost = { fromPaise: Paise; toPaise: Paise; bills: number };

/** Of fewer bills nothing is said. */
const fewestBills = 20;
/** The latest bills of a year are counted, so many at most. */
const mostBills = 500;
const countedMs = 365 * day;
const tenRupees = 1000;

type Query = { serviceId: string; pincode: string };

/**
 * What the work of a service costs usually in a district, the first three digits of a pincode: the middle half (p25–p75) of
 * the prices of completed visits. Nothing where there are fewer than 20.
 */
export async function usualCost({ serviceId, pincode }: Query): Promise<UsualCost | undefined> {
  const bills = await row<{ low: number; high: number; bills: number }>(
    sql`select percentile_cont(0.25) within group (order by price) as low,
               percentile_cont(0.75) within group (order by price) as high, count(*)::int as bills
          from (select closing_price_paise as price from tickets
                 where service_id = ${serviceId} and left(pincode, 3) = ${pincode.slice(0, 3)} and status = 'CLOSED'
                   and closing_price_paise > 0 and deleted_at is null and close_remarks like 'Visit Done%'
                   and closed_at > ${fromNow(-countedMs)}
                 order by closed_at desc limit ${sql.lit(mostBills)}) as latest`,
  );
  if (!bills || bills.bills < fewestBills) return undefined;
  return {
    fromPaise: toPaise(Math.floor(bills.low / tenRupees) * tenRupees),
    toPaise: toPaise(Math.ceil(bills.high / tenRupees) * tenRupees),
    bills: bills.bills,
  };
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const usualCostCached = cachedBriefly("usual cost", usualCost, ({ serviceId, pincode }) => [
  serviceId,
  pincode.slice(0, 3),
]);
