import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey } from "#modules/kernel/db/columns.ts";

/** A visit that a center agreed to: the windows it has taken. A request has one that has not ended at most. */
export const AppointmentSchema = defineEntity({
  name: "Appointment",
  tableName: "appointments",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    centerId: p.uuid(),
    /** Who comes, and from when until when they are occupied; null until a technician is assigned. */
    technicianId: p.uuid().nullable(),
    worksFrom: instant().nullable(),
    worksUntil: instant().nullable(),
    /** The moment that was agreed; its window is the first that is taken. */
    begins: instant(),
    /** `YYYY-MM-DD` in India, and the first and the last of the windows that are taken on it, by their numbers. */
    day: p.date(),
    firstSlot: p.smallint(),
    lastSlot: p.smallint(),
    createdAt: createdAt(),
    /** When its seats were freed: the job was closed, cancelled or handed back, or another time was agreed. */
    endedAt: instant().nullable(),
  },
});
export type Appointment = InferEntity<typeof AppointmentSchema>;
