import { freeSeats } from "#modules/centers/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { AppointmentSchema } from "./appointment.entity.ts";

/** End the appointment of a locked request and free its seats; false where it has none that has not ended. */
export async function endAppointment(ticketId: string): Promise<boolean> {
  const appointment = await em().findOne(AppointmentSchema, { ticketId, endedAt: null }, { refresh: true });
  if (!appointment) return false;
  appointment.endedAt = now();
  await em().flush();
  await freeSeats(appointment.centerId, appointment);
  return true;
}
