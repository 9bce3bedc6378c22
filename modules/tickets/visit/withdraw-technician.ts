import { emit } from "#modules/kernel/work/events.ts";
import { freeTechnician } from "../appointments/technician-time.ts";
import { technicianWithdrawn } from "../events.ts";
import type { Ticket } from "../ticket.entity.ts";

/** Remove the technician of a locked request, if it has one, and notify them; the time of setting out is cleared. */
export async function withdrawTechnician(ticket: Ticket): Promise<void> {
  const { id: ticketId, technicianId } = ticket;
  if (!technicianId) return;
  ticket.technicianId = null;
  ticket.onTheWayAt = null;
  await freeTechnician(ticketId);
  await emit(technicianWithdrawn, { ticketId, technicianId });
}

/** Notify the technician of a locked request that was cancelled, deleted or refused; the request still names them. */
export async function cancelVisit({ id: ticketId, technicianId }: Ticket): Promise<void> {
  if (technicianId) await emit(technicianWithdrawn, { ticketId, technicianId });
}
