import { sql } from "kysely";
import { drivesSql, openAppeal, whyDisabled } from "#modules/centers/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { denied, missing } from "#modules/kernel/errors.ts";
import { type Page, type Place, pageByCreation, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { walletBalanceSql } from "#modules/wallet/index.ts";
import {
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  homeLists,
  type TicketCreatedBy,
  type TicketStatus,
} from "../labels.ts";
import { readingOf } from "../reading.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { filterCondition, type TicketsFilter } from "./queries.ts";
import { hasStatus, searchOf } from "./ticket-filter.ts";

/** The highest count: "999+" is shown above it, and the page is fast over years of tickets. */
export const countedUpTo = 1_000;
/** Counts in the menu stop at "99+". */
export const offersCountedUpTo = 100;

export type CenterCounts = { offers: number; pending: number; withoutTechnician: number; closed: number };

const upTo = (from: Sql, most = countedUpTo) =>
  sql`(select count(*)::int from (select ${from} limit ${sql.lit(most)}) as counted)`;
// The tickets are looked up one by one: with a join the planner may read all tickets for the few that are offered.
const offersOf = (centerId: string) =>
  sql`from broadcasts b where b.center_id = ${centerId} and b.status in ('PENDING', 'RESERVED')
                  and (select t.deleted_at is null from tickets t where t.id = b.ticket_id)`;

type CenterFrame = {
  name: string;
  qrId: string | null;
  offers: number;
  drives: boolean;
  balancePaise: Paise;
  /** Why it gets no new requests, with the operators' remark to it; null when it gets them. */
  notice: { state: "disabled" | "inactive"; why: string | null; appealed: boolean } | null;
};

/**
 * The data around every page of a center's console: its name, QR id, number of offers to answer (counted up to a
 * hundred), whether it is an e-rickshaw driver, its wallet balance, and why it gets no
 * new requests, if it gets none.
 */
export async function centerFrame(actor: Actor): Promise<CenterFrame> {
  needKind(actor, "center");
  const frame = await row<
    Omit<CenterFrame, "balancePaise" | "notice"> & { balance: string | null; active: boolean; disabled: boolean }
  >(
    sql`select c.center_name as name, ${upTo(offersOf(actor.centerId), offersCountedUpTo)} as offers,
            (select q.qr_id from partner_qrs q where q.center_id = c.id and q.kind = 'center'
              order by q.status, q.created_at limit 1) as "qrId",
            c.is_active = ${sql.lit(centerState.ACTIVE)} as active, c.broadcast_disabled as disabled,
            ${drivesSql} as drives, ${walletBalanceSql(sql`c.id`)} as balance
       from centers c where c.id = ${actor.centerId} and c.is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!frame) throw missing("center.notFound");
  const { balance, active, disabled, ...rest } = frame;
  const state = active ? (disabled ? "disabled" : null) : "inactive";
  return {
    ...rest,
    balancePaise: balance ? toPaise(balance) : zero,
    notice: state && {
      state,
      why: disabled ? await whyDisabled(actor.centerId) : null,
      appealed: (await openAppeal(actor.centerId)) !== null,
    },
  };
}

/** The counts on a center's home: offers to answer, open tickets, open ones without a technician, closed ones. */
export async function centerHome(actor: Actor): Promise<CenterCounts> {
  needKind(actor, "center");
  const counted = async (list: keyof typeof homeLists) =>
    upTo(sql`from tickets t where ${await filterCondition(actor, homeLists[list])}`);
  const counts = await row<CenterCounts>(
    sql`select ${upTo(offersOf(actor.centerId))} as offers,
            ${await counted("pending")} as pending,
            ${await counted("withoutTechnician")} as "withoutTechnician",
            ${await counted("closed")} as closed`,
  );
  return counts ?? { offers: 0, pending: 0, withoutTechnician: 0, closed: 0 };
}

/** A row of 'Ticket created by you, not assigned to you' (R144). */
export type CreatedTicket = {
  id: string;
  number: string;
  name: string;
  email: string | null;
  phone: string;
  createdByCenter: string;
  address: string;
  service: string;
  broadcastStatus: BroadcastStatus | null;
  broadcastLabel: string;
  status: TicketStatus;
  displayedStatus: string;
  assignedCenter: string | null;
  /** When the visit is agreed or wanted. */
  timePreference: { type: TimePreferenceType; at: Date | null };
  createdAt: Date;
};

type CreatedRecord = Omit<CreatedTicket, "address" | "broadcastLabel" | "displayedStatus" | "timePreference"> & {
  key: string;
  house: (string | null)[];
  town: (string | null)[];
  closedAt: Date | null;
  cancelledAt: Date | null;
  serviceAvailable: boolean;
  createdBy: TicketCreatedBy;
  isPaidByPublic: boolean;
  technicianId: string | null;
  timePreferenceType: TimePreferenceType;
  specificDateTime: Date | null;
};

/**
 * Returns the tickets a center created and does not have: without a center, or with another one (R144); filtered like
 * its own list. For admins those of all centers.
 */
export async function ticketsCreatedNotAssigned(
  actor: Actor,
  { after, before, take, status, search, from, to }: TicketsFilter & Place = {},
): Promise<Page<CreatedTicket>> {
  if (actor.kind !== "center" && actor.kind !== "admin") throw denied();
  const where =
    actor.kind === "admin"
      ? await filterCondition(actor, { status, search, from, to, within: "createdElsewhere" })
      : await ofCenter(actor, { status, search, from, to });
  const page = await pageByCreation<CreatedRecord>(actor, { after, before, take }, "t", (rest) =>
    rows(
      sql`select t.id as key, t.public_id as id, t.ticket_id as number, t.name, t.email, t.phone,
            m.center_name as "createdByCenter", array[t.house_number, t.locality] as house,
            array[t.city, t.state, t.pincode] as town, t.closed_at as "closedAt", t.cancelled_at as "cancelledAt",
            s.service_name as service, t.broadcast_status as "broadcastStatus", t.status,
            a.center_name as "assignedCenter", t.created_at as "createdAt", t.service_available as "serviceAvailable",
            t.created_by as "createdBy", t.is_paid_by_public as "isPaidByPublic", t.technician_id as "technicianId",
            t.time_preference_type as "timePreferenceType", t.specific_date_time as "specificDateTime"
       from tickets t
       join services s on s.id = t.service_id
       join centers m on m.id = t.created_by_center_id
       left join centers a on a.id = t.center_id
      where ${where} ${rest}`,
    ),
  );
  return pageMap(page, (ticket) => createdTicket(actor, ticket));
}

/** The SQL condition over `tickets t` for what a center created and does not have. */
async function ofCenter(actor: ActorOf<"center">, { status, search, from, to }: TicketsFilter) {
  const own = actor.centerId;
  return allOf([
    sql`t.created_by_center_id = ${own}::uuid and t.center_id is distinct from ${own}::uuid and t.deleted_at is null`,
    status && hasStatus(status),
    search && (await searchOf(actor, search)).condition,
    from && sql`t.created_at >= ${from}`,
    to && sql`t.created_at <= ${to}`,
  ]);
}

/** Even data the center typed itself is hidden from it 30 days after the end (fixed point 16). */
function createdTicket(
  actor: Actor,
  { key: _, house, town, closedAt, cancelledAt, ...record }: CreatedRecord,
): CreatedTicket {
  const { serviceAvailable, createdBy, isPaidByPublic, technicianId, ...rest } = record;
  const { timePreferenceType, specificDateTime, ...ticket } = rest;
  const read = readingOf(actor, { closedAt, cancelledAt });
  return {
    ...ticket,
    createdByCenter: actor.kind === "center" ? ticket.createdByCenter : nameFor(actor, ticket.createdByCenter),
    assignedCenter: nameFor(actor, ticket.assignedCenter),
    name: read.name(ticket.name),
    email: read.email(ticket.email),
    phone: read.phone(ticket.phone),
    address: [...house.map(read.place), ...town.map(read.city)].filter(Boolean).join(", "),
    broadcastLabel: broadcastLabel({
      serviceAvailable,
      broadcastStatus: ticket.broadcastStatus,
      createdBy,
      isPaidByPublic,
    }),
    displayedStatus: displayedStatus({ ...ticket, technicianId }),
    timePreference: { type: timePreferenceType, at: specificDateTime },
  };
}
