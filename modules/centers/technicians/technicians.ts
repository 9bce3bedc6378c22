import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Page, type Place, pageByCreation, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { plainDigits } from "#modules/kernel/validation.ts";
import { visibleTo } from "../policy.ts";
import { country, type TechnicianDetail, type TechnicianRow } from "../shared.ts";
import { panOf } from "./pan.ts";

const listed = sql`
  t.id, t.technician_id as "technicianId", t.center_id as "centerId", t.name, t.email,
  t.country_code as "countryCode", t.phone, t.profile_picture_blob_id as "profilePictureBlobId",
  t.engagement_type as "engagementType", t.main_pincode as "mainPincode", t.secondary_pincode as "secondaryPincode",
  json_build_object('id', one.id, 'serviceName', one.service_name) as "primaryService",
  case when two.id is not null then
    json_build_object('id', two.id, 'serviceName', two.service_name, 'priority', 1) end as "secondaryService",
  tally.pending as "pendingTicketCount", tally.closed as "closedTicketCount", t.created_at as "createdAt"`;

const detailed = sql`${listed},
  t.profile_created_by as "profileCreatedBy", t.emergency_person_name as "emergencyPersonName",
  t.emergency_person_phone as "emergencyPersonPhone", t.reference_person_name as "referencePersonName",
  t.reference_person_mobile as "referencePersonMobile",
  json_build_object('line', t.permanent_address_line, 'city', t.permanent_city, 'state', t.permanent_state,
                    'country', ${sql.lit(country)}) as "permanentAddress",
  json_build_object('line', t.current_address_line, 'city', t.current_city, 'state', t.current_state,
                    'country', ${sql.lit(country)}) as "currentAddress",
  t.pan_sealed as "panSealed", t.pan_last4 as "panLast4", t.pan_number as "panClear", t.pan_blob_id as "panBlobId", t.aadhar_last4 as "aadharLast4",
  t.aadhar_front_blob_id as "aadharFrontBlobId", t.aadhar_back_blob_id as "aadharBackBlobId",
  t.certificate_blob_id as "certificateBlobId", t.shows_face as "showsFace", t.version`;

const source = sql`
  technicians t
  join services one on one.id = t.primary_service_id
  left join services two on two.id = t.secondary_service_id
  cross join lateral (
    select count(*) filter (where k.status not in ('CLOSED', 'CANCEL'))::int as pending,
           count(*) filter (where k.status = 'CLOSED')::int as closed
      from tickets k where k.technician_id = t.id and k.deleted_at is null) as tally`;

