import { emit } from "#modules/kernel/work/events.ts";
import { technicianWithdrawn } from "../events.ts";
import type { Ticket } from "../ticket.entity.ts";

/** Take a locked request from its technician, if it has one, and tell them; whoever comes next has not set out yet. */
export async function withdrawTechnician(ticket: Ticket): Promise<void> {
  const { id: ticketId, technicianId } = ticket;
  if (!technicianId) return;
  ticket.technicianId = null;
  ticket.onTheWayAt = null;
  await emit(technicianWithdrawn, { ticketId, technicianId });
}

/** Tell the technician of a locked request that was cancelled, deleted or refused; it still shows who it was. */
export async function cancelVisit({ id: ticketId, technicianId }: Ticket): Promise<void> {
  if (technicianId) await emit(technicianWithdrawn, { ticketId, technicianId });
}
