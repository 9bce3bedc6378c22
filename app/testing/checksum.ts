import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Tenant } from "./access/tenant.ts";

/** A checksum over all rows of these tenants: it changes when any of them does. */
export async function checksumOf(...tenants: Tenant[]): Promise<string> {
  const phones = tenants.map(({ phone }) => phone);
  const centers = tenants.map(({ centerPhone }) => centerPhone);
  const ofTickets = (table: string) =>
    sql`select x::text as line from ${sql.raw(table)} x where x.ticket_id in (select id from mine)`;
  const ofCenters = (table: string) =>
    sql`select x::text from ${sql.raw(table)} x where x.center_id in (select id from house)`;
  const written = await row<{ sum: string }>(
    sql`with mine as (select id from tickets where phone = any(${phones})), house as (select id from centers where phone = any(${centers})),
       buyers as (select id from clients where client_name = any(${tenants.map(({ secret }) => `Client ${secret}`)})),
       lines as (select x::text as line from tickets x where phone = any(${phones})
         union all select x::text from centers x where phone = any(${centers})
         union all ${sql.join(["broadcasts", "orders", "invoices", "remarks", "ticket_pictures", "feedbacks", "feedback_links"].map(ofTickets), sql` union all `)}
         union all ${sql.join(["technicians", "accounts", "adjustments", "center_services", "center_pincodes"].map(ofCenters), sql` union all `)}
         union all select x::text from client_keys x where x.client_id in (select id from buyers)
         union all select x::text from webhook_endpoints x where x.client_id in (select id from buyers)
         union all select x::text from webhook_deliveries x join webhook_endpoints e on e.id = x.endpoint_id
                    where e.client_id in (select id from buyers)
         union all select x::text from blobs x where x.owner_id in (select id::text from house union select id::text from mine))
     select md5(string_agg(line, '' order by line)) as sum from lines`,
  );
  return written!.sum;
}
