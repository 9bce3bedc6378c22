import { type Actor, need } from "../kernel/actor.ts";
import { row, rows } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";
import { plainDigits } from "../kernel/validation.ts";
import { country, type TechnicianDetail, type TechnicianRow } from "./shared.ts";

export const pageSize = 50;

/**
 * The technicians an actor may see, as a condition on `t` with its parameters from `$1` on: a center its own, a
 * technician themselves, an admin with the permission all (Q126, H13). Deleted ones nobody.
 */
function visibleTo(actor: Actor): { where: string; params: unknown[] } {
  switch (actor.kind) {
    case "center":
      return { where: "t.deleted_at is null and t.center_id = $1", params: [actor.centerId] };
    case "technician":
      return { where: "t.deleted_at is null and t.id = $1", params: [actor.technicianId] };
    case "admin":
    case "system":
      need(actor, "view_technician_details.full_access");
      return { where: "t.deleted_at is null and $1::int = 1", params: [1] };
    default:
      throw denied();
  }
}

const listed = `
  t.id, t.technician_id as "technicianId", t.center_id as "centerId", t.name, t.email,
  t.country_code as "countryCode", t.phone, t.profile_picture_blob_id as "profilePictureBlobId",
  t.engagement_type as "engagementType", t.main_pincode as "mainPincode", t.secondary_pincode as "secondaryPincode",
  json_build_object('id', one.id, 'serviceName', one.service_name) as "primaryService",
  case when two.id is not null then
    json_build_object('id', two.id, 'serviceName', two.service_name, 'priority', 1) end as "secondaryService",
  tally.pending as "pendingTicketCount", tally.closed as "closedTicketCount", t.created_at as "createdAt"`;

const detailed = `${listed},
  t.profile_created_by as "profileCreatedBy", t.emergency_person_name as "emergencyPersonName",
  t.emergency_person_phone as "emergencyPersonPhone", t.reference_person_name as "referencePersonName",
  t.reference_person_mobile as "referencePersonMobile",
  json_build_object('line', t.permanent_address_line, 'city', t.permanent_city, 'state', t.permanent_state,
                    'country', '${country}') as "permanentAddress",
  json_build_object('line', t.current_address_line, 'city', t.current_city, 'state', t.current_state,
                    'country', '${country}') as "currentAddress",
  t.pan_number as "panNumber", t.pan_blob_id as "panBlobId", t.aadhar_last4 as "aadharLast4",
  t.aadhar_front_blob_id as "aadharFrontBlobId", t.aadhar_back_blob_id as "aadharBackBlobId", t.version`;

const source = `
  technicians t
  join services one on one.id = t.primary_service_id
  left join services two on two.id = t.secondary_service_id
  cross join lateral (
    select count(*) filter (where k.status not in ('CLOSED', 'CANCEL'))::int as pending,
           count(*) filter (where k.status = 'CLOSED')::int as closed
      from tickets k where k.technician_id = t.id and k.deleted_at is null) as tally`;

type Asked = { after?: string | undefined; search?: string | undefined; limit?: number };
type Page<T> = { rows: T[]; next: string | null };

/**
 * Technicians the actor may see, newest first, 50 at a time; `after` is the id of the last one seen. `search` is looked
 * for in name, human id, phone, pincode and service.
 */
export const listTechnicians = (actor: Actor, asked: Asked = {}): Promise<Page<TechnicianRow>> =>
  pageOf(listed, actor, asked);

/** The same with everything about each, for apps that fill their form from the list. */
export const listTechnicianDetails = (actor: Actor, asked: Asked = {}): Promise<Page<TechnicianDetail>> =>
  pageOf(detailed, actor, asked);

async function pageOf<T extends TechnicianRow>(
  columns: string,
  actor: Actor,
  { after, search, limit = pageSize }: Asked,
): Promise<Page<T>> {
  const { where, params } = visibleTo(actor);
  const found = await rows<T>(
    `select ${columns} from ${source}
      where ${where} and ($2::uuid is null or t.id < $2)
        and ($4::text is null
             or concat_ws(' ', t.name, t.technician_id, t.main_pincode, t.secondary_pincode, one.service_name,
                          two.service_name) ilike $4
             or t.phone like $5)
      order by t.id desc limit $3`,
    [...params, after ?? null, limit + 1, ...searched(search)],
  );
  const page = found.slice(0, limit);
  return { rows: page, next: found.length > limit ? page.at(-1)!.id : null };
}

/** A search as the two patterns it is asked by: the words as they are, and the digits of a phone however it is written. */
function searched(search: string | undefined): [string | null, string | null] {
  const words = search?.trim();
  if (!words) return [null, null];
  const digits = plainDigits(words).replace(/[\s-]/g, "").replace(/^\+91/, "");
  return [`%${words.replace(/[\\%_]/g, "\\$&")}%`, /^\d{3,}$/.test(digits) ? `%${digits}%` : null];
}

/** One technician the actor may see; a foreign or deleted one is missing (H13). */
export async function getTechnician(actor: Actor, technicianId: string): Promise<TechnicianDetail> {
  const { where, params } = visibleTo(actor);
  const found = await row<TechnicianDetail>(`select ${detailed} from ${source} where ${where} and t.id = $2`, [
    ...params,
    technicianId,
  ]);
  if (!found) throw missing("technician.notFound");
  return found;
}

/** The technicians of an assign dialog: name and how many open requests each holds, least busy first. */
export async function techniciansWithPending(
  actor: Actor,
): Promise<Pick<TechnicianRow, "id" | "technicianId" | "name" | "pendingTicketCount">[]> {
  const { where, params } = visibleTo(actor);
  return rows(
    `select t.id, t.technician_id as "technicianId", t.name, tally.pending as "pendingTicketCount"
       from ${source} where ${where} order by tally.pending, t.name, t.id`,
    params,
  );
}

/**
 * A center's technician to be given work, locked so that nobody deletes them meanwhile; a foreign or deleted one is
 * missing.
 */
export async function technicianForWork(centerId: string, technicianId: string) {
  const found = await row<{ id: string; technicianId: string; name: string; phone: string }>(
    `select id, technician_id as "technicianId", name, phone from technicians
      where id = $1 and center_id = $2 and deleted_at is null for share`,
    [technicianId, centerId],
  );
  if (!found) throw missing("technician.notFound");
  return found;
}
