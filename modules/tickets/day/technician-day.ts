import { sql } from "kysely";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { needPictures } from "../booking/need-picture.ts";
import { getTicket } from "../get-ticket.ts";
import type { PaymentType } from "../labels.ts";
import { ticketDetail } from "../lists/queries.ts";
import { mostPictures } from "../pictures/picture.ts";
import { readingOf } from "../reading.ts";
import { hasNotEndedSql } from "../states/states-sql.ts";
import type { TimePreferenceType } from "../time-preference.ts";
import { codeTries } from "../visit/codes.ts";
import { startState } from "../visit/start-code.ts";
import {
  shown,
  type TicketColumns,
  ticketColumns,
  type Visit,
  type VisitRow,
  visitOf,
  type WithoutTime,
} from "./day-board.ts";

/** A visit as its technician reads it in a list. */
export type OwnVisit = Visit & {
  phone: string;
  address: string | null;
  requirement: string | null;
  isRevisit: boolean;
  /** How what was charged is paid; null where nothing is recorded. */
  paymentType: PaymentType | null;
};

/**
 * The visits of a technician: the open ones with a time, earlier ones first, with those that were done today; and the open
 * ones without a time.
 */
export type TechnicianDay = {
  name: string;
  today: string;
  /** Of the technician's center. */
  centerPhone: string;
  visits: OwnVisit[];
  withoutTime: WithoutTime[];
};

type OwnVisitRow = VisitRow &
  Pick<OwnVisit, "phone" | "requirement" | "isRevisit" | "paymentType"> &
  Record<"house" | "city" | "state" | "pincode", string | null>;

/** The most rows of each part. */
const most = 100;

/** What a technician has to do, today and later. */
export async function technicianDay(actor: Actor): Promise<TechnicianDay> {
  needKind(actor, "technician");
  const { technicianId } = actor;
  const today = istDate();
  const technician = await row<{ name: string }>(sql`select name from technicians where id = ${technicianId}::uuid`);
  const visits = await rows<OwnVisitRow>(
    sql`select ${ticketColumns}, t.technician_id as "technicianId", a.first_slot as "firstSlot", a.last_slot as "lastSlot",
            a.begins, t.status, t.on_the_way_at as "onTheWayAt", t.started_at as "startedAt",
            t.closing_price_paise as "closingPrice", t.phone, t.requirement, t.house_number as house, t.city, t.state,
            t.pincode, t.revisit_of is not null as "isRevisit", t.payment_type as "paymentType", t.paid_at is not null as "isPaid"
       from tickets t join appointments a on a.ticket_id = t.id join services s on s.id = t.service_id
      where t.technician_id = ${technicianId}::uuid and t.deleted_at is null
        and ((a.ended_at is null and ${hasNotEndedSql()})
          or (t.status = 'CLOSED' and a.day = ${today}::date and a.ended_at >= t.closed_at))
      order by a.begins, a.id limit ${sql.lit(most)}`,
  );
  const withoutTime = await rows<TicketColumns & { type: TimePreferenceType; at: Date | null }>(
    sql`select ${ticketColumns}, t.time_preference_type as type, t.specific_date_time as at
       from tickets t join services s on s.id = t.service_id
      where t.technician_id = ${technicianId}::uuid and t.deleted_at is null and ${hasNotEndedSql()}
        and not exists (select from appointments a where a.ticket_id = t.id and a.ended_at is null)
      order by t.created_at, t.id limit ${sql.lit(most)}`,
  );
  return {
    name: technician?.name ?? "",
    today,
    centerPhone: await centerPhoneOf(technicianId),
    visits: visits.map((visit) => ownVisitOf(actor, visit)),
    withoutTime: withoutTime.map(({ type, at, ...ticket }) => ({
      ...shown(actor, ticket),
      timePreference: { type, at },
    })),
  };
}

function ownVisitOf(actor: Actor, visit: OwnVisitRow): OwnVisit {
  const { phone, requirement, isRevisit, paymentType } = visit;
  const read = readingOf(actor, { closedAt: visit.closedAt, cancelledAt: null });
  const shownVisit = visitOf(actor, visit);
  const parts = [read.place(visit.house), shownVisit.locality, read.city(visit.city), visit.state, visit.pincode];
  return {
    ...shownVisit,
    phone: read.phone(phone),
    address: parts.filter(Boolean).join(", "),
    requirement: read.words(requirement),
    isRevisit,
    paymentType,
  };
}

/** The phone of the center a technician works for. */
export const centerPhoneOf = async (technicianId: string): Promise<string> =>
  (await row<{ phone: string }>(
    sql`select c.phone from technicians w join centers c on c.id = w.center_id where w.id = ${technicianId}::uuid`,
  ))!.phone;

/** What a technician sees of an own visit; `ticket.notFound` for everybody else's. */
export async function technicianVisit(actor: Actor, ticketId: string) {
  needKind(actor, "technician");
  const centerPhone = await centerPhoneOf(actor.technicianId);
  const { id } = await getTicket(actor, ticketId);
  const ticket = await ticketDetail(actor, ticketId);
  const appointment = await row<Pick<Visit, "begins" | "firstSlot" | "lastSlot">>(
    sql`select begins, first_slot as "firstSlot", last_slot as "lastSlot" from appointments
      where ticket_id = ${id}::uuid order by ended_at is null desc, created_at desc limit 1`,
  );
  return {
    ticketId: ticket.id,
    version: ticket.version,
    number: ticket.number,
    status: ticket.status,
    service: ticket.service.name,
    name: ticket.name,
    phone: ticket.phone,
    /** Whether name, phone and address are hidden because it ended more than 30 days ago. */
    masked: ticket.masked,
    address: ticket.address,
    pickLocation: ticket.pickLocation,
    dropLocation: ticket.dropLocation,
    requirement: ticket.requirement,
    isRevisit: ticket.revisitOf !== null,
    centerPhone,
    needPictures: await needPictures(actor, ticketId),
    appointment: appointment ?? null,
    timePreference: ticket.timePreference,
    onTheWayAt: ticket.onTheWayAt,
    startedAt: ticket.startedAt,
    /** Where it stands with the customer's start code; null for none. */
    start: await startState(id),
    pictures: ticket.onsitePictures.map((picture) => ({ id: picture.id })),
    picturesLeft: Math.max(0, mostPictures - ticket.onsitePictures.length),
    ticketPricePaise: ticket.ticketPricePaise,
    /** How many wrong closing codes are left. */
    codesLeft: Math.max(0, codeTries - ticket.codeTries),
    closedAt: ticket.closedAt,
    closeRemarks: ticket.remarks.closeRemarks,
    closingPricePaise: ticket.closingPricePaise,
    paymentType: ticket.paymentType,
    paidAt: ticket.paidAt,
    paymentReference: ticket.paymentReference,
    may: ticket.may,
  };
}
export type TechnicianVisit = Awaited<ReturnType<typeof technicianVisit>>;
