import { freeSeats, lockSeats } from "#modules/centers/index.ts";
import { istDate, now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { AppointmentSchema } from "./appointment.entity.ts";

/**
 * Lock the seats that a locked request has and those of a moment that it is about to take at a center, in the order of
 * everybody who exchanges seats: two who exchange the days of each other wait, and both go on.
 */
export async function lockExchange(ticketId: string, centerId: string, at: Date): Promise<void> {
  const left = await em().findOne(AppointmentSchema, { ticketId, endedAt: null }, { refresh: true });
  const leaves = left ? [{ centerId: left.centerId, day: left.day }] : [];
  await lockSeats([...leaves, { centerId, day: istDate(at) }]);
}

/** End the appointment of a locked request and free its seats; false where it has none that has not ended. */
export async function endAppointment(ticketId: string): Promise<boolean> {
  const appointment = await em().findOne(AppointmentSchema, { ticketId, endedAt: null }, { refresh: true });
  if (!appointment) return false;
  appointment.endedAt = now();
  await em().flush();
  await freeSeats(appointment.centerId, appointment);
  return true;
}
