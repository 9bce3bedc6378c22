import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import type { Bind } from "#modules/kernel/db/binds.ts";
import { type TicketStatus, ticketStatuses } from "../labels.ts";
import { visibleDays } from "../track-access.ts";
import { operatorsSearch, type Search, searchedBy } from "./search.ts";

/** The SQL condition over `tickets t` for a status, a displayed status (R198–R202), or `open`. */
export function hasStatus(status: string, bind: Bind) {
  const accepted =
    "(t.status = 'ACCEPTED' or (t.status = 'PENDING' and t.broadcast_status = 'matched_in_same_center'))";
  switch (status) {
    case "Technician Assigned":
      return `${accepted} and t.technician_id is not null`;
    case "Technician Not Assigned":
      return `${accepted} and t.technician_id is null`;
    case "open":
      return "t.status not in ('CLOSED', 'CANCEL')";
    default:
      // Spelled out, so that the plan knows the common statuses from the rare ones.
      return `t.status = ${isStatus(status) ? `'${status}'` : bind(status)}`;
  }
}

const isStatus = (status: string): status is TicketStatus => (ticketStatuses as readonly string[]).includes(status);

/**
 * What a search finds among `tickets t`. Centers and technicians search numbers and names in the requests they
 * have; a name that is hidden from them is not searched, because a match would reveal it. Operators see search.ts.
 */
export async function searchOf(actor: Actor, search: string, bind: Bind): Promise<Search> {
  if (actor.kind !== "center" && actor.kind !== "technician") return operatorsSearch(actor, search, bind);
  const pattern = bind(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  const limit = bind(fromNow(-visibleDays * day));
  const nameShown = `coalesce(t.closed_at, t.cancelled_at, ${limit}::timestamptz) >= ${limit}`;
  return searchedBy(`(t.ticket_id ilike ${pattern} or (t.name ilike ${pattern} and ${nameShown}))`);
}
