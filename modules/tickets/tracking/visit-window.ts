import { windowEnd } from "#modules/centers/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { isAhead } from "../appointments/missed-since.ts";
import type { Ticket } from "../ticket.entity.ts";

/** When the center that has a request comes, until the window is over or the work begins; null otherwise. */
export function visitWindow(ticket: Ticket): { from: Date; until: Date } | null {
  const { timePreferenceType, specificDateTime: from } = ticket;
  if (!isAhead(ticket) || timePreferenceType !== "SPECIFIC_DATE_AND_TIME" || !from) return null;
  const until = windowEnd(from);
  return until > now() ? { from, until } : null;
}