type TechnicianQuery = Place & {
  search?: string | undefined;
  /** Only this one. */
  id?: string | undefined;
  /** When they joined. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Technicians the actor may see, newest first. `search` matches name, human id, phone, pincode and service. */
export const listTechnicians = (actor: Actor, query: TechnicianQuery = {}): Promise<Page<TechnicianRow>> =>
  pageOf<TechnicianRow>(listed, actor, query);

/** Technicians with all details of each, for apps that fill their form from the list. */
export async function listTechnicianDetails(
  actor: Actor,
  query: TechnicianQuery = {},
): Promise<Page<TechnicianDetail>> {
  const page = await pageOf<DetailRecord>(detailed, actor, query);
  return pageMap(page, (technician) => detailOf(actor, technician));
}

type DetailRecord = Omit<TechnicianDetail, "panNumber"> & Parameters<typeof panOf>[0];

/** A technician's details for a reader: the PAN in full for its center, its last four characters for others. */
const detailOf = (actor: Actor, { panSealed, panLast4, panClear, ...detail }: DetailRecord): TechnicianDetail => ({
  ...detail,
  panNumber: panOf({ panSealed, panLast4, panClear }, actor.kind === "center"),
});

async function pageOf<T extends TechnicianRow>(
  columns: Sql,
  actor: Actor,
  { after, before, search, take, id, from, to }: TechnicianQuery,
): Promise<Page<T>> {
  const [words, digits] = searched(search);
  const where = allOf([
    visibleTo(actor),
    id && sql`t.id = ${id}::uuid`,
    from && sql`t.created_at >= ${from}`,
    to && sql`t.created_at <= ${to}`,
  ]);
  return pageByCreation<T>(actor, { after, before, take }, "t", (rest) =>
    rows(
      sql`select ${columns} from ${source}
          where ${where}
            and (${words}::text is null
                 or concat_ws(' ', t.name, t.technician_id, t.main_pincode, t.secondary_pincode, one.service_name,
                              two.service_name) ilike ${words}
                 or t.phone like ${digits}) ${rest}`,
    ),
  );
}

/** The two patterns of a search: the text as typed, and the digits of a phone in any format. */
function searched(search: string | undefined): [string | null, string | null] {
  const words = search?.trim();
  if (!words) return [null, null];
  const digits = plainDigits(words).replace(/[\s-]/g, "").replace(/^\+91/, "");
  return [`%${words.replace(/[\\%_]/g, "\\$&")}%`, /^\d{3,}$/.test(digits) ? `%${digits}%` : null];
}

/** One technician the actor may see; another center's or a deleted one is not found (H13). */
export async function getTechnician(actor: Actor, technicianId: string): Promise<TechnicianDetail> {
  const visible = visibleTo(actor);
  const technician = await row<DetailRecord>(
    sql`select ${detailed} from ${source} where ${visible} and t.id = ${technicianId}`,
  );
  if (!technician) throw missing("technician.notFound");
  return detailOf(actor, technician);
}

/** The technicians for an assign dialog, with name and number of open requests, the least busy first. */
export async function techniciansWithPending(actor: Actor, { clientId }: ForClient = {}): Promise<TechnicianChoice[]> {
  const visible = visibleTo(actor);
  const authorized = authorizedForSql(sql`t.id`, sql`${clientId ?? null}::uuid`);
  return rows(
    sql`select t.id, t.technician_id as "technicianId", t.name, tally.pending as "pendingTicketCount",
            ${authorized} as authorized
       from ${source} where ${visible} order by authorized desc, tally.pending, t.name, t.id`,
  );
}

type ForClient = {
  /** The client whose request it is; none for a request of the public. */
  clientId?: string | null | undefined;
};

export type TechnicianChoice = Pick<TechnicianRow, "id" | "technicianId" | "name" | "pendingTicketCount"> & {
  /** Whether its "Authorized For" includes the client. */
  authorized: boolean;
};

/**
 * SQL for whether a technician may work for a client, as for centers: one without a list may for all, one with a list for
 * those in it. `client` is null for a request of the public, which no list is about.
 */
const authorizedForSql = (technician: Sql, client: Sql) => sql`(${client} is null
    or not exists (select from technician_clients a where a.technician_id = ${technician})
    or exists (select from technician_clients a where a.technician_id = ${technician} and a.client_id = ${client}))`;

/** A technician to choose, with the number of their open requests. */
export type StaffMember = TechnicianChoice & Pick<TechnicianRow, "centerId">;

/** The technicians of these centers, the least busy first, at most fifty of each; for operators, so without phones. */
export const staffOf = (centerIds: readonly string[], { clientId }: ForClient = {}): Promise<StaffMember[]> =>
  rows<StaffMember>(
    sql`select t.id, t.technician_id as "technicianId", t.name, t.center_id as "centerId",
            tally.pending as "pendingTicketCount", ${authorizedForSql(sql`t.id`, sql`${clientId ?? null}::uuid`)} as authorized
       from unnest(${centerIds}::uuid[]) as chosen (id)
       cross join lateral (
         select * from technicians w where w.center_id = chosen.id and w.deleted_at is null order by w.id limit 50) as t
       cross join lateral (
         select count(*)::int as pending from tickets k
          where k.technician_id = t.id and k.status not in ('CLOSED', 'CANCEL') and k.deleted_at is null) as tally
      order by authorized desc, tally.pending, t.name, t.id`,
  );

/**
 * A center's technician for an assignment, locked against concurrent deletion; another center's or a deleted one is not
 * found. `authorized` says whether it may work for the client.
 */
export async function technicianForWork(
  centerId: string,
  technicianId: string,
  { clientId }: ForClient = {},
): Promise<Pick<TechnicianRow, "id" | "technicianId" | "name" | "phone"> & { authorized: boolean }> {
  const technician = await row<Awaited<ReturnType<typeof technicianForWork>>>(
    sql`select id, technician_id as "technicianId", name, phone,
            ${authorizedForSql(sql`technicians.id`, sql`${clientId ?? null}::uuid`)} as authorized
       from technicians where id = ${technicianId} and center_id = ${centerId} and deleted_at is null for share`,
  );
  if (!technician) throw missing("technician.notFound");
  return technician;
}
