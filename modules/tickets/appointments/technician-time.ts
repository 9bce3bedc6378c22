import { DriverException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { minutesBetween, momentsOf } from "#modules/centers/index.ts";
import { istDate, istTime, minute } from "#modules/kernel/clock.ts";
import { em, row, rows } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Ticket } from "../ticket.entity.ts";
import { AppointmentSchema } from "./appointment.entity.ts";

type Span = { from: Date; until: Date };

/**
 * Put a technician into the appointment of a locked request, from when to when they are occupied by it: as early as other
 * work allows, within the windows that are taken. Refuses with `technician.busy` where other work leaves no time. A request
 * without an appointment has none for its technician either.
 */
export async function occupyTechnician({ id: ticketId, serviceId }: Ticket, technicianId: string): Promise<void> {
  const appointment = await em().findOne(AppointmentSchema, { ticketId, endedAt: null }, { refresh: true });
  if (!appointment) return;
  const { begins, lastSlot } = appointment;
  const service = await row<{ duration: number }>(sql`select duration from services where id = ${serviceId}::uuid`);
  const lengthMs = (service!.duration + minutesBetween) * minute;
  const last = momentsOf(istDate(begins), lastSlot).until;
  const busy = await rows<Span>(
    sql`select works_from as "from", works_until as "until" from appointments
        where technician_id = ${technicianId}::uuid and ended_at is null and id <> ${appointment.id}::uuid
          and works_until > ${begins} and works_from < ${last} order by works_from`,
  );
  const from = freeFrom(begins, lengthMs, busy);
  if (from > begins && from.getTime() + lengthMs > last.getTime())
    throw conflict("technician.busy", { from: istTime(begins) });
  appointment.technicianId = technicianId;
  appointment.worksFrom = from;
  appointment.worksUntil = new Date(from.getTime() + lengthMs);
  try {
    await em().flush();
  } catch (error) {
    // Another request of the same technician was faster.
    if (error instanceof DriverException && error.message.includes("one_place_at_a_time"))
      throw conflict("technician.busy", { from: istTime(begins) });
    throw error;
  }
}

/** The first moment from which on there is so much time between the spans, which are in order. */
function freeFrom(begins: Date, lengthMs: number, busy: readonly Span[]): Date {
  let from = begins;
  for (const span of busy) {
    if (span.from.getTime() - from.getTime() >= lengthMs) return from;
    if (span.until > from) from = span.until;
  }
  return from;
}

/** Take the technician of a locked request out of its appointment. */
export async function freeTechnician(ticketId: string): Promise<void> {
  const appointment = await em().findOne(AppointmentSchema, { ticketId, endedAt: null }, { refresh: true });
  if (!appointment?.technicianId) return;
  appointment.technicianId = null;
  appointment.worksFrom = null;
  appointment.worksUntil = null;
  await em().flush();
}
