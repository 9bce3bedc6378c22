import { sql } from "kysely";
import { centerName, dutyOf, momentsOf } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day as dayMs, fromIst, istDate, minute, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import type { TicketStatus } from "../labels.ts";
import { needMay } from "../policy.ts";
import { readingOf } from "../reading.ts";
import { hasNotBegunSql, hasNotEndedSql } from "../states/states-sql.ts";
import type { TimePreferenceType } from "../time-preference.ts";

/** What became of a visit, as a word. */
export type VisitState = "unassigned" | "agreed" | "onTheWay" | "started" | "done";

/** A visit of the day, with the windows it takes by their numbers, 0 to 5. */
export type Visit = {
  /** Public id of the request. */
  ticketId: string;
  /** The request as the reader sees it, for acts on it. */
  version: number;
  number: string;
  name: string;
  service: string;
  locality: string | null;
  technicianId: string | null;
  firstSlot: number;
  lastSlot: number;
  begins: Date;
  state: VisitState;
  /** When the work began. */
  startedAt: Date | null;
  /** What was charged for a visit that is done. */
  closingPricePaise: Paise | null;
  /** Whether that is recorded as paid. */
  isPaid: boolean;
  /** Since when its first window is over while nobody has begun; null for one that is not late by a minute. */
  lateSince: Date | null;
};

/** A lane of the board. */
export type Lane = {
  id: string;
  name: string;
  absent: boolean;
  /** The windows in which the technician works. */
  onDuty: number[];
};

/** An accepted request for which no time is agreed. */
export type WithoutTime = Pick<Visit, "ticketId" | "number" | "name" | "service" | "locality"> & {
  timePreference: { type: TimePreferenceType; at: Date | null };
};

export type DayBoard = {
  day: string;
  today: string;
  technicians: Lane[];
  visits: Visit[];
  withoutTime: WithoutTime[];
  /** How many visits today and tomorrow have. */
  counts: { today: number; tomorrow: number };
};

/** That an appointment `a` of a request `t` is on its center's board. */
const isOfBoard = sql`t.deleted_at is null and t.center_id = a.center_id
  and (a.ended_at is null or (t.status = 'CLOSED' and a.ended_at >= t.closed_at))`;

/** The windows of a day by their numbers. */
const slots = [0, 1, 2, 3, 4, 5];

/** The most rows of each part. */
const most = 200;

/** The columns of a request that a row of a day shows. */
export type TicketColumns = {
  ticketId: string;
  version: number;
  number: string;
  name: string;
  service: string;
  locality: string | null;
  closedAt: Date | null;
};

export type VisitRow = TicketColumns & {
  technicianId: string | null;
  firstSlot: number;
  lastSlot: number;
  begins: Date;
  status: TicketStatus;
  onTheWayAt: Date | null;
  startedAt: Date | null;
  closingPrice: string | null;
  isPaid: boolean;
};

/**
 * The day of a center: its technicians, its visits, and what has no time yet. A center reads its
 * own; an operator who acts for customers and centers that of the one they name.
 */
