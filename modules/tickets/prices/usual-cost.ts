import { sql } from "kysely";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
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
 * the prices of completed visits, as counted last night. Nothing where there are fewer than 20.
 */
export async function usualCost({ serviceId, pincode }: Query): Promise<UsualCost | undefined> {
  const stored = await row<{ low: string; high: string; bills: number }>(
    sql`select from_paise as low, to_paise as high, bills from usual_costs
         where service_id = ${serviceId}::uuid and district = ${pincode.slice(0, 3)}`,
  );
  return (
    stored && { fromPaise: toPaise(Number(stored.low)), toPaise: toPaise(Number(stored.high)), bills: stored.bills }
  );
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const usualCostCached = cachedBriefly("usual cost", usualCost, ({ serviceId, pincode }) => [
  serviceId,
  pincode.slice(0, 3),
]);

/** The least that the middle half of the bills of a service are in the district of a pincode, by service, in paise. */
export const usualFromCached = cachedBriefly(
  "usual costs",
  async (pincode: string): Promise<Record<string, Paise>> => {
    const stored = await rows<{ service: string; low: string }>(
      sql`select u.service_id as service, u.from_paise as low
            from services s join usual_costs u on u.service_id = s.id and u.district = ${pincode.slice(0, 3)}
           where s.is_active and s.deleted_at is null and u.from_paise > 0`,
    );
    return Object.fromEntries(stored.map(({ service, low }) => [service, toPaise(Number(low))]));
  },
  (pincode) => pincode.slice(0, 3),
);

/** Counts anew what all work usually costs; who reads meanwhile gets what was counted before. */
export const countUsualCosts = (): Promise<void> =>
  transaction(async () => {
    await rows(sql`delete from usual_costs`);
    await rows(
      sql`with numbered as (
            select service_id, left(pincode, 3) as district, closing_price_paise as price,
                   row_number() over (partition by service_id, left(pincode, 3) order by closed_at desc, id) as nth
              from tickets
             where status = 'CLOSED' and closing_price_paise > 0 and deleted_at is null
               and close_remarks like 'Visit Done%' and closed_at > ${fromNow(-countedMs)})
          insert into usual_costs (service_id, district, from_paise, to_paise, bills)
          select service_id, district,
                 floor(percentile_cont(0.25) within group (order by price) / ${sql.lit(tenRupees)})::bigint * ${sql.lit(tenRupees)},
                 ceil(percentile_cont(0.75) within group (order by price) / ${sql.lit(tenRupees)})::bigint * ${sql.lit(tenRupees)},
                 count(*)::int
            from numbered where nth <= ${sql.lit(mostBills)}
           group by service_id, district having count(*) >= ${sql.lit(fewestBills)}`,
    );
  });
