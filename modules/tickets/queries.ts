import type { Actor } from "../kernel/actor.ts";
import { row, rows } from "../kernel/db.server.ts";
import { denied, missing } from "../kernel/errors.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import type { FeedbackAnswer } from "./feedback.entity.ts";
import type { StatusStep } from "./labels.ts";
import {
  type FoundLine,
  type FoundTicket,
  type TicketLine,
  type TicketRow,
  ticketLine,
  ticketRow,
  wordsFor,
} from "./present.ts";
import type { TicketQuery } from "./shared.ts";
import { stepsOf } from "./status-steps.ts";
import { hasStatus, matches } from "./ticket-filter.ts";
import { binds, visibleTo } from "./visible.ts";

const qrOf = (center: string) =>
  `(select qr_id from partner_qrs q where q.center_id = ${center} and q.kind = 'center' order by q.created_at limit 1)`;

const publicIdOf = (ticket: string) => `(select public_id from tickets o where o.id = ${ticket})`;

/** What a line of a list needs (FoundLine); most of a ticket is left where it is. */
const lineColumns = `
  t.id as key, t.public_id as id, t.ticket_id as number, t.status, t.broadcast_status as "broadcastStatus",
  t.created_by as "createdBy", t.service_id as "serviceId", s.service_name as "serviceName",
  s.image_blob_id as "serviceImage", t.name, t.phone, t.house_number as "houseNumber", t.locality, t.city, t.state,
  t.pincode, t.country, t.pick_location as "pickLocation", t.drop_location as "dropLocation",
  t.service_available as "serviceAvailable", t.is_paid_by_public as "isPaidByPublic",
  t.is_paid_by_technician as "isPaidByTechnician", t.center_id as "centerId",
  t.created_by_center_id as "createdByCenterId", t.technician_id as "technicianId",
  w.technician_id as "technicianNumber", w.name as "technicianName", w.phone as "technicianPhone",
  ${publicIdOf("t.revisit_of")} as "revisitOf", t.created_at as "createdAt", t.closed_at as "closedAt",
  t.cancelled_at as "cancelledAt"`;

const columns = `${lineColumns},
  t.create_name as "createName", t.requirement, t.email, t.alternate_phone as "alternatePhone",
  t.time_preference_type as "timePreferenceType", t.specific_date_time as "specificDateTime",
  t.offer_code as "offerCode", c.center_name as "centerName", ${qrOf("t.center_id")} as "centerQrId",
  m.center_name as "createdByCenterName", ${qrOf("t.created_by_center_id")} as "createdByCenterQrId",
  t.client_id as "clientId", k.client_name as "clientName",
  t.booking_fee_paise as "bookingFee", t.ticket_price_paise as "ticketPrice", t.material_paise as material,
  t.closing_price_paise as "closingPrice", t.platform_share_paise as "platformShare",
  t.payment_type as "paymentType", t.remark_message as "remarkMessage", t.close_remarks as "closeRemarks",
  t.technician_remarks as "technicianRemarks", t.admin_remarks as "adminRemarks",
  t.center_message as "centerMessage", t.take_time as "takeTime", t.over_all_rating as "overAllRating",
  t.star_rating as "starRating", t.revisit_status as "revisitStatus",
  ${publicIdOf("t.rebook_of")} as "rebookOf", t.cancel_reason as "cancelReason",
  t.date_of_purchase as "dateOfPurchase",
  t.vehicle_id as "vehicleId", t.customer_offer_price_paise as "offerPrice",
  array(select p.id from ticket_pictures p where p.ticket_id = t.id order by p.id) as "pictureIds",
  t.updated_at as "updatedAt", t.broadcast_at as "broadcastAt",
  t.accepted_at as "acceptedAt", t.assigned_at as "assignedAt", t.started_at as "startedAt", t.version`;

/** One row looked up by its key: the limit keeps the planner from reading a whole table for a page of rows. */
const lookedUp = (table: string, name: string, id: string) =>
  `left join lateral (select * from ${table} where id = ${id} limit 1) ${name} on true`;

/** The page is chosen first, over the tickets' own index; what stands around a ticket is looked up for its rows only. */
const lines = (page: string) => `
  select ${lineColumns} from (${page}) t
  join services s on s.id = t.service_id
  ${lookedUp("technicians", "w", "t.technician_id")}
  order by t.created_at desc, t.id desc`;

const around = (page: string) => `
  select ${columns} from (${page}) t
  join services s on s.id = t.service_id
  ${lookedUp("centers", "c", "t.center_id")}
  ${lookedUp("centers", "m", "t.created_by_center_id")}
  ${lookedUp("technicians", "w", "t.technician_id")}
  ${lookedUp("clients", "k", "t.client_id")}
  order by t.created_at desc, t.id desc`;

/** A ticket the actor has just worked on, by its internal id. */
export async function rowOf(actor: Actor, id: string): Promise<TicketRow> {
  const found = await row<FoundTicket>(around("select * from tickets where id = $1"), [id]);
  if (!found) throw missing("ticket.notFound");
  return ticketRow(actor, found);
}

export const pageSize = 25;

