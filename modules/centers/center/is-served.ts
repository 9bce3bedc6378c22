import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { centerState } from "../state.ts";
import { subscriptionHoldsSql } from "./subscription.ts";

type ServedQuery = { pincode: string; serviceId?: string | undefined };

/**
 * Whether any center may be offered requests in a pincode, of one service or of any (fixed point 5). One without room
 * now counts: it has room again.
 */
export async function isServed({ pincode, serviceId = undefined }: ServedQuery): Promise<boolean> {
  const result = await row(
    sql<{ served: boolean }>`
      select exists (
        select from center_pincodes p join centers c on c.id = p.center_id
         where p.pincode = ${pincode} and c.is_active = ${centerState.ACTIVE} and not c.broadcast_disabled
           and ${subscriptionHoldsSql(sql`c`, sql`asked.at`)} and (${serviceId ?? null}::uuid is null or exists (
             select from center_services o where o.center_id = c.id and o.service_id = ${serviceId ?? null}::uuid)))
             as served
        from (select ${now()}::timestamptz as at) asked`,
  );
  return result?.served === true;
}
