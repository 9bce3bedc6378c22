import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  addAbsence,
  addHoliday,
  type CenterHours,
  centerHours,
  holidays,
  removeAbsence,
  removeHoliday,
  saveHours,
  saveTechnicianHours,
  technicianHours,
} from "#modules/centers/index.ts";
import {
  AbsenceRef,
  AddAbsence,
  AddHoliday,
  clockOf,
  HolidayRef,
  SaveHours,
  SaveTechnicianHours,
  type Week,
  weekdays,
} from "#modules/centers/shared.ts";
import { id } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { textRefusals } from "../../line/refusals.ts";
import { type Names, wire } from "../../line/wire.ts";

/* When a center and its technicians work, the days they do not, and the holidays of each state. */

/** The hours of the days with work, as `HH:MM` in India time. */
const WeekShape = z.array(z.strictObject({ day: z.enum(weekdays), opens: z.string(), closes: z.string() }));
/** Days from the first to the last, as `YYYY-MM-DD`. */
const DaysShape = z.strictObject({ _id: z.string(), first: z.string(), last: z.string() });

const week = (hours: Week): z.output<typeof WeekShape> =>
  hours.map(({ weekday, opens, closes }) => ({
    day: weekdays[weekday - 1]!,
    opens: clockOf(opens),
    closes: clockOf(closes),
  }));

type Days = { id: string; first: string; last: string };
const days = ({ id: _id, first, last }: Days) => ({ _id, first, last });

const CenterHoursShape = z.strictObject({
  hours: WeekShape,
  own_hours: z.boolean(),
  closed_days: z.array(DaysShape),
  holidays: z.array(z.strictObject({ day: z.string(), name: z.string() })),
  technicians: z.array(
    z.strictObject({ _id: z.string(), name: z.string(), own_hours: z.boolean(), next_absence: DaysShape.nullable() }),
  ),
});

const TechnicianHoursShape = z.strictObject({
  _id: z.string(),
  name: z.string(),
  hours: WeekShape,
  own_hours: z.boolean(),
  absences: z.array(DaysShape),
});

const HolidayShape = z.strictObject({
  _id: z.string(),
  day: z.string(),
  name: z.string(),
  state: z.string().nullable(),
});

const centerAnswer = ({ week: hours, own, absences, technicians, holidays: closed }: CenterHours) => ({
  hours: week(hours),
  own_hours: own,
  closed_days: absences.map(days),
  holidays: closed.map(({ day, name }) => ({ day, name })),
  technicians: technicians.map((each) => ({
    _id: each.id,
    name: each.name,
    own_hours: each.own,
    next_absence: each.next && days(each.next),
  })),
});

type HoursOfTechnician = Awaited<ReturnType<typeof technicianHours>>;
const technicianAnswer = ({ id: _id, name, week: hours, own, absences }: HoursOfTechnician) => ({
  _id,
  name,
  hours: week(hours),
  own_hours: own,
  absences: absences.map(days),
});

/** `mon.opens` and `mon.closes`, and so on: the wire's names are ours. */
const weekNames: Names = Object.fromEntries(
  weekdays.flatMap((day) => [`${day}.opens`, `${day}.closes`]).map((path) => [path, path]),
);
const weekRefusals: MessageKey[] = ["hours.both", "hours.order", "hours.time"];

const OfTechnician = z.object({ technicianId: id });

const center = { own: true, as: ["center", "desk"] } as const;
const admin = { own: true, as: ["admin"], can: "update_center.full_access" } as const;
const change = { limit: callLimit, once: "in its transaction" } as const;

