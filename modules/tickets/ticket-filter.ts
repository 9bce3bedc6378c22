import type { Actor } from "../kernel/actor.ts";
import { day, fromNow } from "../kernel/clock.ts";
import { visibleDays } from "./track-access.ts";

type Bind = (value: unknown) => string;

/** Tickets with a status, a displayed status (R198–R202), or `open`, as a condition over `tickets t`. */
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
      return `t.status = ${bind(status)}`;
  }
}

/**
 * Tickets a search finds, as a condition over `tickets t`. Names that are masked for the actor are not found either, or
 * a search would tell what the list hides.
 */
export function matches(actor: Actor, search: string, bind: Bind) {
  const pattern = bind(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  const found = [`t.ticket_id ilike ${pattern}`];
  if (actor.kind === "center" || actor.kind === "technician") {
    const limit = bind(fromNow(-visibleDays * day));
    found.push(
      `(t.name ilike ${pattern} and coalesce(t.closed_at, t.cancelled_at, ${limit}::timestamptz) >= ${limit})`,
    );
  } else {
    found.push(`t.name ilike ${pattern}`);
  }
  if (actor.kind === "system" || (actor.kind === "admin" && actor.role === "SUPER_ADMIN")) {
    found.push(`t.phone like ${pattern}`);
  }
  return `(${found.join(" or ")})`;
}
