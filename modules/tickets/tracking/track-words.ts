import { day, hour, minute, now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { acceptedLate, promisedBy } from "../appointments/missed-since.ts";
import { skippedSteps } from "../labels.ts";
import { hasBegun, isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";

export type Around = { center: string | null; technician: string | null };
/** The payment of a ticket's fee: due, not paid in time, being refunded, or nothing to say (null). */
export type FeePayment = "due" | "over" | "returned" | null;
export type Sentence = { key: MessageKey; params?: MessageParams };

/** The sentences with an own wording for a pick and drop: of a driver and a ride. */
const ofRides = [
  "now.matching",
  "now.accepted",
  "now.assigned",
  "now.started",
  "now.closed",
  "now.notVisited",
  "now.notDone",
  "next.soon",
  "next.by",
  "next.at",
  "late.accepting",
  "late.assigning",
  "late.visiting",
  "late.finishing",
] as const;

/** A sentence in the words of what was booked. */
function wordedFor<S extends { key: MessageKey }>(ticket: Ticket, sentence: S): S {
  const name = ticket.vehicleId && ofRides.find((each) => `tracking.${each}` === sentence.key);
  return name ? { ...sentence, key: `tracking.ride.${name}` } : sentence;
}

/** What is happening with a ticket, in one sentence; without names when only the state is visible. */
export const whatHappens = (ticket: Ticket, around: Around | null, fee: FeePayment): Sentence =>
  wordedFor(ticket, happening(ticket, around, fee));

function happening(ticket: Ticket, around: Around | null, fee: FeePayment): Sentence {
  switch (ticket.status) {
    case "CLOSED":
      return { key: closedBecause(ticket) };
    case "CANCEL":
      return { key: "tracking.now.cancelled" };
    case "ON_HOLD":
      return { key: "tracking.now.onHold" };
    case "REJECT":
      return { key: "tracking.now.rejected" };
    default:
      return whatHappensNow(ticket, around ?? { center: null, technician: null }, fee);
  }
}

/** The words of a request that was closed without the work. */
function closedBecause(ticket: Ticket): MessageKey {
  if (skippedSteps(ticket).length === 0) return "tracking.now.closed";
  if (ticket.customerAbsentAt) return "tracking.now.absent";
  return ticket.closeRemarks?.startsWith("Not Visited") ? "tracking.now.notVisited" : "tracking.now.notDone";
}

function whatHappensNow(ticket: Ticket, { center, technician }: Around, fee: FeePayment): Sentence {
  if (ticket.technicianId) {
    const key = ticket.startedAt ? "started" : ticket.onTheWayAt ? "onTheWay" : "assigned";
    return { key: `tracking.now.${key}`, params: { technician: technician ?? "" } };
  }
  if (ticket.centerId) return { key: "tracking.now.accepted", params: { center: center ?? "" } };
  if (!ticket.serviceAvailable) return { key: "tracking.now.noService" };
  switch (fee) {
    case "due":
      return { key: ticket.vehicleId ? "tracking.now.awaitingPlatform" : "tracking.now.awaitingPayment" };
    case "over":
      return { key: "booking.pay.over" };
    case "returned":
      // Paid too late to be offered; the fee of an offered one is refunded, too, while it waits for a center.
      return { key: ticket.broadcastStatus ? "tracking.now.matching" : "booking.pay.over" };
    default:
      return { key: "tracking.now.matching" };
  }
}

/** When the next visit is, while it is ahead; `at` fills {time}. */
export function nextVisit(ticket: Ticket): { key: MessageKey; at: Date | null } | null {
  if (!isLive(ticket) || hasBegun(ticket) || !ticket.centerId) return null;
  const type = ticket.timePreferenceType;
  if (type === "IMMEDIATELY") return wordedFor(ticket, { key: "tracking.next.soon", at: null });
  const key = type === "WITHIN_24_HOURS" || acceptedLate(ticket) ? "tracking.next.by" : "tracking.next.at";
  return wordedFor(ticket, { key, at: promisedBy(ticket) });
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** A hint when a step takes longer than customers expect (B2.3); null while all is in time. */
export function lateHint(ticket: Ticket, at = now()): { key: MessageKey } | null {
  if (!isLive(ticket)) return null;
  const key = lateStep(ticket, at);
  return key ? wordedFor(ticket, { key }) : null;
}

function lateStep(ticket: Ticket, at: Date): MessageKey | undefined {
  if (hasBegun(ticket))
    return ticket.startedAt && at > after(ticket.startedAt, day) ? "tracking.late.finishing" : undefined;
  if (ticket.technicianId) return at > after(promisedBy(ticket), hour) ? "tracking.late.visiting" : undefined;
  if (ticket.centerId) {
    const due = after(ticket.acceptedAt ?? ticket.createdAt, 2 * hour);
    const visit = promisedBy(ticket);
    const waits = ticket.timePreferenceType === "SPECIFIC_DATE_AND_TIME" && visit > due ? visit : due;
    return at > waits ? "tracking.late.assigning" : undefined;
  }
  const offered = ticket.broadcastAt;
  const patience = env.escalateAfterMinutes * minute;
  return offered && at > after(offered, patience) ? "tracking.late.accepting" : undefined;
}
