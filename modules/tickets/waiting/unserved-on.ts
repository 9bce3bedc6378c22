import { sql } from "kysely";
import { day, fromIst } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";

/** The unserved requests of some states that were made on a day (IST): how many, and where most of them are. */
export async function unservedOn(
  date: string,
  states: readonly string[],
): Promise<{ requests: number; most: { pincode: string; service: string } | undefined }> {
  const from = fromIst(date);
  const to = new Date(fromIst(date).getTime() + day);
  const demand = await rows(
    sql<{ pincode: string; service: string; n: number; all: number }>`
      select t.pincode, s.service_name as service, count(*)::int as n, sum(count(*)) over ()::int as all
        from tickets t join services s on s.id = t.service_id
       where t.deleted_at is null and not t.service_available and t.status = 'PENDING'
         and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
         and lower(t.state) = any(${states.map((state) => state.toLowerCase())}::text[])
       group by t.pincode, s.service_name order by n desc, t.pincode, service limit 1`,
  );
  const [most] = demand;
  return { requests: most?.all ?? 0, most };
}
