import { afterEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { historyOf, installation } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { AddHoliday } from "../shared.ts";
import { addHoliday, holidays, removeHoliday } from "./holidays.ts";
import { centerHours } from "./hours-of.ts";

openDatabase();
afterEach(resetClock);

const keeper = asAdmin(undefined, { permissions: ["update_center.full_access"] });

test("a holiday closes the centers of its state, stands once on the list, and is taken off again", async () => {
  freezeClock(fromIst("2026-11-27", "10:00"));
  const center = asCenter(await aCenter({ state: "Karnataka" }));
  const other = asCenter(await aCenter({ state: "Kerala" }));
  const add = (fields: object) => addHoliday(keeper, AddHoliday.parse(fields));
  await add({ day: "2027-01-26", name: "Republic Day" });
  await add({ day: "2026-12-01", name: "Fair", state: "Karnataka" });
  const daysOf = async (actor: typeof center) => (await centerHours(actor)).holidays.map(({ day }) => day);
  expect(await daysOf(center)).toEqual(["2026-12-01", "2027-01-26"]);
  expect(await daysOf(other)).toEqual(["2027-01-26"]);
  await expect(add({ day: "2027-01-26", name: "Again" })).rejects.toMatchObject({ key: "holiday.taken" });
  await expect(add({ day: "2026-11-26", name: "Past" })).rejects.toMatchObject({ key: "hours.past" });
  const [fair] = await holidays(keeper);
  await removeHoliday(keeper, { holidayId: fair!.id });
  await expect(removeHoliday(keeper, { holidayId: fair!.id })).rejects.toMatchObject({ key: "holiday.notFound" });
  expect(await daysOf(center)).toEqual(["2027-01-26"]);
  const events = (await historyOf(installation.subject, installation.id)).map(({ event }) => event);
  expect(events).toEqual(["holiday.added", "holiday.added", "holiday.removed"]);
});

test("who may not change centers neither reads nor changes the list", async () => {
  const reader = asAdmin(undefined, { permissions: ["view_center_details.full_access"] });
  for (const act of [() => holidays(reader), () => addHoliday(reader, { day: "2100-01-01", name: "Fair" })])
    await expect(act()).rejects.toMatchObject({ kind: "denied" });
});
