import { sql } from "kysely";
import { windowEnd } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { hour, istTime, minute, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { conflict, type DomainError, denied } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { countedAfter } from "../appointments/answer-time.ts";
import { acceptedLate, isMissed } from "../appointments/missed-since.ts";
import { technicianReached } from "../events.ts";
import { getTicket, ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { hasBegun, isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { dayEnd, dayStart } from "../time-preference.ts";
import { topicsOf } from "../topics.ts";
import { rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";
import { type Arrival, ArrivalSchema } from "./arrival.entity.ts";

/*
 * A technician at the address whom nobody opens: they say that they are there, which the customer gets a message about,
 * and log their calls without an answer. After the calls and minutes of the rule in force the request can be closed as not
 * found.
 */

/** Two calls within a minute are one: a double tap. */
const callGap = minute;

/**
 * Record that the assigned technician is at the address, as that technician or its center; the customer gets a message,
 * once for each arrival. Repeating changes nothing. Refuses with `ticket.ended`, `ticket.noTechnician`, `visit.begun`,
 * `visit.tooEarly` more than an hour before the agreed window, and `visit.missed` once nobody came in the promised time:
 * then the customer decides.
 */
export const setReached = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    const ticket = await atTheDoor(actor, ticketId);
    const { id, technicianId } = ticket;
    const known = await arrivalOf(ticket);
    if (known && (countsByDay(ticket, known) || !isByDay(now()))) return;
    if (now().getTime() < earliestOf(ticket)) throw conflict("visit.tooEarly");
    if (await isMissed(ticket)) throw conflict("visit.missed");
    const begun = { technicianId: technicianId!, reachedAt: now(), calls: 0, lastCallAt: null, calledByDay: false };
    // Of another technician, for another window, or at night.
    const former = await em().findOne(ArrivalSchema, { ticketId: id }, { refresh: true });
    if (former) Object.assign(former, begun);
    else em().create(ArrivalSchema, { ticketId: id, ...begun });
    await em().flush();
    ticket.onTheWayAt ??= now();
    await recordOn(actor, ticket, { event: "ticket.reached", data: { technicianId } });
    const reachedAt = begun.reachedAt.toISOString();
    await emit(technicianReached, { ticketId: id, technicianId: technicianId!, reachedAt });
    await announce(await topicsOf(ticket));
  });

/**
 * Log a call without an answer by who is at the address; refuses with `visit.notReached` before, and with
 * `visit.callLater` before the agreed window begins.
 */
export const logCall = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    const ticket = await atTheDoor(actor, ticketId);
    const arrival = await arrivalOf(ticket);
    if (!arrival) throw conflict("visit.notReached");
    if (now().getTime() < windowBegin(ticket)) throw conflict("visit.callLater");
    if (arrival.lastCallAt && now().getTime() < arrival.lastCallAt.getTime() + callGap) return;
    if (arrival.calls >= mostCalls && (arrival.calledByDay || !isByDay(now()))) return;
    arrival.calls += 1;
    arrival.lastCallAt = now();
    arrival.calledByDay ||= isByDay(now());
    await em().flush();
    await recordOn(actor, ticket, { event: "ticket.calledInVain", data: { calls: arrival.calls } });
    await announce(await topicsOf(ticket));
  });

/** More calls than these are not counted. */
const mostCalls = 20;

/** The locked request of a visit that did not begin, whose technician may be at the address. */
export async function atTheDoor(actor: Actor, ticketId: string): Promise<Ticket> {
  if (actor.kind !== "technician" && actor.kind !== "center") throw denied();
  const ticket = await ticketInCharge(actor, ticketId);
  if (!isLive(ticket) || ticket.vehicleId) throw conflict("ticket.ended");
  if (!ticket.technicianId) throw conflict("ticket.noTechnician");
  if (hasBegun(ticket)) throw conflict("visit.begun");
  return ticket;
}

/** The arrival of the technician whom a request has now, for the window it has now; null for none. */
export async function arrivalOf(ticket: Ticket): Promise<Arrival | null> {
  const { id: ticketId, technicianId } = ticket;
  const arrival = await em().findOne(
    ArrivalSchema,
    { ticketId, technicianId: technicianId ?? null! },
    { refresh: true },
  );
  return arrival && arrival.reachedAt.getTime() >= earliestOf(ticket) ? arrival : null;
}

/** From when on, in milliseconds, a technician may be at the address: an hour before the agreed window. */
const earliestOf = (ticket: Ticket) => windowBegin(ticket) - hour;

/** The begin of the agreed window, in milliseconds; 0 without one, and for one that was over when its center got the request. */
export function windowBegin(ticket: Ticket): number {
  const { timePreferenceType: type, specificDateTime: at } = ticket;
  return type === "SPECIFIC_DATE_AND_TIME" && at && !acceptedLate(ticket) ? windowEnd(at).getTime() - 2 * hour : 0;
}

/**
 * From when on a request with this arrival can be closed as not found, as far as time goes. Without an agreed window
 * nobody needs to open at night: only the minutes from 08:00 to 20:00 count.
 */
function absentFrom(ticket: Ticket, { reachedAt }: Arrival, rule: VisitRule): Date {
  const begin = windowBegin(ticket);
  const minutes = rule.minutes ?? 0;
  if (!begin) return countedAfter(reachedAt, minutes);
  return new Date(Math.max(reachedAt.getTime(), begin) + minutes * minute);
}

/** After what a request can be closed as not found: logged calls, and minutes at the address in the promised time. */
export const absentRule = async (): Promise<VisitRule> => (await rulesInForce()).of("customer_absent", "absent");

/** Whether an arrival can end as not found: without an agreed window nobody needs to open at night. */
const countsByDay = (ticket: Ticket, { reachedAt }: Arrival) => windowBegin(ticket) > 0 || isByDay(reachedAt);

/** Whether a moment lies between 08:00 and 20:00 in India. */
const isByDay = (at: Date) => istTime(at) >= dayStart && istTime(at) < dayEnd;

/** What is missing before a request can be closed as not found; undefined for nothing. */
export function missingForAbsent(ticket: Ticket, arrival: Arrival | null, rule: VisitRule): DomainError | undefined {
  const calls = rule.calls ?? 0;
  if (!arrival || !countsByDay(ticket, arrival)) return conflict("visit.notReached");
  if (arrival.calls < calls) return conflict("visit.callsMissing", { n: calls });
  if (!windowBegin(ticket) && !arrival.calledByDay) return conflict("visit.callByDay");
  if (now() < absentFrom(ticket, arrival, rule)) return conflict("visit.waitLonger", { minutes: rule.minutes ?? 0 });
  return undefined;
}

/** The condition over `tickets t` that the technician it has now said that they are at the address. */
export const isReachedSql: Sql = sql`exists (select from arrivals a
  where a.ticket_id = t.id and a.technician_id = t.technician_id)`;

/** A technician's waiting at the address, for who serves the request; null before they are there. */
export type WaitAtDoor = { reachedAt: Date; calls: number; callsNeeded: number; until: Date; over: boolean };

export async function waitAtDoorOf(actor: Actor, ticketId: string): Promise<WaitAtDoor | null> {
  const ticket = await getTicket(actor, ticketId);
  const arrival = await arrivalOf(ticket);
  if (!arrival) return null;
  const { reachedAt, calls } = arrival;
  const rule = await absentRule();
  const until = absentFrom(ticket, arrival, rule);
  return { reachedAt, calls, callsNeeded: rule.calls ?? 0, until, over: !missingForAbsent(ticket, arrival, rule) };
}
