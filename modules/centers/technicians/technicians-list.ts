import { sql } from "kysely";
import { z } from "zod";
import { technicianSeen } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, anyOf, type Sql } from "#modules/kernel/db/sql.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Count, countRows, type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { searchByWords } from "#modules/kernel/lists/search-names.server.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { bound, optionalText, plainDigits } from "#modules/kernel/validation.ts";
import { designationWord } from "../labels.ts";
import { may, visibleTo } from "../policy.ts";
import { type Rating, ratedText, ratingsOf } from "../ratings.ts";

/* The technicians of all centers as a list of the operators (002 §2.10). */

/** R407: how many requests a technician had in all. */
export const totalBuckets = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "more"] as const;

const TechniciansFilter = z.object({
  /** Words of the name, the technician's id, the center's code, or a phone for those who may see it. */
  search: optionalText(60),
  total: z.enum(totalBuckets).optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type TechniciansFilter = z.output<typeof TechniciansFilter>;

/** A technician as operators see it; what this admin may not read is masked. */
export type DeskTechnician = {
  id: string;
  technicianId: string;
  name: string;
  lastSeen: Date | null;
  pending: number;
  closed: number;
  total: number;
  mainPincode: string;
  email: string | null;
  phone: string;
  /** The mean of the stars customers gave, to one decimal. */
  rating: number | null;
  /** The rating by customers' feedback; null without any. */
  feedback: Rating | null;
  profileCreatedBy: string;
  referencePersonName: string | null;
  referencePersonMobile: string | null;
  permanentAddress: string;
  center: { id: string; name: string; code: string | null };
  clients: { id: string; clientName: string }[];
  /** Whether there is a picture of the Aadhaar card's front, stored as .jpg (R409, Q64). */
  papers: boolean;
  createdAt: Date;
};

const named = { select: sql`select t.id, t.name from technicians t`, id: sql`t.id`, name: sql`t.name` };

/** A search as a condition: each branch has an index. */
async function searched(actor: Actor, search: string): Promise<Sql> {
  const digits = plainDigits(search).replace(/\D/g, "");
  const conditions = [
    await searchByWords(search, { masked: !may(actor, "seeTechnicianPhones"), ...named }),
    sql`t.technician_id = upper(${search})`,
    sql`t.center_id in (select q.center_id from partner_qrs q where q.qr_id = upper(${search}))`,
    digits.length >= 10 && may(actor, "seeTechnicianPhones") && sql`t.phone = ${digits.slice(-10)}`,
  ];
  return anyOf(conditions);
}

export const source = sql`
  technicians t
  join centers c on c.id = t.center_id
  cross join lateral (
    select count(*)::int as total, count(*) filter (where k.status not in ('CLOSED', 'CANCEL'))::int as pending,
           count(*) filter (where k.status = 'CLOSED')::int as closed, round(avg(k.star_rating), 1)::float8 as rating
      from tickets k where k.technician_id = t.id and k.deleted_at is null) as tally`;

export const columns = sql`
  t.id, t.technician_id as "technicianId", t.name, tally.pending, tally.closed, tally.total, tally.rating,
  t.main_pincode as "mainPincode", t.email, t.phone, t.profile_created_by as "profileCreatedBy",
  t.reference_person_name as "referencePersonName", t.reference_person_mobile as "referencePersonMobile",
  concat_ws(', ', t.permanent_address_line, t.permanent_city, t.permanent_state) as "permanentAddress",
  json_build_object('id', c.id, 'name', c.center_name, 'code',
    (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center' order by q.status, q.created_at
      limit 1)) as center,
  coalesce((select json_agg(json_build_object('id', l.id, 'clientName', l.client_name) order by l.client_name)
     from technician_clients a join clients l on l.id = a.client_id where a.technician_id = t.id), '[]') as clients,
  t.aadhar_front_blob_id is not null as papers, t.created_at as "createdAt"`;

async function filterCondition(actor: Actor, { search, total, from, to }: TechniciansFilter) {
  return allOf([
    visibleTo(actor),
    search && (await searched(actor, search)),
    total && (total === "more" ? sql`tally.total > 10` : sql`tally.total = ${Number(total)}`),
    from && sql`t.created_at >= ${from}`,
    to && sql`t.created_at <= ${to}`,
  ]);
}

/** A page of all technicians that are not deleted, newest first; masked for the asking admin. */
async function deskTechnicians(
  actor: Actor,
  { after, before, take, ...filter }: TechniciansFilter & Place,
): Promise<Page<DeskTechnician>> {
  const where = await filterCondition(actor, filter);
  const page = await pageByCreation<TechnicianRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "t",
    (rest) =>
      rows(
        sql`select ${columns} from ${source}
          where ${where} ${rest}`,
      ),
  );
  return { ...page, rows: await shownTo(actor, page.rows) };
}

type TechnicianRecord = Omit<DeskTechnician, "lastSeen" | "feedback">;
/** A stored row, with the technician's last use and rating. */
type Shown<Row extends TechnicianRecord> = Row & Pick<DeskTechnician, "lastSeen" | "feedback">;

/** These technicians as this actor may see them. */
export async function shownTo<Row extends TechnicianRecord>(
  actor: Actor,
  technicians: readonly Row[],
): Promise<Shown<Row>[]> {
  const ids = technicians.map(({ id }) => id);
  const seen = await technicianSeen(ids);
  const ratings = await ratingsOf("technician", ids);
  return technicians.map((technician) => ({
    ...masked(actor, technician),
    lastSeen: seen.get(technician.id) ?? null,
    feedback: ratings.get(technician.id) ?? null,
  }));
}

function masked<Row extends TechnicianRecord>(actor: Actor, technician: Row): Row {
  const open = may(actor, "seeTechnicianPhones");
  const clean = (text: string | null) => text && withoutContacts(text);
  return {
    ...technician,
    createdAt: new Date(technician.createdAt),
    ...(!open && {
      name: withoutContacts(technician.name),
      phone: maskStars(),
      email: technician.email && maskStars(),
      referencePersonName: clean(technician.referencePersonName),
      referencePersonMobile: technician.referencePersonMobile && maskStars(),
      permanentAddress: withoutContacts(technician.permanentAddress),
    }),
    center: { ...technician.center, name: nameFor(actor, technician.center.name) },
    clients: technician.clients.map((client) => ({ ...client, clientName: nameFor(actor, client.clientName) })),
  };
}

async function countTechnicians(actor: Actor, filter: TechniciansFilter): Promise<Count> {
  const where = await filterCondition(actor, filter);
  // Without a bucket nobody's requests are counted.
  return countRows(sql`from ${filter.total ? source : sql`technicians t`} where ${where}`);
}

/** One technician of the list; refuses with `technician.notFound`. */
export async function getDeskTechnician(actor: Actor, technicianId: string): Promise<DeskTechnician> {
  const visible = visibleTo(actor);
  const technician = await row<TechnicianRecord>(
    sql`select ${columns} from ${source} where ${visible} and t.id = ${technicianId}`,
  );
  if (!technician) throw missing("technician.notFound");
  return (await shownTo(actor, [technician]))[0]!;
}

/** R406–R410: the technicians of all centers. */
export const allTechniciansList = defineList<typeof TechniciansFilter, DeskTechnician>({
  name: "all-technicians",
  title: "common.technicians",
  can: "view_technician_details.full_access",
  filter: TechniciansFilter,
  key: ({ id }) => id,
  page: deskTechnicians,
  count: countTechnicians,
  columns: [
    { id: "name", label: "common.name", kind: "text", width: 146, value: ({ name }) => name },
    { id: "lastSeen", label: "technicians.lastSeen", kind: "moment", width: 120, value: ({ lastSeen }) => lastSeen },
    {
      id: "technicianId",
      label: "common.technicianId",
      kind: "text",
      width: 104,
      value: ({ technicianId }) => technicianId,
    },
    { id: "pending", label: "technicians.pending", kind: "count", width: 130, value: ({ pending }) => pending },
    { id: "closed", label: "technicians.closed", kind: "count", width: 126, value: ({ closed }) => closed },
    { id: "total", label: "common.totalRequests", kind: "count", width: 104, value: ({ total }) => total },
    {
      id: "pincode",
      label: "common.servicePincode",
      kind: "text",
      width: 108,
      value: ({ mainPincode }) => mainPincode,
    },
    { id: "email", label: "common.email", kind: "text", width: 96, value: ({ email }) => email },
    { id: "phone", label: "common.phone", kind: "text", width: 104, value: ({ phone }) => phone },
    { id: "rating", label: "common.rating", kind: "text", width: 80, value: ({ rating }) => rating?.toFixed(1) },
    {
      id: "designation",
      label: "common.designation",
      kind: "text",
      width: 124,
      value: ({ profileCreatedBy }) => designationWord(profileCreatedBy),
    },
    {
      id: "reference",
      label: "technicians.reference",
      kind: "text",
      width: 160,
      value: ({ referencePersonName, referencePersonMobile }) =>
        [referencePersonName, referencePersonMobile].filter(Boolean).join(", "),
    },
    {
      id: "address",
      label: "technicians.address",
      kind: "address",
      width: 120,
      value: ({ permanentAddress }) => permanentAddress,
    },
    { id: "code", label: "technicians.code", kind: "text", width: 130, value: ({ center }) => center.code },
    {
      id: "clients",
      label: "common.authorizedForClients",
      kind: "text",
      width: 160,
      value: ({ clients }) => clients.map(({ clientName }) => clientName).join(", "),
    },
    { id: "papers", label: "common.viewVerificationDetails", kind: "yesNo", width: 130, value: ({ papers }) => papers },
    {
      id: "feedback",
      label: "common.feedbackRating",
      kind: "text",
      width: 124,
      value: ({ feedback }) => ratedText(feedback),
    },
  ],
});
