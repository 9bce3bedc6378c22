import { sql } from "kysely";
import { z } from "zod";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { cachedCount } from "#modules/kernel/lists/counted-lately.server.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Column, defineList, type List } from "#modules/kernel/lists/list.server.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  type BroadcastState,
  type BroadcastStatus,
  broadcastLabel,
  broadcastStates,
  type TicketCreatedBy,
  type TicketStatus,
} from "../labels.ts";
import { visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { worded } from "./columns.ts";
import { rowNews } from "./row-news.ts";

/*
 * The operators' lists of broadcasts (001 §2): every request offered to a center, and those still waiting for an answer.
 */

const BroadcastsFilter = z.object({
  status: z.enum(broadcastStates).optional(),
  /** The number of a request. */
  number: optionalText(40),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type BroadcastsFilter = z.output<typeof BroadcastsFilter>;

/** One request offered to one center, as operators see it; phones are masked for those who may not see them. */
export type OfferedRow = {
  id: string;
  status: BroadcastState;
  createdAt: Date;
  center: { id: string; name: string; phone: string; qrId: string | null; qrStatus: string | null };
  /** R137: whether its request still waits for this center's answer. */
  open: boolean;
  /** R264. */
  paidForKit: boolean;
  /** Public id and human number of the request. */
  ticketId: string;
  number: string;
  label: string;
  service: string;
  name: string;
  phone: string;
  pincode: string;
  /** When the visit is agreed or wanted. */
  timePreference: { type: TimePreferenceType; at: Date | null };
  /** R262: only once the center has accepted. */
  address: string | null;
  /** The operators' remark about this center, and its author; null for a client's admins. */
  remarks: string | null;
  remarksBy: string | null;
};

type OfferedRecord = {
  id: string;
  status: BroadcastState;
  ticketStatus: TicketStatus;
  createdAt: Date;
  centerId: string;
  centerName: string;
  centerPhone: string;
  paidForKit: boolean;
  qrId: string | null;
  qrStatus: string | null;
  ticketId: string;
  number: string;
  service: string;
  name: string;
  phone: string;
  houseNumber: string | null;
  locality: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
  serviceAvailable: boolean;
  broadcastStatus: BroadcastStatus | null;
  createdBy: TicketCreatedBy;
  isPaidByPublic: boolean;
  timePreferenceType: TimePreferenceType;
  specificDateTime: Date | null;
  closedAt: Date | null;
  cancelledAt: Date | null;
  remarks: string | null;
  remarksBy: string | null;
};

type OfferedQuery = BroadcastsFilter & {
  /** Only those that wait for an answer. */
  open?: boolean;
};

/** The SQL condition over `broadcasts b` and its `tickets t` for an admin's filter. */
function filterCondition(actor: Actor, { status, number, from, to, open }: OfferedQuery) {
  needKind(actor, "admin");
  return allOf([
    visibleTo(actor),
    open && sql`b.status in ('PENDING', 'RESERVED')`,
    status && sql`b.status = ${status}`,
    number && sql`b.ticket_id = (select id from tickets where ticket_id = ${number.toUpperCase()})`,
    from && sql`b.created_at >= ${from}`,
    to && sql`b.created_at <= ${to}`,
  ]);
}

const from = sql`from broadcasts b join tickets t on t.id = b.ticket_id`;

/** The broadcasts an admin may see, newest first (keyset). */
async function listOffered(
  actor: Actor,
  { after, before, take, ...filter }: OfferedQuery & Place,
): Promise<Page<OfferedRow>> {
  const where = filterCondition(actor, filter);
  const page = await pageByCreation<OfferedRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "b",
    (rest) =>
      rows(
        sql`select b.id, b.status, t.status as "ticketStatus", b.created_at as "createdAt", b.center_id as "centerId", c.center_name as "centerName",
                c.phone as "centerPhone", c.paid_for_onboarding_kit as "paidForKit", q.qr_id as "qrId",
                q.status as "qrStatus", t.public_id as "ticketId", t.ticket_id as number, s.service_name as service,
                t.name, t.phone, t.house_number as "houseNumber", t.locality, t.city, t.state, t.pincode,
                t.service_available as "serviceAvailable", t.broadcast_status as "broadcastStatus",
                t.created_by as "createdBy", t.is_paid_by_public as "isPaidByPublic",
                t.time_preference_type as "timePreferenceType", t.specific_date_time as "specificDateTime",
                t.closed_at as "closedAt", t.cancelled_at as "cancelledAt", b.remarks, b.remarks_by as "remarksBy"
           ${from}
           join services s on s.id = t.service_id
           left join lateral (select * from centers where id = b.center_id limit 1) c on true
           left join lateral (select qr_id, status from partner_qrs where center_id = b.center_id and kind = 'center'
                               order by created_at limit 1) q on true
          where ${where} ${rest}`,
      ),
  );
  return pageMap(page, (offer) => offeredRow(actor, offer));
}

function offeredRow(actor: Actor, offer: OfferedRecord): OfferedRow {
  const read = readingOf(actor, offer);
  const { houseNumber, locality, city, state, pincode } = offer;
  const ofClient = actor.kind === "admin" && actor.clientId !== undefined;
  return {
    id: offer.id,
    status: offer.status,
    createdAt: offer.createdAt,
    center: {
      id: offer.centerId,
      name: read.note(offer.centerName) ?? "",
      phone: read.phone(offer.centerPhone),
      qrId: offer.qrId,
      qrStatus: offer.qrStatus,
    },
    open: offer.status === "PENDING" && offer.ticketStatus === "PENDING",
    paidForKit: !ofClient && offer.paidForKit,
    ticketId: offer.ticketId,
    number: offer.number,
    label: broadcastLabel(offer),
    service: offer.service,
    name: read.name(offer.name),
    phone: read.phone(offer.phone),
    pincode,
    timePreference: { type: offer.timePreferenceType, at: offer.specificDateTime },
    address:
      offer.status === "ACCEPTED"
        ? [read.place(houseNumber), read.locality(locality), read.city(city), state, pincode].filter(Boolean).join(", ")
        : null,
    remarks: ofClient ? null : read.words(offer.remarks),
    remarksBy: ofClient ? null : offer.remarksBy,
  };
}

function countOffered(actor: Actor, filter: OfferedQuery): Promise<Count> {
  return countRows(sql`${from} where ${filterCondition(actor, filter)}`, sql`b.created_at desc, b.id desc`);
}

const number: Column<OfferedRow> = {
  id: "number",
  label: "lists.requestId",
  kind: "text",
  width: 126,
  always: true,
  value: ({ number }) => number,
};
const status: Column<OfferedRow> = {
  id: "status",
  label: "lists.offerStatus",
  kind: "text",
  width: 96,
  always: true,
  value: ({ status }, tell) => tell(`lists.offer.${status}`),
};
const created: Column<OfferedRow> = {
  id: "created",
  label: "lists.createdOn",
  kind: "moment",
  width: 84,
  sorts: true,
  value: ({ createdAt }) => createdAt,
};
const centerId: Column<OfferedRow> = {
  id: "centerId",
  label: "lists.centerId",
  kind: "text",
  width: 72,
  value: ({ center }) => center.qrId ?? center.id,
};
const centerName: Column<OfferedRow> = {
  id: "centerName",
  label: "common.name",
  kind: "text",
  width: 122,
  value: ({ center }) => center.name,
};
const centerPhone: Column<OfferedRow> = {
  id: "centerPhone",
  label: "lists.centerPhone",
  kind: "text",
  width: 90,
  value: ({ center }) => center.phone,
};
const service: Column<OfferedRow> = {
  id: "service",
  label: "common.service",
  kind: "service",
  width: 90,
  value: ({ service }) => service,
};

type Listed = Pick<List<typeof BroadcastsFilter, OfferedRow>, "name" | "can" | "columns"> & {
  title: MessageKey;
  /** Only those that wait for an answer. */
  open?: boolean;
};

/** A list of broadcasts. */
function offersOf({ open = false, ...list }: Listed) {
  return defineList<typeof BroadcastsFilter, OfferedRow>({
    ...list,
    filter: BroadcastsFilter,
    key: ({ id }) => id,
    page: (actor, query) => listOffered(actor, { ...query, open }),
    count: cachedCount("requests", (actor, filter) => countOffered(actor, { ...filter, open })),
    since: (actor, filter, seen) =>
      rowNews({ from: sql`${from} where ${filterCondition(actor, { ...filter, open })}`, row: "b" }, seen),
  });
}

/** R261: the columns in their order; R331. */
export const broadcastedList = offersOf({
  name: "broadcasts",
  title: "lists.broadcasted",
  can: "view_broadcastedList",
  columns: [
    centerId,
    centerName,
    { id: "qrStatus", label: "lists.qrStatus", kind: "text", width: 78, value: ({ center }) => center.qrStatus },
    centerPhone,
    number,
    { id: "customer", label: "lists.customerName", kind: "text", width: 100, value: ({ name }) => name },
    { id: "phone", label: "lists.customerNumber", kind: "text", width: 104, value: ({ phone }) => phone },
    { id: "address", label: "common.address", kind: "address", width: 116, value: ({ address }) => address },
    status,
    ...[created, service].map((column) => ({ ...column, off: true })),
  ],
});

const waiting: readonly Column<OfferedRow>[] = [
  number,
  created,
  service,
  { id: "pincode", label: "common.pincode", kind: "text", width: 60, value: ({ pincode }) => pincode },
  {
    id: "origin",
    label: "common.broadcastStatus",
    kind: "text",
    width: 90,
    value: ({ label }, tell) => worded("label", label, tell),
  },
  centerId,
  { ...centerName, label: "common.center" } as const,
  centerPhone,
  status,
];

/** Q94: the offers that wait for an answer. */
export const newTicketsList = offersOf({
  name: "new-tickets",
  title: "center.menu.newTickets",
  can: "view_broadcastedList",
  open: true,
  columns: waiting,
});

/** The same list under the center requests. */
export const centersNewTicketsList = offersOf({
  name: "centers-new-tickets",
  title: "center.menu.newTickets",
  can: "view_pending_ticket",
  open: true,
  columns: waiting,
});
