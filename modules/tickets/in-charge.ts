import { type Actor, need } from "../kernel/actor.ts";
import { denied, missing } from "../kernel/errors.ts";
import type { Ticket } from "./ticket.entity.ts";
import { getTicket } from "./visible.ts";

/**
 * A ticket for whoever may work on it, locked for the transaction: the center that owns it, its technician, or an
 * admin who may edit requests. A center that only created it, like any stranger, does not find it (H13).
 */
export async function ticketInCharge(actor: Actor, ticketId: string): Promise<Ticket> {
  if (actor.kind === "anyone" || actor.kind === "onboarder") throw denied();
  if (actor.kind === "admin") need(actor, "edit_ticket.full_access");
  const ticket = await getTicket(actor, ticketId, { lock: true });
  if (actor.kind === "center" && ticket.centerId !== actor.centerId) throw missing("ticket.notFound");
  return ticket;
}
