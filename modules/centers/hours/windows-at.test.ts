import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPincode, aService } from "#modules/testing/factories.ts";
import { soonestAt, windowsAt } from "./windows-at.ts";

openDatabase();
afterEach(resetClock);

/** A Friday at 11:30. */
const friday = "2026-11-27";
const halfPastEleven = () => freezeClock(fromIst(friday, "11:30"));

test("windows of seven days have a seat where one center of the pincode has one, and say why not", async () => {
  halfPastEleven();
  const service = await aService();
  const pincode = aPincode();
  expect(await windowsAt({ pincode, serviceId: service.id })).toMatchObject({ centers: 0, days: { length: 7 } });
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const stateOf = async () =>
    (await windowsAt({ pincode, serviceId: service.id })).days.map(({ windows }) => windows.map(({ state }) => state));
  const open = ["free", "free", "free", "free", "free", "free"];
  const closed = ["full", "full", "full", "full", "full", "full"];
  const [today, saturday, sunday, monday] = await stateOf();
  expect(today).toEqual(["over", "too soon", "too soon", "free", "free", "free"]);
  expect([saturday, sunday, monday]).toEqual([open, closed, open]);
  await rows(
    sql`insert into window_seats (center_id, day, slot, seats, taken) values (${center.id}, '2026-11-28', 2, 1, 1)`,
  );
  await rows(sql`insert into holidays (id, day, state, name, created_at)
    values (gen_random_uuid(), '2026-11-30', ${center.state ?? null}, 'Fair', now())`);
  expect((await stateOf()).slice(1, 4)).toEqual([["free", "free", "full", "free", "free", "free"], closed, closed]);
  const other = await aCenter({ services: [service], pincodes: [pincode] });
  await rows(sql`insert into center_hours (center_id, weekday, opens, closes) values (${other.id}, 6, 720, 780)`);
  expect((await stateOf())[1]).toEqual(open);
  expect(
    (await windowsAt({ pincode, serviceId: service.id, centerId: other.id })).days[1]!.windows.map(
      ({ state }) => state,
    ),
  ).toEqual(["full", "full", "free", "full", "full", "full"]);
});

test("the soonest window of each service is the first free one of all its centers; a service without one has none", async () => {
  halfPastEleven();
  const short = await aService({ duration: 30 });
  const long = await aService({ duration: 300 });
  const closed = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [short, long], pincodes: [pincode] });
  await rows(sql`insert into center_hours (center_id, weekday, opens, closes) values (${center.id}, 6, 480, 1200)`);
  const late = await aCenter({ services: [short], pincodes: [pincode] });
  await rows(sql`insert into center_hours (center_id, weekday, opens, closes) values (${late.id}, 5, 1080, 1200)`);
  const shut = await aCenter({ services: [closed], pincodes: [pincode] });
  await rows(sql`insert into absences (id, center_id, first_day, last_day, created_at)
    values (gen_random_uuid(), ${shut.id}, '2026-11-01', '2026-12-31', now())`);
  const soonest = await soonestAt({ pincode });
  expect(soonest).toEqual({
    [short.id]: { from: fromIst(friday, "18:00"), until: fromIst(friday, "20:00"), state: "free" },
    [long.id]: { from: fromIst("2026-11-28", "08:00"), until: fromIst("2026-11-28", "10:00"), state: "free" },
  });
  for (const service of [short, long, closed]) {
    const { days } = await windowsAt({ pincode, serviceId: service.id });
    const first = days.flatMap(({ windows }) => windows).find(({ state }) => state === "free");
    expect(soonest[service.id]).toEqual(first);
  }
  expect(Object.keys(await soonestAt({ centerId: late.id }))).toEqual([short.id]);
});

test("centers that are offered nothing have no say", async () => {
  halfPastEleven();
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode], broadcastDisabled: true });
  await aCenter({ services: [service], pincodes: [aPincode()] });
  const { centers, days } = await windowsAt({ pincode, serviceId: service.id });
  expect(centers).toBe(0);
  expect(days[1]!.windows.every(({ state }) => state === "full")).toBe(true);
});
