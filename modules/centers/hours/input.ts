import { z } from "zod";
import { optionalStateName } from "#modules/catalog/shared.ts";
import { id, istDay, messageKey, optionalField, shaped, text } from "#modules/kernel/validation.ts";

/** The hours of a day of the week, 1 is Monday and 7 Sunday. */
export type Hours = { weekday: number; opens: number; closes: number };
/** The hours of a week; a day without hours is closed. */
export type Week = readonly Hours[];

/** The days of a week, Monday first. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** A time of day as a time field sends it. */
const timeOfDay = optionalField(shaped(/^([01]\d|2[0-3]):[0-5]\d$/, 5, "hours.time"));

/** From when until when; both empty on a day without work. */
const hoursOfDay = z.object({ opens: timeOfDay, closes: timeOfDay });
type HoursOfDay = z.output<typeof hoursOfDay>;

/** `HH:MM` of minutes after midnight. */
export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function checkDay({ opens, closes }: HoursOfDay, context: z.RefinementCtx) {
  const wrong = (field: "opens" | "closes", message: "hours.both" | "hours.order") =>
    context.addIssue({ code: "custom", path: [field], message: messageKey(message) });
  if (!opens !== !closes) wrong(opens ? "closes" : "opens", "hours.both");
  else if (opens && closes && opens >= closes) wrong("closes", "hours.order");
}

/** A day that is left out has no work. */
const day = hoursOfDay.superRefine(checkDay).prefault({});

const weekFields = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
type WeekFields = Record<Weekday, HoursOfDay>;

/** The hours of the days that have some, in minutes after midnight. */
export const weekOf = (fields: WeekFields): Week =>
  weekdays.flatMap((name, at) => {
    const { opens, closes } = fields[name];
    return opens && closes ? [{ weekday: at + 1, opens: minutesOf(opens), closes: minutesOf(closes) }] : [];
  });

const alongside = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** A center's hours; it is open on one day at least. An admin names the center. */
export const SaveHours = z.object({ centerId: id.optional(), ...weekFields }).superRefine((fields, context) => {
  if (weekOf(fields).length === 0)
    context.addIssue({ code: "custom", path: ["mon", "opens"], message: messageKey("hours.none") });
});
export type SaveHours = z.output<typeof SaveHours>;

/** A technician's hours; without any they are the center's. */
export const SaveTechnicianHours = z.object({ technicianId: id, ...weekFields });
export type SaveTechnicianHours = z.output<typeof SaveTechnicianHours>;

/** How many days may be away at once. */
const longestAbsence = 366;

const lengthOf = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;

/** Days a technician is away, or, without one, the center is closed; one day where no last one is given. */
export const AddAbsence = z
  .object({ centerId: id.optional(), technicianId: optionalField(id), first: istDay, last: optionalField(istDay) })
  .superRefine(({ first, last = first }, context) => {
    const length = lengthOf(first, last);
    if (length >= 1 && length <= longestAbsence) return;
    const message = messageKey(length < 1 ? "hours.lastBeforeFirst" : "hours.tooLong");
    context.addIssue({ code: "custom", path: ["last"], message });
  }, alongside);
export type AddAbsence = z.output<typeof AddAbsence>;

export const AbsenceRef = z.object({ absenceId: id });
export type AbsenceRef = z.output<typeof AbsenceRef>;

/** Whose hours are shown: the center's, or those of one of its technicians. */
export const HoursQuery = z.object({ technician: id.optional() });

/** A day on which the centers of a state are closed; without a state, all. */
export const AddHoliday = z.object({ day: istDay, name: text(60), state: optionalStateName });
export type AddHoliday = z.output<typeof AddHoliday>;

export const HolidayRef = z.object({ holidayId: id });
export type HolidayRef = z.output<typeof HolidayRef>;
