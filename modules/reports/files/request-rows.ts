import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import {
  onlyOf,
  type RequestSource,
  readingOf,
  readTexts,
  requestsWhere,
  sourceSql,
  textColumns,
} from "#modules/tickets/index.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  type PaymentType,
  type TicketCreatedBy,
  type TicketStatus,
} from "#modules/tickets/labels.ts";
import { type Texts, type TimePreferenceType, textNames } from "#modules/tickets/shared.ts";
import { moneySums } from "../insights/facts.ts";
import { needMay } from "../policy.ts";

/*
 * The requests as the report files tell them, one row each. A file is read page by page as any list is; the rows are
 * plain and the joins are left to the planner, because a file of 100,000 rows is mostly the time of one row.
 */

/** The filter of the report files: the requests created from one moment to another. */
export type ReportFilter = {
  from?: Date | undefined;
  to?: Date | undefined;
  client?: string | undefined;
  service?: string | undefined;
  source?: RequestSource | undefined;
};

/** What both files tell of a request, as the driver returns it: instants and amounts are text. */
type SharedRecord = {
  key: string;
  number: string;
  status: TicketStatus;
  broadcastStatus: BroadcastStatus | null;
  createdBy: TicketCreatedBy;
  source: RequestSource;
  serviceAvailable: boolean;
  isPaidByPublic: boolean;
  isPaidByTechnician: boolean | null;
  technicianId: string | null;
  service: string;
  client: string | null;
  center: string | null;
  bookingFee: string | null;
  ticketPrice: string;
  labour: string | null;
  material: string | null;
  closingPrice: string | null;
  platformShare: string | null;
  clientDue: string;
  paymentType: PaymentType | null;
  paidAt: string | null;
  paymentReference: string | null;
  createdAt: string;
  closedAt: string | null;
  cancelledAt: string | null;
};

const shared = sql`
  t.id as key, t.ticket_id as number, t.status, t.broadcast_status as "broadcastStatus", t.created_by as "createdBy",
  ${sourceSql} as source, t.service_available as "serviceAvailable", t.is_paid_by_public as "isPaidByPublic",
  t.is_paid_by_technician as "isPaidByTechnician", t.technician_id as "technicianId", s.service_name as service,
  k.client_name as client, c.center_name as center, t.booking_fee_paise as "bookingFee",
  t.ticket_price_paise as "ticketPrice", t.labour_paise as labour, t.material_paise as material,
  t.closing_price_paise as "closingPrice",
  t.platform_share_paise as "platformShare", t.client_due_paise as "clientDue", t.payment_type as "paymentType",
  t.paid_at as "paidAt", t.payment_reference as "paymentReference",
  t.created_at as "createdAt", t.closed_at as "closedAt", t.cancelled_at as "cancelledAt"`;

const sharedJoins = sql`
  join services s on s.id = t.service_id
  left join clients k on k.id = t.client_id
  left join centers c on c.id = t.center_id`;

/** The columns of both files that a client reads of its own requests (fixed point 16); every other one is null. */
const sharedOfClient = [
  ...(["key", "number", "status", "broadcastStatus", "createdBy", "source", "serviceAvailable"] as const),
  ...(["isPaidByPublic", "technicianId", "service", "client", "center", "ticketPrice", "labour", "material"] as const),
  ...(["closingPrice", "clientDue", "paymentType", "paidAt", "paymentReference"] as const),
  ...(["createdAt", "closedAt", "cancelledAt"] as const),
];

type RequestRecord = SharedRecord &
  Texts & {
    createName: string | null;
    name: string;
    phone: string;
    pincode: string;
    timePreference: TimePreferenceType;
    visitAt: string | null;
    offerCode: string | null;
    clientReference: string | null;
    creator: string | null;
    qrId: string | null;
    technician: string | null;
    remarkMessage: string | null;
    closeRemarks: string | null;
    technicianRemarks: string | null;
    adminRemarks: string | null;
    onboardingRemarks: string | null;
    cancelReason: string | null;
    stars: number | null;
    pictures: number;
    broadcastAt: string | null;
    acceptedAt: string | null;
    assignedAt: string | null;
    startedAt: string | null;
  };

