import { sql } from "kysely";
import { adminsOfClient } from "#modules/access/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { day, fromIst } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import {
  type Count,
  countedExactly,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import type { Picked } from "#modules/kernel/lists/list.server.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { feeRefunded, leadLeftSql } from "#modules/wallet/index.ts";
import { isListedLateSql, type LateKind } from "../appointments/late.ts";
import { hasOpenTimeChangeSql, openTimeChange } from "../appointments/open-change.ts";
import type { FeedbackAnswer } from "../feedback/feedback.entity.ts";
import { textColumns } from "../fields/text-columns.ts";
import { textNames } from "../fields/texts.ts";
import type { StatusStep } from "../labels.ts";
import { hasReached, isFrom, type Reached, type RequestSource } from "../measures.ts";
import { visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";
import { isOpenSql } from "../states/states-sql.ts";
import { stepsOf } from "../tracking/status-steps.ts";
import {
  type LineRecord,
  lineTexts,
  type TicketLine,
  type TicketRecord,
  type TicketRow,
  ticketLine,
  ticketRow,
} from "./present.ts";
import { searchedBy } from "./search.ts";
import { hasStatus, searchOf } from "./ticket-filter.ts";

const qrOf = (center: Sql) =>
  sql`(select qr_id from partner_qrs q where q.center_id = ${center} and q.kind = 'center' order by q.created_at limit 1)`;

const publicIdOf = (ticket: Sql) => sql`(select public_id from tickets o where o.id = ${ticket})`;

/** When its customer last wrote something to the center and the operators. */
const customerNoteAt = sql`(select max(n.created_at) from remarks n where n.ticket_id = t.id and n.author_kind = 'customer')`;

/** The columns a list row needs (FoundLine); the other columns are not read. */
const lineColumns = () => sql`
  t.id as key, t.public_id as id, t.ticket_id as number, t.status, t.broadcast_status as "broadcastStatus",
  t.created_by as "createdBy", t.service_id as "serviceId", s.service_name as "serviceName",
  s.image_blob_id as "serviceImage", t.name, t.phone, ${textColumns(lineTexts)},
  t.pincode, t.country,
  t.service_available as "serviceAvailable", t.is_paid_by_public as "isPaidByPublic",
  t.is_paid_by_technician as "isPaidByTechnician",
  case when t.is_paid_by_technician then ${leadLeftSql(sql`t.id`, sql`t.center_id`)} end as "leadCharged", t.center_id as "centerId",
  t.created_by_center_id as "createdByCenterId", t.technician_id as "technicianId",
  w.technician_id as "technicianNumber", w.name as "technicianName", w.phone as "technicianPhone",
  ${publicIdOf(sql`t.revisit_of`)} as "revisitOf", t.on_the_way_at as "onTheWayAt", ${hasOpenTimeChangeSql()} as "timeChangeOpen", ${customerNoteAt} as "customerNoteAt", t.started_at as "startedAt",
  t.start_proved_at as "startProvedAt", t.created_at as "createdAt", t.accepted_at as "acceptedAt",
  t.closed_at as "closedAt", t.cancelled_at as "cancelledAt",
  t.time_preference_type as "timePreferenceType", t.specific_date_time as "specificDateTime"`;

const columns = () => sql`${lineColumns()},
  ${textColumns(textNames.filter((name) => !lineTexts.some((line) => line === name)))}, t.create_name as "createName",
  t.offer_code as "offerCode", c.center_name as "centerName", ${qrOf(sql`t.center_id`)} as "centerQrId",
  m.center_name as "createdByCenterName", ${qrOf(sql`t.created_by_center_id`)} as "createdByCenterQrId",
  t.client_id as "clientId", k.client_name as "clientName", t.client_reference as "clientReference",
  t.client_due_paise as "clientDue", t.marked_paid as "markedPaid",
  t.booking_fee_paise as "bookingFee", t.ticket_price_paise as "ticketPrice", t.labour_paise as labour, t.material_paise as material,
  t.closing_price_paise as "closingPrice", t.platform_share_paise as "platformShare",
  t.payment_type as "paymentType", t.paid_at as "paidAt", t.payment_reference as "paymentReference", t.remark_message as "remarkMessage", t.close_remarks as "closeRemarks",
  t.technician_remarks as "technicianRemarks", t.admin_remarks as "adminRemarks",
  t.center_message as "centerMessage", t.take_time as "takeTime", t.over_all_rating as "overAllRating",
  t.star_rating as "starRating", t.revisit_status as "revisitStatus",
  t.onboarding_remarks as "onboardingRemarks", t.onboarding_by as "onboardingBy",
  t.punch_serial_number as "punchSerialNumber", t.approved_by as "approvedBy",
  t.revisit_remarks as "revisitRemarks", t.revisit_price_paise as "revisitPrice",
  ${publicIdOf(sql`t.rebook_of`)} as "rebookOf", t.cancel_reason as "cancelReason",
  t.date_of_purchase as "dateOfPurchase",
  t.vehicle_id as "vehicleId", t.customer_offer_price_paise as "offerPrice",
  array(select p.id from ticket_pictures p where p.ticket_id = t.id order by p.id) as "pictureIds",
  t.updated_at as "updatedAt", t.broadcast_at as "broadcastAt",
  t.assigned_at as "assignedAt", t.version`;

/** A row looked up by its key: the limit keeps the planner from reading a whole table for one page. */
const lookedUp = (table: string, name: string, id: string) =>
  sql`left join lateral (select * from ${sql.table(table)} where id = ${sql.ref(id)} limit 1) ${sql.id(name)} on true`;

/** Chooses the page first, by the tickets' own index; related rows are looked up for that page only. */
const lines = (page: Sql, order: Sql) => sql`
  select ${lineColumns()} from (${page}) t
  join services s on s.id = t.service_id
  ${lookedUp("technicians", "w", "t.technician_id")}
  order by ${order}`;

const around = (page: Sql, order: Sql = sql`t.created_at desc, t.id desc`) => sql`
  select ${columns()} from (${page}) t
  join services s on s.id = t.service_id
  ${lookedUp("centers", "c", "t.center_id")}
  ${lookedUp("centers", "m", "t.created_by_center_id")}
  ${lookedUp("technicians", "w", "t.technician_id")}
  ${lookedUp("clients", "k", "t.client_id")}
  order by ${order}`;

/** A ticket the actor has just changed, by its internal id. */
export async function rowOf(actor: Actor, id: string): Promise<TicketRow> {
  const ticket = await row<TicketRecord>(around(sql`select * from tickets where id = ${id}`));
  if (!ticket) throw missing("ticket.notFound");
  return ticketRow(actor, ticket);
}

/** The moment of a ticket that a period filters by. */
type DatedBy = "created" | "accepted" | "closed";
const moments: Record<DatedBy, Sql> = {
  created: sql`t.created_at`,
  accepted: sql`t.accepted_at`,
  closed: sql`t.closed_at`,
};

/** The filters of tickets, wherever they are listed, counted, summed or exported. */
export type TicketsFilter = {
  status?: string | undefined;
  search?: string | undefined;
  dated?: DatedBy | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  centerId?: string | undefined;
  service?: string | undefined;
  city?: string | undefined;
  /** Only these tickets, by public id. */
  ids?: readonly string[] | undefined;
  /** Only these tickets, by internal id. */
  keys?: readonly string[] | undefined;
  /** The requests of one of the operators' lists. */
  within?: RequestScope | undefined;
  /** Whether a technician is assigned. */
  assigned?: "yes" | "no" | undefined;
  /** The client whose requests they are. */
  client?: string | undefined;
  pincode?: string | undefined;
  /** The center that has them. */
  center?: string | undefined;
  source?: RequestSource | undefined;
  reached?: Reached | undefined;
  /** The hour of the booking (IST). */
  hour?: number | undefined;
  /** Paid by the customer, but without a center. */
  paidWithoutCenter?: boolean | undefined;
  /** The customer wants the visit on this day (IST). */
  visitOn?: string | undefined;
  /** The visit is late now, or begins soon without a technician. */
  visit?: LateKind | undefined;
  /** The customer wants another time, and no center has answered. */
  otherTime?: boolean | undefined;
  oldestFirst?: boolean | undefined;
};

/**
 * Which requests an operators' list is about. The conditions are spelled like those of the partial indexes, which are
 * used only then.
 */
const scopes = {
  pending: sql`t.status = 'PENDING'`,
  closed: sql`t.status = 'CLOSED'`,
  noService: sql`not t.service_available`,
  byCenters: sql`t.created_by = 'CENTER'`,
  createdElsewhere: sql`t.created_by_center_id is not null and t.center_id is distinct from t.created_by_center_id`,
  ofClients: sql`t.client_id is not null`,
} as const;
export type RequestScope = keyof typeof scopes;

/** The SQL condition over `tickets t` for an actor's filter. */
export async function filterCondition(actor: Actor, filter: TicketsFilter): Promise<Sql> {
  const { status, search, dated, from, to, service, city, ids, keys, within, assigned, client } = filter;
  const { paidWithoutCenter, visitOn, visit, otherTime, pincode, center, source, reached, hour } = filter;
  const centerId = actor.kind === "center" ? actor.centerId : filter.centerId;
  // Centers list only tickets they own: including those they created would prevent the use of the list's index.
  const conditions = [actor.kind === "center" ? sql`t.deleted_at is null` : visibleTo(actor)];
  if (filter.centerId && filter.centerId !== centerId) throw denied();
  if (within) conditions.push(scopes[within]);
  if (assigned) conditions.push(sql`t.technician_id is ${assigned === "yes" ? sql`not null` : sql`null`}`);
  if (client) conditions.push(sql`t.client_id = ${client}::uuid`);
  if (centerId) conditions.push(sql`t.center_id = ${centerId}::uuid`);
  if (status) conditions.push(hasStatus(status));
  if (search) conditions.push((await searchOf(actor, search)).condition);
  const moment = moments[dated ?? "created"];
  if (from) conditions.push(sql`${moment} >= ${from}`);
  if (to) conditions.push(sql`${moment} <= ${to}`);
  if (service) conditions.push(sql`t.service_id = ${service}::uuid`);
  if (city) conditions.push(sql`lower(t.city) = lower(${city})`);
  if (ids) conditions.push(sql`t.public_id = any(${[...ids]}::text[])`);
  if (keys) conditions.push(sql`t.id = any(${[...keys]}::uuid[])`);
  if (pincode) conditions.push(sql`t.pincode = ${pincode}`);
  if (center) conditions.push(sql`t.center_id = ${center}::uuid`);
  if (source) conditions.push(isFrom(source));
  if (reached) conditions.push(hasReached(reached));
  if (hour !== undefined)
    conditions.push(sql`extract(hour from t.created_at at time zone 'Asia/Kolkata') = ${hour}::int`);
  if (paidWithoutCenter) conditions.push(sql`t.is_paid_by_public and t.center_id is null and t.status = 'PENDING'`);
  if (visitOn) {
    const begins = fromIst(visitOn);
    conditions.push(sql`t.specific_date_time >= ${begins}`);
    conditions.push(sql`t.specific_date_time < ${new Date(begins.getTime() + day)}`);
    conditions.push(isOpenSql());
  }
  if (visit) conditions.push(await isListedLateSql(visit));
  if (otherTime) conditions.push(hasOpenTimeChangeSql());
  return allOf(conditions);
}

/**
 * Returns the tickets an actor may see, newest first (keyset on created_at and id): a center those it owns, what it
 * accepted last first, a technician its own, a browser those of its phones, an admin all. `status` is a status, a
 * displayed status (R198–R202) or `open`; `search` finds what the rows show (ticket-filter.ts, search.ts); `dated` says
 * which moment the period filters by.
 */
export const listTickets = (actor: Actor, query: TicketsFilter & Place = {}): Promise<Page<TicketRow>> =>
  pageOf<TicketRecord, TicketRow>(actor, query, around, ticketRow);

/** The same list with only the fields of a list row. */
export const listTicketLines = (actor: Actor, query: TicketsFilter & Place = {}): Promise<Page<TicketLine>> =>
  pageOf<LineRecord, TicketLine>(actor, query, lines, ticketLine);

const everything = searchedBy(sql`true`);

const createdAt = (ticket: LineRecord) => ticket.createdAt;

/** When a center got a ticket: by accepting it, else with its creation; spelled like its index. */
const cameToCenter = {
  at: sql`coalesce(t.accepted_at, t.created_at)`,
  of: (ticket: LineRecord) => ticket.acceptedAt ?? ticket.createdAt,
};

async function pageOf<StoredLine extends LineRecord, Row>(
  actor: Actor,
  { after, before, take, search, ...filter }: TicketsFilter & Place,
  reading: (page: Sql, order: Sql) => Sql,
  shown: (actor: Actor, stored: StoredLine) => Row,
): Promise<Page<Row>> {
  const where = await filterCondition(actor, filter);
  const searched = search ? await searchOf(actor, search) : everything;
  const came = actor.kind === "center" ? cameToCenter : { at: sql`t.created_at`, of: createdAt };
  const page = await keysetPage<StoredLine>(
    actor,
    { after, before, take },
    {
      markOf: (ticket) => ({ at: came.of(ticket), id: ticket.key }),
      ascending: filter.oldestFirst ?? false,
    },
    ({ beyond, order, limit }) => {
      const ordered = order(came.at, "t.id");
      const page = searched.page({ where: sql`${where} and ${beyond(came.at, "t.id")}`, order: ordered, limit });
      return rows<StoredLine>(reading(page, ordered));
    },
  );
  return pageMap(page, (ticket) => shown(actor, ticket));
}

/** How many tickets match a filter. */
export async function countTickets(actor: Actor, filter: TicketsFilter): Promise<Count> {
  return countRows(sql`from tickets t where ${await filterCondition(actor, filter)}`);
}

/**
 * The sum of the closing prices of a filter's tickets, in paise; a missing price counts as 0 (R224, R225). Null when
 * there are more rows than are counted exactly.
 */
export async function sumOfTickets(actor: Actor, filter: TicketsFilter): Promise<Paise | null> {
  const total = await row<{ n: number; sum: string }>(
    sql`select count(*)::int as n, coalesce(sum(price), 0)::text as sum from (
       select t.closing_price_paise as price from tickets t
        where ${await filterCondition(actor, filter)} limit ${sql.lit(countedExactly + 1)}) as summed`,
  );
  return total && total.n <= countedExactly ? toPaise(total.sum) : null;
}

/** The public ids and numbers of the tickets that match a filter, newest first. */
export async function pickTickets(actor: Actor, filter: TicketsFilter, most: number): Promise<Picked[]> {
  const picked = await rows<{ key: string; number: string }>(
    sql`select t.public_id as key, t.ticket_id as number from tickets t where ${await filterCondition(actor, filter)}
      order by t.created_at desc, t.id desc limit ${most}`,
  );
  return picked.map(({ key, number }) => ({ key, name: number }));
}

export type TicketDetail = TicketRow & {
  onsitePictures: { id: string; createdAt: Date }[];
  remarksList: { id: string; text: string; authorKind: string; createdAt: Date }[];
  feedback: { answers: FeedbackAnswer[]; overAllRating: number } | null;
  invoiceNumber: string | null;
  /** Who issued the bill: the operator or the center. */
  invoiceSupplier: string | null;
  /** What of the paid fee was refunded after it was earned; zero where a reader does not see the fee. */
  feeRefundedPaise: Paise;
  /** Wrong codes given so far; at five only an admin can close. */
  codeTries: number;
  /** What the customer wants instead and until when the center answers, where it has to. */
  timeChange: { at: Date; until: Date } | null;
  steps: StatusStep[];
};

/** One ticket with everything its own page shows, by public id; `ticket.notFound` for those who may not see it. */
export async function ticketDetail(actor: Actor, ticketId: string): Promise<TicketDetail> {
  const ticket = await row<TicketRecord>(
    around(sql`select t.* from tickets t where t.public_id = ${ticketId} and ${visibleTo(actor)}`),
  );
  if (!ticket) throw missing("ticket.notFound");
  const shown = ticketRow(actor, ticket);
  const { words } = readingOf(actor, shown);
  const pictures = await rows<Dated>(
    sql`select id, created_at from ticket_pictures where ticket_id = ${ticket.key} order by id`,
  );
  const remarks = await rows<StoredRemark>(
    sql`select id, text, author_kind, author_id, created_at from remarks where ticket_id = ${ticket.key} order by id`,
  );
  const more = await row<{
    tries: number;
    answers: FeedbackAnswer[] | null;
    rating: number | null;
    number: string | null;
    supplier: string | null;
  }>(
    sql`select t.code_tries as tries, f.answers, f.over_all_rating::float8 as rating, i.number,
       i.facts->'supplier'->>'name' as supplier from tickets t
       left join feedbacks f on f.ticket_id = t.id left join invoices i on i.ticket_id = t.id where t.id = ${ticket.key}`,
  );
  return {
    ...shown,
    onsitePictures: pictures.map(({ id, created_at }) => ({ id, createdAt: new Date(created_at) })),
    remarksList: (await remarksFor(actor, remarks)).flatMap(({ id, text, author_kind, created_at }) => {
      const read = words(text);
      return read === null ? [] : [{ id, text: read, authorKind: author_kind, createdAt: new Date(created_at) }];
    }),
    feedback: more?.answers ? { answers: more.answers, overAllRating: more.rating ?? 0 } : null,
    invoiceNumber: more?.number ?? null,
    invoiceSupplier: nameFor(actor, more?.supplier ?? null),
    feeRefundedPaise: shown.isPaidByPublic && shown.bookingFeePaise ? await feeRefunded(ticket.key) : zero,
    codeTries: more?.tries ?? 0,
    timeChange: shown.may.answerTime ? await openTimeChange({ id: ticket.key, centerId: ticket.centerId }) : null,
    steps: stepsOf(
      shown.technician ? { ...shown, technicianId: shown.technician.id } : { ...shown, technicianId: null },
      {
        feedback: Boolean(more?.answers),
      },
    ),
  };
}

type Dated = { id: string; created_at: string };
type StoredRemark = Dated & { text: string; author_kind: string; author_id: string };

/**
 * The remarks an actor reads: a client those of the work and of its own people, not the operators' (fixed point 16).
 */
async function remarksFor(actor: Actor, remarks: readonly StoredRemark[]): Promise<readonly StoredRemark[]> {
  if (!isClient(actor)) return remarks;
  const admins = remarks.flatMap(({ author_kind, author_id }) => (author_kind === "admin" ? [author_id] : []));
  const own = actor.clientId ? await adminsOfClient(actor.clientId, admins) : new Set();
  return remarks.filter(({ author_kind, author_id }) => author_kind !== "admin" || own.has(author_id));
}
