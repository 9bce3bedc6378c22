import { windowEnd } from "#modules/centers/index.ts";
import { hour, minute, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { customerMay } from "../policy.ts";
import { hasBegun, isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { hoursAfterAcceptance, visitDue } from "../time-preference.ts";
import { rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";
import { MissedVisitSchema } from "./missed-visit.entity.ts";

type Visit = Pick<
  Ticket,
  | "status"
  | "centerId"
  | "vehicleId"
  | "startProvedAt"
  | "timePreferenceType"
  | "specificDateTime"
  | "createdAt"
  | "acceptedAt"
>;

type Promised = Pick<Visit, "timePreferenceType" | "specificDateTime" | "createdAt" | "acceptedAt">;

/** The end of the time that is wanted: of its window, else the latest time. */
function wantedEnd(visit: Promised): Date {
  const { timePreferenceType: type, specificDateTime: at } = visit;
  return type === "SPECIFIC_DATE_AND_TIME" && at ? windowEnd(at) : visitDue(visit);
}

/** Whether its center got a request when the time that is wanted was over: no time is promised then until one is agreed. */
export const acceptedLate = (visit: Promised): boolean =>
  visit.acceptedAt != null && visit.acceptedAt > wantedEnd(visit);

/** The end of the time for which a visit was promised; four hours after an acceptance that came later. */
export function visitEnd(visit: Promised): Date {
  const { acceptedAt } = visit;
  return acceptedAt && acceptedLate(visit)
    ? new Date(acceptedAt.getTime() + hoursAfterAcceptance * hour)
    : wantedEnd(visit);
}

/** By when the visit is promised, as the customer reads it: the time wanted, where its center got the request in time. */
export const promisedBy = (visit: Promised): Date => (acceptedLate(visit) ? visitEnd(visit) : visitDue(visit));

/** Whether a center has a visit ahead: nobody has begun, and the request is open. */
export const isAhead = (visit: Pick<Visit, "status" | "centerId" | "vehicleId" | "startProvedAt">): boolean =>
  isLive(visit) && Boolean(visit.centerId) && !visit.vehicleId && !hasBegun(visit);

/** Whether the time for which a center promised a visit is over without a start. */
export const isPromiseOver = (visit: Visit): boolean => isAhead(visit) && now() >= visitEnd(visit);

/** The rule by which nobody came to a visit that its center has, minutes after its end without a start; else undefined. */
export async function missedRule(visit: Visit): Promise<VisitRule | undefined> {
  if (!isPromiseOver(visit)) return undefined;
  const rule = (await rulesInForce()).of("center_missed", "missed");
  return now().getTime() >= visitEnd(visit).getTime() + (rule.minutes ?? 0) * minute ? rule : undefined;
}

/** What the customer of a request may do now: by `customerMay`, with what follows once nobody came. */
export const customerMayNow = async (ticket: Ticket) =>
  customerMay(ticket, { missed: (await missedRule(ticket)) !== undefined });

/** Whether nobody came to a request, and its customer does not wait longer. */
export async function isMissed(ticket: Ticket): Promise<boolean> {
  return (await missedRule(ticket)) !== undefined && !(await waitsNow(ticket));
}

const waitsNow = async ({ id: ticketId, centerId }: Ticket) =>
  (await em().count(MissedVisitSchema, { ticketId, centerId: centerId ?? null!, waitsUntil: { $gt: now() } })) > 0;
