import { type Actor, holdsAll } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import type { Ticket } from "./ticket.entity.ts";

/** How many days after its end a ticket's personal data is visible (fixed point 16, H3). */
export const visibleDays = 30;

type Ended = Pick<Ticket, "closedAt" | "cancelledAt">;

/** Whether a ticket ended more than 30 days ago. */
export function longOver({ closedAt, cancelledAt }: Ended, at = now()) {
  const ended = closedAt ?? cancelledAt;
  return ended != null && at.getTime() - ended.getTime() > visibleDays * day;
}

/** How much of a ticket is visible: everything, what its link shows, or only its state. */
export type Access = "full" | "public" | "status";

/**
 * How much of a ticket an actor sees (fixed points 14 and 16, H3): everything for a browser that verified its phone and
 * for a SUPER_ADMIN; everything until 30 days after its end for its center and technician; a masked view for the link
 * alone, and only the state after those days.
 */
export function accessOf(actor: Actor, ticket: Ticket): Access {
  if (actor.kind === "anyone" && actor.phones.includes(ticket.phone)) return "full";
  if (holdsAll(actor)) return "full";
  if (longOver(ticket)) return "status";
  if (actor.kind === "center" && ticket.centerId === actor.centerId) return "full";
  if (actor.kind === "technician" && ticket.technicianId === actor.technicianId) return "full";
  return "public";
}
