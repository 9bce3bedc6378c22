import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { may, visibleTo } from "../policy.ts";
import { country, type DocumentValue } from "../shared.ts";
import { columns, type DeskTechnician, shownTo, source } from "./technicians-list.ts";

/** A technician of the operators' list, with the address and papers that calls answer. */
export type LookedUpTechnician = DeskTechnician & {
  countryCode: string;
  secondaryPincode: string | null;
  engagementType: string;
  address: { line: string; city: string; state: string; country: string };
  currentAddress: { line: string | null; city: string | null; state: string | null; country: string };
  emergencyPersonName: string | null;
  emergencyPersonPhone: string | null;
  primaryService: { id: string; serviceName: string };
  secondaryService: { id: string; serviceName: string; priority: 1 } | null;
  aadharLast4: string | null;
  /** A decision counts for the picture it was made on. */
  pictures: Record<DocumentValue, { blobId: string | null; verified: boolean }>;
};

const more = sql`
  t.country_code as "countryCode", t.secondary_pincode as "secondaryPincode", t.engagement_type as "engagementType",
  json_build_object('line', t.permanent_address_line, 'city', t.permanent_city, 'state', t.permanent_state,
                    'country', ${sql.lit(country)}) as address,
  json_build_object('line', t.current_address_line, 'city', t.current_city, 'state', t.current_state,
                    'country', ${sql.lit(country)}) as "currentAddress",
  t.emergency_person_name as "emergencyPersonName", t.emergency_person_phone as "emergencyPersonPhone",
  (select json_build_object('id', s.id, 'serviceName', s.service_name) from services s
    where s.id = t.primary_service_id) as "primaryService",
  (select json_build_object('id', s.id, 'serviceName', s.service_name, 'priority', 1) from services s
    where s.id = t.secondary_service_id) as "secondaryService",
  t.aadhar_last4 as "aadharLast4",
  (select json_object_agg(v.value, json_build_object('blobId', v.blob_id, 'verified',
            coalesce(k.status = 'VERIFIED' and (v.blob_id is null or v.blob_id = k.blob_id), false)))
     from (values ('aadhar_front', t.aadhar_front_blob_id), ('aadhar_back', t.aadhar_back_blob_id),
                  ('pan', t.pan_blob_id), ('profile', t.profile_picture_blob_id),
                  ('certificate', t.certificate_blob_id)) as v (value, blob_id)
     left join document_checks k
       on k.holder_kind = 'technician' and k.holder_id = t.id and k.value = v.value) as pictures`;

type TechnicianQuery = Place & { id?: string | undefined; from?: Date | undefined; to?: Date | undefined };

/**
 * Returns technicians for the operators' calls, newest first; phones and mail addresses are stars for readers who may
 * not see them (Q63, fixed point 16).
 */
export async function technicianLookup(
  actor: Actor,
  { after, before, take, id, from, to }: TechnicianQuery = {},
): Promise<Page<LookedUpTechnician>> {
  const where = allOf([
    visibleTo(actor),
    id && sql`t.id = ${id}::uuid`,
    from && sql`t.created_at >= ${from}`,
    to && sql`t.created_at <= ${to}`,
  ]);
  const page = await pageByCreation<Omit<LookedUpTechnician, "lastSeen" | "feedback">>(
    actor,
    { after, before, take },
    "t",
    (rest) => rows(sql`select ${columns}, ${more} from ${source} where ${where} ${rest}`),
  );
  const shown = await shownTo(actor, page.rows);
  if (may(actor, "seeTechnicianPhones")) return { ...page, rows: shown };
  const clean = (text: string | null) => text && withoutContacts(text);
  return {
    ...page,
    rows: shown.map((row) => ({
      ...row,
      address: { ...row.address, line: withoutContacts(row.address.line) },
      currentAddress: {
        ...row.currentAddress,
        line: clean(row.currentAddress.line),
        city: clean(row.currentAddress.city),
      },
      emergencyPersonName: clean(row.emergencyPersonName),
      emergencyPersonPhone: row.emergencyPersonPhone && maskStars(),
    })),
  };
}
