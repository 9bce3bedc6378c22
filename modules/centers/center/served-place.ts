import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { centerState } from "../state.ts";
import { subscriptionHoldsSql } from "./subscription.ts";

/** How many centers may be offered requests of a pincode: any of them, and those of each service that has one. */
export type ServedPlace = { centers: number; services: Record<string, number> };

/** More centers of one pincode are not counted. */
const countedAtMost = 1000;

/** Who serves a pincode, by the rule of `isServed`. */
export async function servedPlace(pincode: string): Promise<ServedPlace> {
  const counts = await rows<{ service: string | null; centers: number }>(
    sql`with serving as materialized (
          select c.id from center_pincodes p join centers c on c.id = p.center_id
           where p.pincode = ${pincode} and c.is_active = ${centerState.ACTIVE} and not c.broadcast_disabled
             and ${subscriptionHoldsSql(sql`c`, sql`${now()}::timestamptz`)}
           limit ${sql.lit(countedAtMost)})
        select null::uuid as service, count(*)::int as centers from serving
        union all
        select o.service_id, count(*)::int from serving s join center_services o on o.center_id = s.id group by o.service_id`,
  );
  const services = counts.flatMap(({ service, centers }) => (service ? [[service, centers] as const] : []));
  return { centers: counts.find(({ service }) => !service)?.centers ?? 0, services: Object.fromEntries(services) };
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const servedPlaceCached = cachedBriefly("served place", servedPlace);
