import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { cachedCount } from "#modules/kernel/lists/counted-lately.server.ts";
import { type Column, defineList, type FileColumn, type List, mostPicked } from "#modules/kernel/lists/list.server.ts";
import { id, istDay, optionalField, optionalText, publicId, wholeNumber } from "#modules/kernel/validation.ts";
import { lateKinds } from "../appointments/late.ts";
import { wholeDays } from "../labels.ts";
import { reachedNames, requestSources } from "../measures.ts";
import { readsHouse, seesPhones } from "../reading.ts";
import { type CreatedTicket, ticketsCreatedNotAssigned } from "./center-home.ts";
import {
  address,
  called,
  city,
  closed,
  closingPrice,
  created,
  customer,
  filed,
  listedTexts,
  number,
  type OfAll,
  origin,
  phone,
  pincode,
  requirement,
  service,
  status,
  technician,
  worded,
} from "./columns.ts";
import { createdColumns } from "./created-columns.ts";
import { CreatedFilter } from "./filters.ts";
import { ticketNews } from "./news.ts";
import type { TicketRow } from "./present.ts";
import { countTickets, listTickets, pickTickets, type RequestScope, sumOfTickets } from "./queries.ts";

/*
 * The operators' lists of requests (001 §2): the same rows and filters, each with its own part of the requests, its
 * permission and its columns in the specified order.
 */

/** The filters of the operators' lists of requests. */
const RequestsFilter = CreatedFilter.extend({
  service: id.optional(),
  city: optionalText(30),
  ids: z.array(publicId).max(mostPicked).optional(),
  assigned: z.enum(["yes", "no"]).optional(),
  client: id.optional(),
  pincode: optionalText(6),
  center: id.optional(),
  source: z.enum(requestSources).optional(),
  reached: z.enum(reachedNames).optional(),
  /** The hour of the booking (IST). */
  hour: optionalField(wholeNumber(0, 23)),
  paidWithoutCenter: z.boolean().optional(),
  visitOn: istDay.optional(),
  visit: z.enum(lateKinds).optional(),
  otherTime: z.boolean().optional(),
  oldestFirst: z.boolean().optional(),
});

type Requests = List<typeof RequestsFilter, TicketRow>;
type Listed = Pick<Requests, "name" | "title" | "can" | "filesForAll" | "columns"> & {
  /** Which requests it is about; without it, all. */
  within?: RequestScope;
};

/** A list of the requests of one kind. */
function requestsOf({ within, ...list }: Listed): Requests {
  const withScope = <Query extends object>(query: Query) => (within ? { ...query, within } : query);
  return defineList<typeof RequestsFilter, TicketRow>({
    ...list,
    columns: [...list.columns, ...listedTexts],
    rowsAre: "requests",
    filter: RequestsFilter,
    key: ({ id }) => id,
    page: (actor, query) => listTickets(actor, withScope(query)),
    count: cachedCount("requests", (actor, filter) => countTickets(actor, withScope(filter))),
    sum: (actor, filter) => sumOfTickets(actor, withScope(filter)),
    pick: (actor, filter, most) => pickTickets(actor, withScope(filter), most),
    since: (actor, filter, seen) => ticketNews(actor, withScope(filter), seen),
  });
}

/** The same column, hidden until it is chosen. */
const off = <Row>(column: Column<Row>): Column<Row> => ({ ...column, off: true });

/** The same column, of another width. */
const sized = <Row>(column: Column<Row>, width: number): Column<Row> => ({ ...column, width });

