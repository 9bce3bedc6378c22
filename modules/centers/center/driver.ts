import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { partnerSql } from "./partner-sql.ts";

/** An e-rickshaw driver: a center whose primary service is pick and drop and whose vehicle is the e-rickshaw (R036). */
export type Driver = {
  centerId: string;
  /** The person's name, or the center's if unknown, as the public reads it (fixed point 16). */
  name: string;
  qrId: string | null;
  pincode: string;
  city: string | null;
  state: string | null;
  serviceId: string;
  vehicleId: string;
  vehicleType: string;
};

/** SQL condition: center `c` is a driver; agrees with `driverOf` for an active center. */
export const drivesSql = sql`exists (
  select 1 from vehicles v
    join center_services o on o.center_id = c.id and o.priority = 0
    join services s on s.id = o.service_id and s.pick_drop and s.is_active
   where v.id = c.vehicle_id and v.e_rickshaw)`;

/** The driver data of a center; undefined when it is no driver or no partner. */
export async function driverOf(centerId: string): Promise<Driver | undefined> {
  const driver = await row<Driver>(
    sql`select c.id as "centerId", coalesce(nullif(c.name, ''), c.center_name) as name, c.pincode, c.city, c.state,
            (select q.qr_id from partner_qrs q where q.center_id = c.id and q.status = 'ACTIVE'
              order by q.created_at limit 1) as "qrId",
            s.id as "serviceId", v.id as "vehicleId", v.vehicle_type as "vehicleType"
       from centers c
       join vehicles v on v.id = c.vehicle_id and v.e_rickshaw
       join center_services o on o.center_id = c.id and o.priority = 0
       join services s on s.id = o.service_id and s.pick_drop and s.is_active
      where c.id = ${centerId} and ${partnerSql}`,
  );
  return driver && { ...driver, name: withoutContacts(driver.name) };
}
