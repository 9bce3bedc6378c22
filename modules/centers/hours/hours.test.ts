import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { AddAbsence, SaveHours, SaveTechnicianHours } from "../shared.ts";
import { usualWeek } from "../windows/windows.ts";
import { centerHours, technicianHours } from "./hours-of.ts";
import { addAbsence, removeAbsence, saveHours, saveTechnicianHours } from "./save-hours.ts";

openDatabase();
afterEach(resetClock);

const none = { tue: {}, wed: {}, thu: {}, fri: {}, sat: {}, sun: {} };
const mondays = (opens = "10:00", closes = "14:30") => SaveHours.parse({ mon: { opens, closes }, ...none });
const errorsOf = (input: unknown) =>
  SaveHours.safeParse(input).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

test("hours need both times in order, and a center is open on one day at least", () => {
  expect(errorsOf({ mon: { opens: "10:00" }, ...none })).toContain("mon.closes hours.both");
  expect(errorsOf({ mon: { opens: "10:00", closes: "10:00" }, ...none })).toEqual(["mon.closes hours.order"]);
  expect(errorsOf({ mon: { opens: "25:00", closes: "26:00" }, ...none })).toContain("mon.opens hours.time");
  expect(errorsOf({ mon: {}, ...none })).toEqual(["mon.opens hours.none"]);
});

test("a center begins with the usual hours, saves its own, and the history says which", async () => {
  const center = await aCenter();
  const own = asCenter(center);
  expect(await centerHours(own)).toMatchObject({ week: usualWeek, own: false, absences: [], technicians: [] });
  await saveHours(own, mondays());
  await saveHours(own, mondays("09:00", "12:00"));
  expect(await centerHours(own)).toMatchObject({ week: [{ weekday: 1, opens: 540, closes: 720 }], own: true });
  expect((await historyOf("center", center.id)).map(({ event, data }) => [event, data.week])).toEqual([
    ["center.hoursChanged", ["1 10:00-14:30"]],
    ["center.hoursChanged", ["1 09:00-12:00"]],
  ]);
});

test("a technician has the center's hours until it has its own, and is away on the days noted", async () => {
  freezeClock(fromIst("2026-11-27", "10:00"));
  const center = await aCenter();
  const own = asCenter(center);
  const { id: technicianId } = await aTechnician({ center });
  await saveTechnicianHours(
    own,
    SaveTechnicianHours.parse({ technicianId, mon: { opens: "10:00", closes: "14:00" }, ...none }),
  );
  const { absenceId } = await addAbsence(
    own,
    AddAbsence.parse({ technicianId, first: "2026-11-27", last: "2026-11-28" }),
  );
  const absence = { id: absenceId, first: "2026-11-27", last: "2026-11-28" };
  expect(await technicianHours(own, technicianId)).toMatchObject({ own: true, absences: [absence] });
  expect((await centerHours(own)).technicians).toMatchObject([{ id: technicianId, own: true, next: absence }]);
  await removeAbsence(own, { absenceId });
  await saveTechnicianHours(own, SaveTechnicianHours.parse({ technicianId, mon: {}, ...none }));
  expect(await technicianHours(own, technicianId)).toMatchObject({ own: false, week: [], absences: [] });
  await expect(removeAbsence(own, { absenceId })).rejects.toMatchObject({ key: "hours.absenceNotFound" });
});

test("absences lie ahead, in order and within a year; one day where no last one is named", async () => {
  freezeClock(fromIst("2026-11-27", "10:00"));
  const own = asCenter(await aCenter());
  await addAbsence(own, AddAbsence.parse({ first: "2026-12-25" }));
  expect((await centerHours(own)).absences).toMatchObject([{ first: "2026-12-25", last: "2026-12-25" }]);
  await expect(addAbsence(own, AddAbsence.parse({ first: "2026-11-26" }))).rejects.toMatchObject({ key: "hours.past" });
  expect(AddAbsence.safeParse({ first: "2026-12-25", last: "2026-12-24" }).success).toBe(false);
  expect(AddAbsence.safeParse({ first: "2026-12-25", last: "2027-12-31" }).success).toBe(false);
});

test("other centers' hours, technicians and absences are not there; an admin needs the permission to change centers", async () => {
  const center = await aCenter();
  const own = asCenter(center);
  const rival = asCenter(await aCenter());
  const { id: technicianId } = await aTechnician({ center });
  const { absenceId } = await addAbsence(own, AddAbsence.parse({ technicianId, first: "2100-01-01" }));
  for (const act of [
    () => technicianHours(rival, technicianId),
    () => saveTechnicianHours(rival, SaveTechnicianHours.parse({ technicianId, mon: {}, ...none })),
    () => addAbsence(rival, AddAbsence.parse({ technicianId, first: "2100-01-01" })),
    () => removeAbsence(rival, { absenceId }),
  ])
    await expect(act()).rejects.toMatchObject({ kind: "missing" });
  await saveHours(rival, { ...mondays(), centerId: center.id });
  expect((await centerHours(own)).own).toBe(false);
  const reader = asAdmin(undefined, { permissions: ["view_center_details.full_access"] });
  const editor = asAdmin(undefined, { permissions: ["view_center_details.full_access", "update_center.full_access"] });
  await expect(saveHours(reader, { ...mondays(), centerId: center.id })).rejects.toMatchObject({ kind: "denied" });
  await saveHours(editor, { ...mondays(), centerId: center.id });
  expect(await centerHours(reader, { centerId: center.id })).toMatchObject({ own: true });
  expect(await rows(sql`select weekday from center_hours where center_id = ${center.id}`)).toEqual([{ weekday: 1 }]);
});