const createdOn = called(created, "lists.createdOn");
const assignedOn: OfAll = {
  id: "assigned",
  label: "lists.assignedOn",
  kind: "moment",
  width: 92,
  value: (row) => row.assignedAt,
};
const closedAt = called(closed, "lists.closedAt");
/** R250, Q34: from creation to closing. */
const daysToClose: OfAll = {
  id: "daysToClose",
  label: "lists.daysToClose",
  kind: "count",
  width: 104,
  value: ({ createdAt, closedAt, updatedAt }) => wholeDays(createdAt, closedAt ?? updatedAt),
};
/** R251. */
const aging: OfAll = {
  id: "aging",
  label: "lists.aging",
  kind: "count",
  width: 66,
  value: ({ createdAt }) => wholeDays(createdAt, now()),
};
/** R238: how many on-site pictures there are; nothing where there are none. */
const pictures: OfAll = {
  id: "pictures",
  label: "lists.image",
  kind: "count",
  width: 106,
  value: (row) => row.pictures || null,
};
const requestId = called(number, "lists.requestId");
/** R218. */
const happyCode: OfAll = {
  id: "happyCode",
  label: "common.happyCode",
  kind: "yesNo",
  width: 88,
  value: (row) => row.happyCode,
};
const requestStatus = called(status, "lists.requestStatus");
/** Q84, R203: the stored status, not the displayed one. */
const storedStatus: OfAll = {
  id: "status",
  label: "lists.requestStatus",
  kind: "text",
  width: 124,
  always: true,
  value: (row, tell) => worded("status", row.status, tell),
};
const broadcastStatus = called(origin, "common.broadcastStatus");
/** What the center paid is shown to the operator's admins only. */
const ofHouse: Pick<OfAll, "seenBy"> = { seenBy: readsHouse };
/** R252: 99 or 0 on the closed and pending lists. */
const paidInFigures: readonly OfAll[] = [
  { id: "paidByPublic", label: "lists.paidByPublic", kind: "count", width: 112, value: (row) => row.paidByPublic },
  {
    id: "paidByTechnician",
    label: "lists.paidByTechnician",
    kind: "count",
    width: 130,
    value: (row) => row.paidByTechnician,
    ...ofHouse,
  },
];
/** R252: YES or NO elsewhere. */
const paidInWords: readonly OfAll[] = [
  {
    id: "paidByPublic",
    label: "lists.paidByPublic",
    kind: "text",
    width: 112,
    value: ({ isPaidByPublic }, tell) => tell(isPaidByPublic ? "common.yesCapitals" : "common.noCapitals"),
  },
  {
    id: "paidByTechnician",
    label: "lists.paidByTechnician",
    kind: "text",
    width: 130,
    value: ({ isPaidByTechnician }, tell) => tell(isPaidByTechnician ? "common.yesCapitals" : "common.noCapitals"),
    ...ofHouse,
  },
];
const assignedTechnician = called(technician, "lists.technician");
const requirements = called(requirement, "lists.requirements");
const name = called(customer, "common.name");
/** Q31, R227: the closed and pending lists have no phone column for those who may not see phones; others have stars. */
const hiddenPhone: OfAll = { ...phone, seenBy: seesPhones };
const createdBy: OfAll = {
  id: "createdBy",
  label: "common.createdBy",
  kind: "text",
  width: 140,
  value: ({ createdBy, createName, createdByCenter }, tell) =>
    createName ?? (createdByCenter ? createdByCenter.name : tell(`lists.creator.${createdBy}`)),
};
const qrId: OfAll = {
  id: "qrId",
  label: "lists.qrId",
  kind: "text",
  width: 120,
  value: ({ center }) => (center ? center.qrId : null),
};
const timePreference: OfAll = {
  id: "timePreference",
  label: "common.timePreference",
  kind: "text",
  width: 170,
  value: (row, tell) => tell(`booking.time.${row.timePreference.type}`),
};
/** The time of a visit on a certain day; on screens it is part of the time preference. */
const visitAt: FileColumn<TicketRow> = {
  id: "visit",
  label: "lists.visitAt",
  kind: "moment",
  on: "file",
  value: ({ timePreference: { type, at } }) => (type === "SPECIFIC_DATE_AND_TIME" ? at : null),
};
const center: OfAll = {
  id: "center",
  label: "common.center",
  kind: "text",
  width: 160,
  value: (row) => (row.center ? row.center.name : null),
};
const client: OfAll = {
  id: "client",
  label: "common.client",
  kind: "text",
  width: 140,
  value: (row) => (row.client ? row.client.name : null),
};
const places = [address, city, pincode];

/** All Requests (R226: without the phone column for those who may not see phones; R252: paid columns in words; R327). */
export const requestsList = requestsOf({
  name: "requests",
  title: "common.requests",
  can: "view_ticket.full_access",
  columns: [
    number,
    called(created, "requests.created"),
    status,
    sized(called(origin, "requests.origin"), 134),
    sized(service, 118),
    sized(called(customer, "common.customer"), 100),
    off(hiddenPhone),
    sized(center, 114),
    sized(closingPrice, 56),
    ...[assignedTechnician, requirements, ...places, ...paidInWords, timePreference].map(off<TicketRow>),
    visitAt,
    ...[createdBy, qrId, client, closed].map(off<TicketRow>),
  ],
});

