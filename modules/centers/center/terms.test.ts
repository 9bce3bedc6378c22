import { sql } from "kysely";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { day, freezeClock, fromIst, fromNow, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asCenter } from "#modules/testing/factories.ts";
import { endingTerms, extendTrialsByRule, ownTerm } from "../index.ts";
import { centerState } from "../state.ts";

openDatabase();

beforeAll(() => freezeClock("2026-11-24T12:00:00+05:30"));
const settings = env as { trialsExtended: "off" | "once" };
afterEach(() => {
  settings.trialsExtended = "off";
});

const extendedOf = async ({ id }: { id: string }) =>
  (await row<{ on: string | null }>(sql`select extended_date::text as on from centers where id = ${id}`))!.on;
/** A center on trial that was registered so many days ago. */
const onTrial = (days: number, center: Parameters<typeof aCenter>[0] = {}) =>
  aCenter({ createdAt: fromNow(-days * day), subscribeEndDate: null, ...center });

test("reminders are due 7 days and 1 day before a trial's end, 15, 7 and 1 before a subscription's, and 3 days after either", async () => {
  const subscribed = (days: number, center: Parameters<typeof aCenter>[0] = {}) =>
    onTrial(400, { subscribeEndDate: fromNow(days * day), ...center });
  const due = {
    [(await onTrial(8)).id]: "trial 7",
    [(await onTrial(13)).id]: "trial 7",
    [(await onTrial(14)).id]: "trial 1",
    [(await onTrial(17)).id]: "trial over",
    [(await onTrial(60, { extendedDate: fromNow(-14 * day) })).id]: "trial 1",
    [(await subscribed(15)).id]: "subscription 15",
    [(await subscribed(8)).id]: "subscription 15",
    [(await subscribed(7)).id]: "subscription 7",
    [(await subscribed(0.5)).id]: "subscription 1",
    [(await subscribed(-2)).id]: "subscription over",
  };
  for (const days of [2, 7, 19, 90]) await onTrial(days);
  for (const days of [16, -4]) await subscribed(days);
  await onTrial(14, { isActive: centerState.DELETED });
  await subscribed(7, { broadcastDisabled: true });
  // The subscription ended, but the trial goes on.
  await onTrial(2, { subscribeEndDate: fromNow(-day) });
  expect(
    Object.fromEntries((await endingTerms()).map(({ centerId, of, stage }) => [centerId, `${of} ${stage}`])),
  ).toEqual(due);
});

test.each(["18:00", "08:00"])(
  "the last reminder of an end at %s goes out in the morning of the day before",
  async (time) => {
    onTestFinished(() => freezeClock("2026-11-24T12:00:00+05:30"));
    const { id } = await aCenter({ createdAt: fromIst("2026-01-01"), subscribeEndDate: fromIst("2026-12-20", time) });
    const { id: onTrial } = await aCenter({ createdAt: fromIst("2026-12-05", time), subscribeEndDate: null });
    const stages: Record<string, string[]> = { [id]: [], [onTrial]: [] };
    for (let on = 4; on <= 21; on++) {
      freezeClock(fromIst(`2026-12-${String(on).padStart(2, "0")}`, "09:30"));
      for (const { centerId, stage } of await endingTerms())
        if (stages[centerId]?.every((each) => !each.endsWith(` ${stage}`))) stages[centerId].push(`${on} ${stage}`);
    }
    const over = time === "08:00" ? "20 over" : "21 over";
    expect(stages).toEqual({ [id]: ["5 15", "13 7", "19 1", over], [onTrial]: ["13 7", "19 1", over] });
  },
);

test("a center's console says the end of its term from 15 days before, and what a year costs", async () => {
  const termOfCenter = async (center: Promise<Awaited<ReturnType<typeof aCenter>>>) => ownTerm(asCenter(await center));
  expect(await termOfCenter(onTrial(400, { subscribeEndDate: fromNow(16 * day) }))).toBeNull();
  expect(await termOfCenter(onTrial(0))).toEqual({
    of: "trial",
    endsAt: fromNow(15 * day),
    over: false,
    annualPaise: 299_900,
  });
  // At the very end a trial holds, a subscription does not.
  expect(await termOfCenter(onTrial(15))).toMatchObject({ of: "trial", over: false });
  expect(await termOfCenter(onTrial(400, { subscribeEndDate: now() }))).toMatchObject({ over: true });
  expect(await termOfCenter(onTrial(400, { subscribeEndDate: fromNow(-90 * day) }))).toMatchObject({
    of: "subscription",
    endsAt: fromNow(-90 * day),
    over: true,
  });
});

test("by the rule an ended trial begins again today, once for each center; it is off unless somebody switched it on", async () => {
  const ended = await onTrial(16);
  const others = [
    await onTrial(14),
    await onTrial(40),
    await onTrial(16, { isActive: centerState.DELETED }),
    await onTrial(16, { subscribeEndDate: fromNow(day) }),
    await onTrial(60, { extendedDate: fromNow(-16 * day) }),
  ];
  const before = await Promise.all(others.map(extendedOf));
  expect(await extendTrialsByRule()).toBe(0);
  expect(await extendedOf(ended)).toBeNull();

  settings.trialsExtended = "once";
  const both = await Promise.all([extendTrialsByRule(), extendTrialsByRule()]);
  expect(both.toSorted().at(0)).toBe(0);
  expect(new Date((await extendedOf(ended))!)).toEqual(fromIst("2026-11-24"));
  expect(await Promise.all(others.map(extendedOf))).toEqual(before);
  expect(await historyOf("center", ended.id)).toMatchObject([
    { event: "center.trialExtended", actor_kind: "system:clock", to_state: "2026-11-24", data: { byRule: true } },
  ]);
  freezeClock("2026-12-10T12:00:00+05:30");
  await extendTrialsByRule();
  expect(new Date((await extendedOf(ended))!)).toEqual(fromIst("2026-11-24"));
});
