import { freeWindows, type VisitDay, windowEnd } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, invalid, nullIfMissing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { timeAgreed, visitChanged } from "../events.ts";
import { forCenter, getTicket, ticketInCharge } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import { refuseStale } from "../stale.ts";
import { hasBegun, hasEnded } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { fullAt, takeTime } from "./agree.ts";
import { type Appointment, AppointmentSchema } from "./appointment.entity.ts";
import { endAppointment, lockExchange } from "./end-appointment.ts";
import type { AgreeTime } from "./input.ts";
import { acceptedLate, isPromiseOver } from "./missed-since.ts";
import { comeAnew } from "./move-time.ts";
import { endTimeChange } from "./open-change.ts";
import { occupyTechnician } from "./technician-time.ts";

type Agreeable = Pick<Ticket, "status" | "centerId" | "startProvedAt" | "vehicleId">;

/** Whether a time can be agreed for a request: its center has it, and nobody has begun. */
export const isAgreeable = (ticket: Agreeable): boolean =>
  ticket.centerId != null && !hasEnded(ticket) && ticket.vehicleId == null && !hasBegun(ticket);

/**
 * Agree a free window with the customer of a request that a center has, in place of the one agreed before: takes its seats,
 * those held for "Immediately" too where the request wants that, and its technician's time. The customer gets a message.
 * A center agrees a time where none is agreed yet and its customer chose none, or the chosen one; one that was agreed or
 * chosen, and any once the promised time is over, is the customer's or an operator's to move (`day.customersTime`), because
 * the terms of cancelling follow it.
 */
export const agreeTime = (actor: Actor, { ticketId, version, at }: AgreeTime): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "center") needMay(actor, "actForCustomers");
    const ticket = await ticketInCharge(actor, ticketId);
    await refuseStale(actor, ticket, version);
    const { id, centerId, technicianId } = ticket;
    if (!centerId || !isAgreeable(ticket)) throw conflict("day.notNow");
    const agreed = await em().findOne(AppointmentSchema, { ticketId: id, endedAt: null }, { refresh: true });
    if (agreed?.begins.getTime() === at.getTime()) {
      await endTimeChange(id);
      await announce(await topicsOf(ticket));
      return;
    }
    needMovable(actor, ticket, at, agreed);
    const chosen = chosenTime(ticket);
    const begins = actor.kind === "center" && chosen && isOneWindow(chosen, at) ? chosen : at;
    const useHeld = usesHeld(ticket);
    await lockExchange(id, centerId, begins);
    await endAppointment(id);
    if (!isFree(await freeWindows({ centerId, serviceId: ticket.serviceId }, { useHeld }), at))
      throw invalid("proposal.windowGone", { at: "proposal.windowGone" });
    if (!(await takeTime(ticket, centerId, begins, { useHeld }))) throw await fullAt(ticket, centerId);
    if (technicianId) await occupyTechnician(ticket, technicianId);
    ticket.timePreferenceType = "SPECIFIC_DATE_AND_TIME";
    ticket.specificDateTime = begins;
    comeAnew(ticket);
    await endTimeChange(id);
    ticket.updatedAt = now();
    await recordOn(actor, ticket, {
      event: "ticket.timeAgreed",
      data: { at: begins.toISOString(), ...forCenter(actor) },
    });
    await emit(timeAgreed, { ticketId: id, actId: rowId() });
    if (technicianId) await emit(visitChanged, { ticketId: id, technicianId });
    await announce(await topicsOf(ticket));
  });

/** Refuse a center that would move a time which is the customer's: one that was agreed, chosen or missed. */
function needMovable(actor: Actor, ticket: Ticket, window: Date, agreed: Appointment | null): void {
  if (actor.kind === "center" && !mayAgree(ticket, window, agreed)) throw conflict("day.customersTime");
}

/** Whether a center may agree a window for a request: that of the moment its customer chose, any where that is none. */
function mayAgree(ticket: Ticket, window: Date, agreed: Appointment | null): boolean {
  if (agreed || isPromiseOver(ticket)) return false;
  const chosen = chosenTime(ticket);
  return !chosen || isOneWindow(chosen, window);
}

/** The moment that the customer of a request chose; undefined where it was over when the center got the request. */
const chosenTime = (ticket: Ticket): Date | undefined =>
  ticket.timePreferenceType === "SPECIFIC_DATE_AND_TIME" && !acceptedLate(ticket)
    ? (ticket.specificDateTime ?? undefined)
    : undefined;

const isOneWindow = (left: Date, right: Date) => windowEnd(left).getTime() === windowEnd(right).getTime();

const usesHeld = ({ timePreferenceType }: Ticket) => timePreferenceType === "IMMEDIATELY";

const isFree = (days: readonly VisitDay[], at: Date) =>
  days.some(({ windows }) => windows.some(({ from, state }) => state === "free" && from.getTime() === at.getTime()));

/** The free windows that can be agreed for a request. */
export type TimesToAgree = { ticketId: string; number: string; version: number; days: VisitDay[] };

/** The days with free windows of the center that has a request, for agreeing a time; null where none can be agreed. */
export async function timesToAgree(actor: Actor, ticketId: string): Promise<TimesToAgree | null> {
  const ticket = await nullIfMissing(() => getTicket(actor, ticketId));
  if (!ticket) return null;
  const { centerId, serviceId, publicId, ticketId: number, version } = ticket;
  if (!centerId || !isAgreeable(ticket) || (actor.kind === "center" && actor.centerId !== centerId)) return null;
  const agreed = await em().findOne(AppointmentSchema, { ticketId: ticket.id, endedAt: null }, { refresh: true });
  const isOffered = (from: Date) => actor.kind !== "center" || mayAgree(ticket, from, agreed);
  const days = await freeWindows({ centerId, serviceId }, { useHeld: usesHeld(ticket) });
  const free = days.map(({ day, windows }) => ({
    day,
    windows: windows.filter(({ from, state }) => state === "free" && isOffered(from)),
  }));
  return { ticketId: publicId, number, version, days: free.filter(({ windows }) => windows.length > 0) };
}

/**
 * The same for moving a request to a window, which is one of them: refuses as `agreeTime` would, before anybody is asked
 * to confirm it.
 */
export async function timesToMove(actor: Actor, ticketId: string, at: Date): Promise<TimesToAgree> {
  const times = await timesToAgree(actor, ticketId);
  if (!times) throw conflict("day.notNow");
  const ticket = await getTicket(actor, ticketId);
  needMovable(actor, ticket, at, await em().findOne(AppointmentSchema, { ticketId: ticket.id, endedAt: null }));
  if (!isFree(times.days, at)) throw conflict("proposal.windowGone");
  return times;
}
