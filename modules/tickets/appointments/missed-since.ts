import { windowEnd } from "#modules/centers/index.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import type { Ticket } from "../ticket.entity.ts";
import { dueOf, visitDue } from "../time-preference.ts";
import { rulesInForce, type VisitRule } from "../visit-rules/rules-in-force.ts";
import { MissedVisitSchema } from "./missed-visit.entity.ts";

type Visit = Pick<
  Ticket,
  | "status"
  | "centerId"
  | "vehicleId"
  | "startedAt"
  | "timePreferenceType"
  | "specificDateTime"
  | "createdAt"
  | "acceptedAt"
>;

/**
 * The end of the time for which a visit was promised: of its window, else the latest time; four hours after the acceptance
 * by a center that got the request when that was over.
 */
export function visitEnd(visit: Visit): Date {
  const { timePreferenceType: type, specificDateTime: at } = visit;
  return type === "SPECIFIC_DATE_AND_TIME" && at ? dueOf(windowEnd(at), visit.acceptedAt) : visitDue(visit);
}

/** Whether a center has a visit ahead: nobody has begun, and the request is open. */
export const isAhead = ({ status, centerId, vehicleId, startedAt }: Visit): boolean =>
  ["PENDING", "ACCEPTED", "VERIFIED"].includes(status) && Boolean(centerId) && !vehicleId && !startedAt;

/** Whether the time for which a center promised a visit is over without a start. */
export const isPromiseOver = (visit: Visit): boolean => isAhead(visit) && now() >= visitEnd(visit);

/** The rule by which nobody came to a visit that its center has, minutes after its end without a start; else undefined. */
export async function missedRule(visit: Visit): Promise<VisitRule | undefined> {
  if (!isPromiseOver(visit)) return undefined;
  const rule = (await rulesInForce()).of("center_missed", "missed");
  return now().getTime() >= visitEnd(visit).getTime() + (rule.minutes ?? 0) * minute ? rule : undefined;
}

/** Whether nobody came to a request, and its customer does not wait longer. */
export async function isMissed(ticket: Ticket): Promise<boolean> {
  return (await missedRule(ticket)) !== undefined && !(await waitsNow(ticket));
}

const waitsNow = async ({ id: ticketId, centerId }: Ticket) =>
  (await em().count(MissedVisitSchema, { ticketId, centerId: centerId ?? null!, waitsUntil: { $gt: now() } })) > 0;