/** R328, R463: the requests that no center has accepted yet. */
export const pendingList = requestsOf({
  name: "pending-requests",
  title: "lists.pending",
  can: "view_pending_ticket",
  within: "pending",
  columns: [
    requestId,
    createdOn,
    aging,
    requestStatus,
    broadcastStatus,
    service,
    name,
    hiddenPhone,
    address,
    ...paidInFigures,
    requirements,
    timePreference,
    visitAt,
    createdBy,
    qrId,
    ...[city, pincode, center, assignedTechnician, pictures, closingPrice, client].map(off<TicketRow>),
  ],
});

/** What the closed list and the no-service list have in common after their first columns (R249, R251). */
const asClosed = (phone: OfAll, shownStatus: OfAll, paid: readonly OfAll[]) => [
  pictures,
  requestId,
  happyCode,
  shownStatus,
  broadcastStatus,
  ...paid,
  assignedTechnician,
  requirements,
  name,
  phone,
  closingPrice,
  createdBy,
  qrId,
  timePreference,
  visitAt,
  ...[service, ...places, center, client].map(off<TicketRow>),
];

/** R249: the columns in their order; R329. */
export const closedList = requestsOf({
  name: "closed-requests",
  title: "lists.closed",
  can: "view_closed_ticket",
  within: "closed",
  columns: [createdOn, assignedOn, closedAt, daysToClose, ...asClosed(hiddenPhone, storedStatus, paidInFigures)],
});

/** R251, R330: as the closed list, with the days since creation. */
export const noServiceList = requestsOf({
  name: "no-service-requests",
  title: "lists.noService",
  can: "view_center_ticket",
  within: "noService",
  columns: [createdOn, aging, assignedOn, closedAt, daysToClose, ...asClosed(phone, requestStatus, paidInWords)],
});

/** Q42, R259, R328: the requests that centers created. */
export const centerRequestsList = requestsOf({
  name: "center-requests",
  title: "lists.byCenters",
  can: "view_pending_ticket",
  within: "byCenters",
  columns: [
    requestId,
    createdOn,
    requestStatus,
    broadcastStatus,
    sized(service, 196),
    name,
    phone,
    address,
    createdBy,
    center,
    assignedTechnician,
    closingPrice,
    timePreference,
    ...[...paidInWords, requirements, city, pincode, qrId, pictures].map(off<TicketRow>),
    visitAt,
  ],
});

/** R253: the columns in their order. */
const ofClients = [
  createdOn,
  aging,
  pictures,
  called(number, "lists.ticketId"),
  called(storedStatus, "common.status"),
  called(center, "lists.assignedCenter"),
  technician,
  name,
  phone,
  timePreference,
  visitAt,
  ...[service, requirements, ...places, closingPrice, client].map(off<TicketRow>),
];

/** The requests of B2B clients; a client's admin sees its own (R253, R255). */
export const clientRequestsList = requestsOf({
  name: "client-requests",
  title: "lists.ofClient",
  can: "view_ticket.full_access",
  within: "ofClients",
  filesForAll: true,
  columns: ofClients,
});

/** The same requests with selection and every action (R258). */
export const allClientRequestsList = requestsOf({
  name: "all-client-requests",
  title: "lists.ofClients",
  can: "view_ticket.full_access",
  within: "ofClients",
  filesForAll: true,
  columns: ofClients,
});

/** 'Ticket created by you, not assigned to you' of all centers. */
export const createdElsewhereList = defineList<typeof CreatedFilter, CreatedTicket>({
  name: "created-elsewhere",
  title: "center.created.title",
  can: "view_pending_ticket",
  filter: CreatedFilter,
  key: ({ id }) => id,
  page: ticketsCreatedNotAssigned,
  count: cachedCount("requests", (actor, filter) => countTickets(actor, { ...filter, within: "createdElsewhere" })),
  since: (actor, filter, seen) => ticketNews(actor, { ...filter, within: "createdElsewhere" }, seen),
  columns: [
    ...createdColumns,
    filed({ id: "number", label: "lists.requestId", kind: "text", value: ({ number }) => number }),
    filed({ id: "created", label: "lists.createdOn", kind: "moment", value: ({ createdAt }) => createdAt }),
  ],
});
