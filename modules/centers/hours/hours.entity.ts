import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** Times of day are minutes after midnight in India. */
const hoursOfDay = {
  /** 1 is Monday, 7 Sunday. */
  weekday: p.smallint().primary(),
  opens: p.smallint(),
  closes: p.smallint(),
};

/** A center's hours of a day of the week; without any row it has the usual ones. */
export const CenterHoursSchema = defineEntity({
  name: "CenterHours",
  tableName: "center_hours",
  properties: { centerId: p.uuid().primary(), ...hoursOfDay },
});

/** A technician's hours of a day of the week; without any row they are the center's. */
export const TechnicianHoursSchema = defineEntity({
  name: "TechnicianHours",
  tableName: "technician_hours",
  properties: { technicianId: p.uuid().primary(), ...hoursOfDay },
});

/** Days in a row, both included, on which a technician is away; without a technician the center is closed. */
export const AbsenceSchema = defineEntity({
  name: "Absence",
  tableName: "absences",
  properties: {
    id: primaryKey(),
    centerId: p.uuid(),
    technicianId: p.uuid().nullable(),
    /** `YYYY-MM-DD` in India. */
    firstDay: p.date(),
    lastDay: p.date(),
    createdAt: createdAt(),
  },
});
export type Absence = InferEntity<typeof AbsenceSchema>;

/** A day on which the centers of a state are closed, by the operator's list. */
export const HolidaySchema = defineEntity({
  name: "Holiday",
  tableName: "holidays",
  properties: {
    id: primaryKey(),
    day: p.date(),
    /** Null for all of India. */
    state: words().nullable(),
    name: words(),
    createdAt: createdAt(),
  },
});
export type Holiday = InferEntity<typeof HolidaySchema>;