const requestOfClient = [
  ...sharedOfClient,
  ...textNames,
  ...(["createName", "name", "phone", "pincode", "timePreference", "visitAt"] as const),
  ...(["offerCode", "clientReference", "creator", "qrId", "technician", "remarkMessage", "closeRemarks"] as const),
  ...(["technicianRemarks", "stars", "pictures", "broadcastAt", "acceptedAt", "assignedAt", "startedAt"] as const),
];

const requestColumns = sql`${shared},
  t.create_name as "createName", t.name, t.phone, t.pincode, ${textColumns(textNames)},
  t.time_preference_type as "timePreference",
  t.specific_date_time as "visitAt", t.offer_code as "offerCode", t.client_reference as "clientReference",
  m.center_name as creator,
  (select q.qr_id from partner_qrs q
    where q.center_id = t.center_id and q.kind = 'center' order by q.created_at limit 1) as "qrId",
  w.name as technician, t.remark_message as "remarkMessage", t.close_remarks as "closeRemarks",
  t.technician_remarks as "technicianRemarks", t.admin_remarks as "adminRemarks",
  t.onboarding_remarks as "onboardingRemarks", t.cancel_reason as "cancelReason", t.star_rating as stars,
  (select count(*)::int from ticket_pictures p where p.ticket_id = t.id) as pictures,
  t.broadcast_at as "broadcastAt", t.accepted_at as "acceptedAt", t.assigned_at as "assignedAt",
  t.started_at as "startedAt"`;

const requestJoins = sql`${sharedJoins}
  left join centers m on m.id = t.created_by_center_id
  left join technicians w on w.id = t.technician_id`;

type RevenueRecord = SharedRecord & {
  earned: string | null;
  held: string | null;
  refunded: string | null;
  centers: string | null;
  customers: string | null;
};

const revenueColumns = sql`${shared}, money.earned, money.held, money.refunded, money.centers, money.customers`;

/** Centers and customers: what moved on their wallets because of the request (R316). */
const revenueJoins = sql`${sharedJoins}
  left join lateral (
    select ${moneySums},
           sum(e.amount_paise) filter (where a.kind = 'center_wallet') as centers,
           sum(e.amount_paise) filter (where a.kind = 'consumer_wallet') as customers
      from transfers tr join entries e on e.transfer_id = tr.id join accounts a on a.id = e.account_id
     where tr.ticket_id = t.id) money on true`;

/** One page of the requests an actor may see, newest first, read with some columns. */
async function pageOf<Read extends SharedRecord, Row>(
  actor: Actor,
  { after, before, take, ...filter }: ReportFilter & Place,
  { columns, joins }: { columns: Sql; joins: Sql },
  shown: (actor: Actor, record: Read) => Row,
): Promise<Page<Row>> {
  needMay(actor, "read");
  const where = await requestsWhere(actor, filter);
  const page = await keysetPage<Read>(
    actor,
    { after, before, take },
    { markOf: ({ createdAt, key }) => ({ at: new Date(createdAt), id: key }) },
    ({ beyond, order, limit }) => {
      const ordered = order("t.created_at", "t.id");
      const chosen = sql`select * from tickets t where ${where} and ${beyond("t.created_at", "t.id")}
                       order by ${ordered} limit ${limit}`;
      return rows<Read>(sql`select ${columns} from (${chosen}) t ${joins} order by ${ordered}`);
    },
  );
  return pageMap(page, (record) => shown(actor, record));
}

const instant = (text: string | null) => (text === null ? null : new Date(text));
const money = (text: string | null): Paise | null => (text === null ? null : toPaise(text));