/** Which moment of a ticket a time is asked for. */
export type DatedBy = "created" | "accepted" | "closed";
const moments: Record<DatedBy, string> = {
  created: "t.created_at",
  accepted: "t.accepted_at",
  closed: "t.closed_at",
};

type Page<Row> = { rows: Row[]; next: string | null };
type ListQuery = Partial<TicketQuery> & { dated?: DatedBy | undefined };

/**
 * The tickets an actor may see, newest first (keyset on created_at and id): a center those it owns, a technician its
 * own, a browser those of its phones, an admin all of theirs. `status` is a status, a displayed status (R198–R202) or
 * `open`; `search` finds numbers and names, and phones for a SUPER_ADMIN; `dated` says which moment lies in the time.
 */
export const listTickets = (actor: Actor, query: ListQuery = {}): Promise<Page<TicketRow>> =>
  pageOf<FoundTicket, TicketRow>(actor, query, around, ticketRow);

/** The same list with what a line of it shows. */
export const listTicketLines = (actor: Actor, query: ListQuery = {}): Promise<Page<TicketLine>> =>
  pageOf<FoundLine, TicketLine>(actor, query, lines, ticketLine);

async function pageOf<Found extends FoundLine, Row>(
  actor: Actor,
  query: ListQuery,
  reading: (page: string) => string,
  shown: (actor: Actor, found: Found) => Row,
): Promise<Page<Row>> {
  const { params, bind } = binds();
  const centerId = actor.kind === "center" ? actor.centerId : query.centerId;
  // A center may see its own: asking for those it created as well would keep the database from the list's index.
  const conditions = [actor.kind === "center" ? "t.deleted_at is null" : visibleTo(actor, bind)];
  if (query.centerId && query.centerId !== centerId) throw denied();
  if (centerId) conditions.push(`t.center_id = ${bind(centerId)}::uuid`);
  if (query.status) conditions.push(hasStatus(query.status, bind));
  if (query.search) conditions.push(matches(actor, query.search, bind));
  const moment = moments[query.dated ?? "created"];
  if (query.from) conditions.push(`${moment} >= ${bind(query.from)}`);
  if (query.to) conditions.push(`${moment} <= ${bind(query.to)}`);
  const cursor = readCursor(query.after);
  if (cursor) conditions.push(`(t.created_at, t.id) < (${bind(cursor.at)}::timestamptz, ${bind(cursor.id)}::uuid)`);
  const take = query.take ?? pageSize;
  const found = await rows<Found>(
    reading(`select t.* from tickets t where ${conditions.join(" and ")}
            order by t.created_at desc, t.id desc limit ${bind(take + 1)}`),
    params,
  );
  const last = found.length > take ? found[take - 1] : undefined;
  return {
    rows: found.slice(0, take).map((ticket) => shown(actor, ticket)),
    next: last ? cursorOf({ at: new Date(last.createdAt), id: last.key }) : null,
  };
}

export type TicketDetail = TicketRow & {
  onsitePictures: { id: string; createdAt: Date }[];
  remarksList: { id: string; text: string; authorKind: string; createdAt: Date }[];
  feedback: { answers: FeedbackAnswer[]; overAllRating: number } | null;
  invoiceNumber: string | null;
  /** Codes wrongly given so far; at five only an admin can close. */
  codeTries: number;
  steps: StatusStep[];
};

/** One ticket with everything its own page shows, by its public id; `ticket.notFound` for strangers. */
export async function ticketDetail(actor: Actor, ticketId: string): Promise<TicketDetail> {
  const { params, bind } = binds(ticketId);
  const found = await row<FoundTicket>(
    around(`select t.* from tickets t where t.public_id = $1 and ${visibleTo(actor, bind)}`),
    params,
  );
  if (!found) throw missing("ticket.notFound");
  const shown = ticketRow(actor, found);
  const [pictures, remarks, more] = [
    await rows<Dated>("select id, created_at from ticket_pictures where ticket_id = $1 order by id", [found.key]),
    await rows<Dated & { text: string; author_kind: string }>(
      "select id, text, author_kind, created_at from remarks where ticket_id = $1 order by id",
      [found.key],
    ),
    await row<{ tries: number; answers: FeedbackAnswer[] | null; rating: number | null; number: string | null }>(
      `select t.code_tries as tries, f.answers, f.over_all_rating::float8 as rating, i.number from tickets t
       left join feedbacks f on f.ticket_id = t.id left join invoices i on i.ticket_id = t.id where t.id = $1`,
      [found.key],
    ),
  ];
  return {
    ...shown,
    onsitePictures: pictures.map(({ id, created_at }) => ({ id, createdAt: new Date(created_at) })),
    remarksList: shown.masked
      ? []
      : remarks.map(({ id, text, author_kind, created_at }) => ({
          id,
          text: wordsFor(actor, text),
          authorKind: author_kind,
          createdAt: new Date(created_at),
        })),
    feedback: more?.answers ? { answers: more.answers, overAllRating: more.rating ?? 0 } : null,
    invoiceNumber: more?.number ?? null,
    codeTries: more?.tries ?? 0,
    steps: stepsOf(
      shown.technician ? { ...shown, technicianId: shown.technician.id } : { ...shown, technicianId: null },
      {
        feedback: Boolean(more?.answers),
      },
    ),
  };
}

type Dated = { id: string; created_at: string };
