import { afterEach, beforeAll, expect, test } from "vitest";
import { day, freezeClock, fromIst, fromNow } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter } from "#modules/testing/factories.ts";
import { endingTerms, extendTrialsByRule } from "../index.ts";
import { centerState } from "../state.ts";

openDatabase();

beforeAll(() => freezeClock("2026-11-24T12:00:00+05:30"));
const settings = env as { trialsExtended: "off" | "once" };
afterEach(() => {
  settings.trialsExtended = "off";
});

const extendedOf = async ({ id }: { id: string }) =>
  (await row<{ on: string | null }>("select extended_date::text as on from centers where id = $1", [id]))!.on;
/** A center on trial that was registered so many days ago. */
const onTrial = (days: number, center: Parameters<typeof aCenter>[0] = {}) =>
  aCenter({ createdAt: fromNow(-days * day), subscribeEndDate: null, ...center });

test("the terms that end are trials of the next 3 days, subscriptions of the next 14, and what ended in the last 3", async () => {
  const subscribed = (days: number) => onTrial(400, { subscribeEndDate: fromNow(days * day) });
  const told = {
    [(await onTrial(13)).id]: "trial",
    [(await onTrial(17)).id]: "trial",
    [(await onTrial(60, { extendedDate: fromNow(-14 * day) })).id]: "trial",
    [(await subscribed(13)).id]: "subscription",
    [(await subscribed(-2)).id]: "subscription",
  };
  for (const days of [2, 11, 19, 90]) await onTrial(days);
  for (const days of [15, -4]) await subscribed(days);
  await onTrial(14, { isActive: centerState.DELETED });
  // The subscription ended, but the trial goes on.
  await onTrial(2, { subscribeEndDate: fromNow(-day) });
  expect(Object.fromEntries((await endingTerms()).map(({ centerId, of }) => [centerId, of]))).toEqual(told);
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
