import type { Ticket } from "../ticket.entity.ts";
import { fullAt, takeWantedTime } from "./agree.ts";
import { endAppointment } from "./end-appointment.ts";
import { occupyTechnician } from "./technician-time.ts";

/**
 * Exchange the seats that a locked request has at its center for those of the time it wants now; refuses where the center
 * is full then. A request without an agreed time stays without one. Nobody is on the way to the new time yet.
 */
export async function moveToWantedTime(ticket: Ticket, centerId: string): Promise<void> {
  ticket.onTheWayAt = null;
  const agreed = await endAppointment(ticket.id);
  if (!agreed) return;
  if (!(await takeWantedTime(ticket, centerId))) throw await fullAt(ticket, centerId);
  if (ticket.technicianId) await occupyTechnician(ticket, ticket.technicianId);
}