export async function dayBoard(
  actor: Actor,
  { day = istDate(), ...of }: { day?: string | undefined; centerId?: string | undefined } = {},
): Promise<DayBoard> {
  if (actor.kind !== "center") needMay(actor, "actForCustomers");
  const centerId = actor.kind === "center" ? actor.centerId : of.centerId;
  if (!centerId || (actor.kind !== "center" && !(await centerName(centerId)))) throw missing("center.notFound");
  const technicians = await rows<Omit<Lane, "onDuty">>(
    sql`select t.id, t.name, exists (select from absences a where a.technician_id = t.id
              and a.first_day <= ${day}::date and a.last_day >= ${day}::date) as absent
       from technicians t where t.center_id = ${centerId}::uuid and t.deleted_at is null
      order by t.name, t.id limit ${sql.lit(most)}`,
  );
  const visits = await rows<VisitRow>(
    sql`select ${ticketColumns}, t.technician_id as "technicianId", a.first_slot as "firstSlot", a.last_slot as "lastSlot",
            a.begins, t.status, t.on_the_way_at as "onTheWayAt", t.started_at as "startedAt",
            t.closing_price_paise as "closingPrice", t.paid_at is not null as "isPaid"
       from appointments a join tickets t on t.id = a.ticket_id join services s on s.id = t.service_id
      where a.center_id = ${centerId}::uuid and a.day = ${day}::date and ${isOfBoard}
      order by a.begins, a.id limit ${sql.lit(most)}`,
  );
  const withoutTime = await rows<TicketColumns & { type: TimePreferenceType; at: Date | null }>(
    sql`select ${ticketColumns}, t.time_preference_type as type, t.specific_date_time as at
       from tickets t join services s on s.id = t.service_id
      where t.center_id = ${centerId}::uuid and ${hasNotEndedSql()} and t.deleted_at is null
        and ${hasNotBegunSql} and t.vehicle_id is null
        and not exists (select from appointments a where a.ticket_id = t.id and a.ended_at is null)
      order by t.created_at, t.id limit ${sql.lit(most)}`,
  );
  const today = istDate();
  const tomorrow = istDate(new Date(fromIst(today, "12:00").getTime() + dayMs));
  const counts = await row<DayBoard["counts"]>(
    sql`select count(*) filter (where a.day = ${today}::date)::int as today,
            count(*) filter (where a.day = ${tomorrow}::date)::int as tomorrow
       from appointments a join tickets t on t.id = a.ticket_id
      where a.center_id = ${centerId}::uuid and a.day in (${today}::date, ${tomorrow}::date) and ${isOfBoard}`,
  );
  const works = await dutyOf(centerId, { first: day, last: day });
  return {
    day,
    today,
    counts: counts!,
    technicians: technicians.map(({ id, name, absent }) => ({
      id,
      name: actor.kind === "center" ? name : nameFor(actor, name),
      absent,
      onDuty: slots.filter((slot) => works(id, day, slot)),
    })),
    visits: visits.map((visit) => visitOf(actor, visit)),
    withoutTime: withoutTime.map(({ type, at, ...ticket }) => ({
      ...shown(actor, ticket),
      timePreference: { type, at },
    })),
  };
}

export const ticketColumns = sql`t.public_id as "ticketId", t.version, t.ticket_id as number, t.name, s.service_name as service, t.locality,
  t.closed_at as "closedAt"`;

/** As the lists of a center or technician show its own requests. */
export function shown(actor: Actor, { ticketId, number, name, service, locality, closedAt }: TicketColumns) {
  const read = readingOf(actor, { closedAt, cancelledAt: null });
  return { ticketId, number, name: read.name(name), service, locality: read.locality(locality) };
}

/** A visit of a day as its center or technician sees it. */
export function visitOf(actor: Actor, visit: VisitRow): Visit {
  const { technicianId, firstSlot, lastSlot, begins, startedAt, closingPrice } = visit;
  const state = stateOf(visit);
  const waits = state !== "done" && state !== "started";
  const due = momentsOf(istDate(begins), firstSlot).until;
  return {
    ...shown(actor, visit),
    version: visit.version,
    technicianId,
    firstSlot,
    lastSlot,
    begins,
    state,
    startedAt,
    closingPricePaise: closingPrice === null ? null : toPaise(closingPrice),
    isPaid: visit.isPaid,
    lateSince: waits && now().getTime() - due.getTime() >= minute ? due : null,
  };
}

function stateOf({ status, startedAt, onTheWayAt, technicianId }: VisitRow): VisitState {
  if (status === "CLOSED") return "done";
  if (startedAt) return "started";
  if (onTheWayAt) return "onTheWay";
  return technicianId ? "agreed" : "unassigned";
}
