import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";

/** Whether a subscription was given for an order, also when it was refunded since. */
export const isGranted = async (orderId: string): Promise<boolean> =>
  (await row(
    sql`select 1 from subscriptions where order_id = ${orderId}::uuid and state in ('ACTIVE', 'REFUNDED')`,
  )) !== undefined;
