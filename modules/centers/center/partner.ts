import { sql } from "kysely";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { isPlain } from "#modules/kernel/validation.ts";
import type { Partner } from "../shared.ts";
import { partnerSql } from "./partner-sql.ts";

type PartnerRow = {
  qr_id: string;
  kind: "center" | "dealer";
  name: string | null;
  center_id: string | null;
  center_name: string;
  pincode: string;
  city: string | null;
  state: string | null;
  services: { id: string; serviceName: string; pickDrop: boolean; priority: number }[] | null;
  vehicle_id: string | null;
  vehicle_type: string;
  platform_charge_paise: string;
  e_rickshaw: boolean;
};

/**
 * Returns the partner of a QR id, in any letter case; undefined when there is none, it is switched off, or its center
 * is deleted, rejected or a draft. The QR record decides whether it is a center or a dealer (Q129). Names are as the
 * public reads them (fixed point 16). `scan` counts the visit.
 */
export async function partnerOf(qrId: string, { scan = false } = {}): Promise<Partner | undefined> {
  if (!isPlain(qrId)) return undefined;
  const [partner] = await rows<PartnerRow>(
    sql`select q.qr_id, q.kind, q.name, c.id as center_id, c.center_name, c.pincode, c.city, c.state,
            (select json_agg(json_build_object('id', s.id, 'serviceName', s.service_name, 'pickDrop', s.pick_drop,
                                               'priority', o.priority) order by o.priority, s.service_name)
               from center_services o join services s on s.id = o.service_id and s.is_active
              where o.center_id = c.id) as services,
            v.id as vehicle_id, v.vehicle_type, v.platform_charge_paise, v.e_rickshaw
       from partner_qrs q
       left join centers c on c.id = q.center_id
       left join vehicles v on v.id = c.vehicle_id
      where q.qr_id = any (${[qrId.trim(), qrId.trim().toUpperCase()]}) and q.status = 'ACTIVE' and (q.center_id is null or ${partnerSql})`,
  );
  if (!partner) return undefined;
  if (scan) await rows(sql`update partner_qrs set scans = scans + 1 where qr_id = ${partner.qr_id}`);
  return present(partner);
}

/** The QR code of a center that a booking names by id, even if switched off; refuses with `center.notFound`. */
export async function qrOfCenter(centerId: string): Promise<string> {
  const [code] = await rows<{ qr_id: string }>(
    sql`select qr_id from partner_qrs where center_id = ${centerId} and kind = 'center' order by status, created_at limit 1`,
  );
  if (!code) throw missing("center.notFound");
  return code.qr_id;
}

export type PartnerCode = {
  qrId: string;
  kind: "center" | "dealer";
  /** False when the code is switched off, or its center is deleted, rejected or a draft: printed posters outlive that. */
  credits: boolean;
};

/**
 * The facts of a QR code a booking needs, in any letter case. A code that credits no partner can still be booked with.
 */
export async function codeOf(qrId: string): Promise<PartnerCode | undefined> {
  if (!isPlain(qrId)) return undefined;
  const code = await row<PartnerCode>(
    sql`select q.qr_id as "qrId", q.kind, q.status = 'ACTIVE' and (q.center_id is null or ${partnerSql}) as credits
       from partner_qrs q left join centers c on c.id = q.center_id
      where q.qr_id = any (${[qrId.trim(), qrId.trim().toUpperCase()]}) order by credits desc limit 1`,
  );
  return code;
}

function present(partner: PartnerRow): Partner {
  const services = partner.services ?? [];
  const primary = services.find(({ priority }) => priority === 0);
  return {
    qr: { qrId: partner.qr_id, kind: partner.kind, name: partner.name && withoutContacts(partner.name) },
    services: services.map(({ id, serviceName }) => ({ id, serviceName })),
    ...(partner.center_id && {
      center: {
        id: partner.center_id,
        centerName: withoutContacts(partner.center_name),
        pincode: partner.pincode,
        city: partner.city,
        state: partner.state,
      },
    }),
    ...(primary && {
      primaryService: { id: primary.id, serviceName: primary.serviceName, pickDrop: primary.pickDrop },
    }),
    ...(partner.vehicle_id && {
      vehicle: {
        id: partner.vehicle_id,
        vehicleType: partner.vehicle_type,
        platformChargePaise: Number(partner.platform_charge_paise),
        eRickshaw: partner.e_rickshaw,
      },
    }),
  };
}
