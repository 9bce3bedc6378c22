import { hasBegun } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { fullAt, takeWantedTime, wantedMoment } from "./agree.ts";
import { endAppointment, lockExchange } from "./end-appointment.ts";
import { occupyTechnician } from "./technician-time.ts";

/** To another time of a locked request nobody is on the way yet, and nobody has taken a picture at it. */
export function comeAnew(ticket: Ticket): void {
  ticket.onTheWayAt = null;
  if (!hasBegun(ticket)) ticket.startedAt = null;
}

/**
 * Exchange the seats that a locked request has at its center for those of the time it wants now; refuses where the center
 * is full then. A request without an agreed time stays without one, unless the center agrees to it now (`agreed`).
 */
export async function moveToWantedTime(ticket: Ticket, centerId: string, { agreed = false } = {}): Promise<void> {
  comeAnew(ticket);
  const at = wantedMoment(ticket);
  if (at) await lockExchange(ticket.id, centerId, at);
  const left = await endAppointment(ticket.id);
  if (!left && !agreed) return;
  if (!(await takeWantedTime(ticket, centerId))) throw await fullAt(ticket, centerId);
  if (ticket.technicianId) await occupyTechnician(ticket, ticket.technicianId);
}