const sharedOf = (actor: Actor, record: SharedRecord) => ({
  id: record.key,
  number: record.number,
  status: displayedStatus(record),
  label: broadcastLabel(record),
  source: record.source,
  service: record.service,
  client: nameFor(actor, record.client),
  center: nameFor(actor, record.center),
  isPaidByPublic: record.isPaidByPublic,
  isPaidByTechnician: record.isPaidByTechnician,
  bookingFeePaise: money(record.bookingFee),
  ticketPricePaise: money(record.ticketPrice),
  labourPaise: money(record.labour),
  materialPaise: money(record.material),
  closingPricePaise: money(record.closingPrice),
  platformSharePaise: money(record.platformShare),
  clientDuePaise: money(record.clientDue),
  paymentType: record.paymentType,
  /** Of a price of more than 0. */
  paidAt: Number(record.closingPrice ?? 0) > 0 ? instant(record.paidAt) : null,
  paymentReference: readingOf(actor, {
    closedAt: instant(record.closedAt),
    cancelledAt: instant(record.cancelledAt),
  }).reference(record.paymentReference),
  createdAt: new Date(record.createdAt),
  closedAt: instant(record.closedAt),
  cancelledAt: instant(record.cancelledAt),
});

/** A request as the file `report` tells it, masked for the asker (fixed point 16). */
function requestRow(actor: Actor, stored: RequestRecord) {
  const visible: RequestRecord = isClient(actor) ? onlyOf(stored, requestOfClient) : stored;
  const row = sharedOf(actor, visible);
  const read = readingOf(actor, row);
  const texts = readTexts(read, visible, textNames);
  return {
    ...row,
    texts,
    createdBy: read.note(visible.createName) ?? nameFor(actor, visible.creator) ?? visible.createdBy,
    name: read.name(visible.name),
    phone: read.phone(visible.phone),
    address: [texts.houseNumber, texts.locality].filter(Boolean).join(", "),
    pincode: visible.pincode,
    timePreference: visible.timePreference,
    visitAt: visible.timePreference === "SPECIFIC_DATE_AND_TIME" ? instant(visible.visitAt) : null,
    offerCode: read.note(visible.offerCode),
    clientReference: read.note(visible.clientReference),
    qrId: visible.qrId,
    technician: read.note(visible.technician),
    happyCode: visible.remarkMessage === "happy_code",
    closeRemarks: read.note(visible.closeRemarks),
    technicianRemarks: read.words(visible.technicianRemarks),
    adminRemarks: read.house(visible.adminRemarks),
    teamRemarks: read.house(visible.onboardingRemarks),
    cancelReason: read.words(visible.cancelReason),
    stars: visible.stars,
    pictures: visible.pictures,
    broadcastAt: instant(visible.broadcastAt),
    acceptedAt: instant(visible.acceptedAt),
    assignedAt: instant(visible.assignedAt),
    startedAt: instant(visible.startedAt),
  };
}
export type RequestRow = ReturnType<typeof requestRow>;

/** A request as the file `revenue_report` tells it; amounts are paise. */
function revenueRow(actor: Actor, stored: RevenueRecord) {
  const visible: RevenueRecord = isClient(actor) ? onlyOf(stored, sharedOfClient) : stored;
  return {
    ...sharedOf(actor, visible),
    earnedPaise: money(visible.earned ?? "0"),
    heldPaise: money(visible.held ?? "0"),
    refundedPaise: money(visible.refunded ?? "0"),
    centersPaise: toPaise(visible.centers ?? "0"),
    customersPaise: toPaise(visible.customers ?? "0"),
  };
}
export type RevenueRow = ReturnType<typeof revenueRow>;

/** A page of the file `report`. */
export const requestRows = (actor: Actor, query: ReportFilter & Place): Promise<Page<RequestRow>> =>
  pageOf(actor, query, { columns: requestColumns, joins: requestJoins }, requestRow);

/** A page of the file `revenue_report`. */
export const revenueRows = (actor: Actor, query: ReportFilter & Place): Promise<Page<RevenueRow>> =>
  pageOf(actor, query, { columns: revenueColumns, joins: revenueJoins }, revenueRow);