export const hoursCalls = {
  "GET center/hours": call({
    ...center,
    limit: reads.own,
    summary:
      "The hours of the center's week, its coming closed days, the holidays of its state, and its technicians; without " +
      "own hours they are the usual ones",
    input: wire({}, z.object({}), []),
    run: (actor) => centerHours(actor),
    answer: CenterHoursShape,
    reply: centerAnswer,
  }),
  "PUT center/hours": call({
    ...center,
    ...change,
    summary: "Set the hours of the center's week; a day without hours is closed, one at least is open",
    input: wire(weekNames, SaveHours, [...weekRefusals, "hours.none"]),
    run: (actor, { centerId: _ofAdmins, ...hours }) => saveHours(actor, hours),
    answer: z.null(),
    reply: () => null,
    say: "hours.saved",
  }),
  "GET center/technician-hours/{technician}": call({
    ...center,
    limit: reads.own,
    summary: "The hours of a technician's week and the coming absences; without own hours they are the center's",
    input: wire({ technician: "technicianId" }, OfTechnician, ["form.id"]),
    run: (actor, { technicianId }) => technicianHours(actor, technicianId),
    refuses: { 404: ["technician.notFound"] },
    answer: TechnicianHoursShape,
    reply: technicianAnswer,
  }),
  "PUT center/technician-hours/{technician}": call({
    ...center,
    ...change,
    summary: "Set the hours of a technician's week; without any they are the center's again",
    input: wire({ technician: "technicianId", ...weekNames }, SaveTechnicianHours, [...weekRefusals, "form.id"]),
    run: (actor, input) => saveTechnicianHours(actor, input),
    refuses: { 404: ["technician.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "hours.saved",
  }),
  "POST center/absences": call({
    ...center,
    ...change,
    summary:
      "Note days from today on: those a technician is away or, without one, the center is closed. Agreed visits stay",
    input: wire({ technician_obj_id: "technicianId", first: "first", last: "last" }, AddAbsence, [
      "form.date",
      "form.id",
      "hours.lastBeforeFirst",
      "hours.tooLong",
    ]),
    run: (actor, { centerId: _ofAdmins, ...absence }) => addAbsence(actor, absence),
    refuses: { 404: ["technician.notFound"], 409: ["hours.tooMany"], 422: ["hours.past"] },
    answer: z.strictObject({ _id: z.string() }),
    reply: ({ absenceId }) => ({ _id: absenceId }),
    say: "hours.absenceAdded",
  }),
  "DELETE center/absences/{id}": call({
    ...center,
    ...change,
    summary: "Take an absence or a closed day back",
    input: wire({ id: "absenceId" }, AbsenceRef, ["form.id"]),
    run: (actor, input) => removeAbsence(actor, input),
    refuses: { 404: ["hours.absenceNotFound"] },
    answer: z.null(),
    reply: () => null,
    say: "hours.absenceRemoved",
  }),
  "GET admin/holidays": call({
    ...admin,
    limit: reads.own,
    summary: "The coming holidays of every state, soonest first; without a state they are all of India's",
    input: wire({}, z.object({}), []),
    run: (actor) => holidays(actor),
    answer: z.array(HolidayShape),
    reply: (list) => list.map(({ id: _id, day, name, state }) => ({ _id, day, name, state })),
  }),
  "POST admin/holidays": call({
    ...admin,
    ...change,
    fresh: none("Closes centers for a day, for no money"),
    summary: "Close the centers of a state, or of all of India, on a day from today on. Agreed visits stay",
    input: wire({ day: "day", holiday_name: "name", state: "state" }, AddHoliday, [
      ...textRefusals,
      "form.date",
      "form.state",
    ]),
    run: (actor, input) => addHoliday(actor, input),
    refuses: { 409: ["holiday.taken"], 422: ["hours.past"] },
    answer: z.strictObject({ _id: z.string() }),
    reply: ({ holidayId }) => ({ _id: holidayId }),
    say: "holiday.added",
  }),
  "DELETE admin/holidays/{id}": call({
    ...admin,
    ...change,
    fresh: none("Opens centers again, for no money"),
    summary: "Take a holiday off the list",
    input: wire({ id: "holidayId" }, HolidayRef, ["form.id"]),
    run: (actor, input) => removeHoliday(actor, input),
    refuses: { 404: ["holiday.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "holiday.removed",
  }),
} satisfies Contract;
