import { sql } from "kysely";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import type { CenterRow } from "../shared.ts";
import { centerState } from "../state.ts";

const columns = sql`
  c.id, c.center_name as "centerName", c.legal_name as "legalName", c.gstin, c.country_code as "countryCode", c.phone, c.name, c.email,
  c.user_name as "userName", c.about, c.address_line as "addressLine", c.city, c.state, c.pincode,
  c.additional_pincode as "additionalPincode", c.country, c.no_of_technicians as "noOfTechnicians",
  c.is_active as "isActive", c.rejection_reason as "rejectionReason", c.login_disabled as "loginDisabled", c.broadcast_disabled as "broadcastDisabled",
  c.ticket_accept_limit as "ticketAcceptLimit", c.subscribe_end_date as "subscribeEndDate",
  c.extended_date as "extendedDate", c.vehicle_id as "vehicleId", c.onboarded_by as "onboardedBy", c.created_at as "createdAt",
  c.version, c.upi_masked as "upiId",
  (select json_build_object('qrId', q.qr_id, 'status', q.status) from partner_qrs q
    where q.center_id = c.id and q.kind = 'center' order by q.status, q.created_at limit 1) as qr,
  (select json_agg(json_build_object('id', s.id, 'serviceName', s.service_name, 'priority', o.priority)
                   order by o.priority, s.service_name)
     from center_services o join services s on s.id = o.service_id where o.center_id = c.id) as services,
  array(select p.pincode from center_pincodes p where p.center_id = c.id order by p.pincode) as pincodes`;

type Offered = { id: string; serviceName: string; priority: number };
type Read = Omit<CenterRow, "primaryService" | "secondaryServices"> & { services: Offered[] | null };

/** A row of `centers` as pages and API calls show it. */
export function centerRow({ services, ...center }: Read): CenterRow {
  const primary = services?.find(({ priority }) => priority === 0);
  return {
    ...center,
    primaryService: primary ? { id: primary.id, serviceName: primary.serviceName } : null,
    secondaryServices: (services ?? []).filter(({ priority }) => priority > 0),
  };
}

/** The centers matching a SQL condition on `c`, for the lists of this module. */
export async function centersWhere(condition: Sql) {
  return (await rows<Read>(sql`select ${columns} from centers c where ${condition}`)).map(centerRow);
}

/** One center that is not deleted; refuses with `center.notFound`. */
export async function getCenter(id: string): Promise<CenterRow> {
  const [center] = await centersWhere(sql`c.id = ${id} and c.is_active <> ${sql.lit(centerState.DELETED)}`);
  if (!center) throw missing("center.notFound");
  return center;
}

/** The center with a phone, unless deleted. */
export async function centerOfPhone(phone: string): Promise<CenterRow | undefined> {
  return (await centersWhere(sql`c.phone = ${phone} and c.is_active <> ${sql.lit(centerState.DELETED)}`))[0];
}

/** How many centers are active, and how many of those are offered requests: they have a service that can be booked. */
export const countCenters = async (): Promise<{ active: number; offered: number }> =>
  (await row<{ active: number; offered: number }>(
    sql`select count(*)::int as active,
       (count(*) filter (where not c.broadcast_disabled and exists (
         select from center_services o join services s on s.id = o.service_id where o.center_id = c.id and s.is_active
       )))::int as offered
     from centers c where c.is_active = ${sql.lit(centerState.ACTIVE)}`,
  ))!;

/** Returns the name of a center, active or not; undefined where there is none. */
export const centerName = async (id: string): Promise<string | undefined> =>
  (await row<{ name: string }>(sql`select center_name as name from centers where id = ${id}`))?.name;

/** Whether the operator's staff verified a center. */
export const isVerifiedCenter = async (id: string): Promise<boolean> =>
  (await row(sql`select from centers where id = ${id}::uuid and verified_at is not null`)) !== undefined;
