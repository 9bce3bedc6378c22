import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { asOwner, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { anAdmin, asAdmin } from "#modules/testing/factories.ts";
import { day, freezeClock, minute, moveClock, now, resetClock } from "../clock.ts";
import { rows, unitOfWork } from "../db/db.server.ts";
import { historyOf } from "../db/history.ts";
import { lastDue, nextDue } from "./cron.ts";
import {
  bossFor,
  catchUp,
  defineJob,
  defineSchedule,
  drain,
  queueOf,
  runSchedule,
  type Schedule,
  work,
} from "./jobs.server.ts";
import { declareSchedules, listSchedules, runScheduleNow } from "./schedule-list.server.ts";
import { rememberSchedules } from "./schedule-runs.server.ts";

openDatabase();
afterEach(resetClock);

/* The clock's schedules: what was missed is run once, by one worker, and its last run can be read. */

let runs = 0;
let fails = false;
const nightly = defineSchedule({
  name: "test.nightly",
  cron: "40 3 * * *",
  run: async () => {
    runs++;
    if (fails) throw new Error("the disk is full");
  },
});
const boss = async (schedule: Schedule) => {
  const owner = bossFor(ownerUrl, { owner: true });
  await owner.start();
  await owner.createQueue(schedule.job.name, queueOf(schedule.job));
  await owner.stop({ graceful: false });
};
const remembered = () => rememberSchedules([{ name: nightly.job.name, cron: nightly.cron }]);
const waiting = () => rows(sql`select id from pgboss.job where name = 'test.nightly' and state = 'created'`);

beforeAll(async () => {
  await boss(nightly);
  declareSchedules([nightly]);
});

test.each([
  ["40 3 * * *", "2026-11-24T03:40:00+05:30", "2026-11-24T03:40:00+05:30", "2026-11-25T03:40:00+05:30"],
  ["40 3 * * *", "2026-11-24T03:39:59+05:30", "2026-11-23T03:40:00+05:30", "2026-11-24T03:40:00+05:30"],
  ["* * * * *", "2026-11-24T00:00:30+05:30", "2026-11-24T00:00:00+05:30", "2026-11-24T00:01:00+05:30"],
  ["*/10 * * * *", "2026-11-24T23:55:00+05:30", "2026-11-24T23:50:00+05:30", "2026-11-25T00:00:00+05:30"],
  ["5 6,18 * * *", "2026-11-24T12:00:00+05:30", "2026-11-24T06:05:00+05:30", "2026-11-24T18:05:00+05:30"],
  ["0 6 * * 1", "2026-11-24T12:00:00+05:30", "2026-11-23T06:00:00+05:30", "2026-11-30T06:00:00+05:30"],
  ["0 6 1 * *", "2026-11-24T12:00:00+05:30", "2026-11-01T06:00:00+05:30", "2026-12-01T06:00:00+05:30"],
  ["0 0 1 1 *", "2026-11-24T12:00:00+05:30", "2026-01-01T00:00:00+05:30", "2027-01-01T00:00:00+05:30"],
])("%s is due before and after %s, in India's time", (cron, at, last, next) => {
  expect(lastDue(cron, new Date(at))).toEqual(new Date(last));
  expect(nextDue(cron, new Date(at))).toEqual(new Date(next));
});

test.each(["40 3 * *", "61 * * * *", "0 0 1 * 1", "a * * * *"])("%s is no schedule", (cron) => {
  expect(() => lastDue(cron, new Date())).toThrow();
});

test("a night is run once, however many workers have its job; the next night again", async () => {
  freezeClock("2026-11-24T12:00:00+05:30");
  await remembered();
  runs = 0;
  moveClock(day);
  await Promise.all(Array.from({ length: 4 }, () => runSchedule(nightly, randomUUID(), {})));
  await runSchedule(nightly, randomUUID(), {});
  expect(runs).toBe(1);
  moveClock(day);
  await runSchedule(nightly, randomUUID(), {});
  expect(runs).toBe(2);
});

test("nights that were missed are queued once together when a worker is there again, and what is in time is not", async () => {
  freezeClock("2026-12-01T03:39:00+05:30");
  await runSchedule(nightly, randomUUID(), {});
  expect(await catchUp([nightly])).toEqual([]);
  moveClock(2 * minute);
  // The queue itself is about to start it.
  expect(await catchUp([nightly])).toEqual([]);
  moveClock(3 * day);
  runs = 0;
  // Many workers come back at once.
  const caughtUp = await Promise.all(Array.from({ length: 5 }, () => unitOfWork(() => catchUp([nightly]))));
  expect(caughtUp.flat()).toEqual(["test.nightly"]);
  expect(await catchUp([nightly])).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  await drain([nightly.job]);
  expect(runs).toBe(1);
});

test("two workers that come back after a missed night run it once", async () => {
  runs = 0;
  await asOwner("delete from pgboss.job where name = 'test.nightly'");
  await rows(sql`update schedule_runs set due_at = now() - interval '3 days', started_at = null, ended_at = null`);
  const workers = await Promise.all([work([nightly.job], [nightly]), work([nightly.job], [nightly])]);
  const ran = () => rows(sql`select 1 from schedule_runs where name = 'test.nightly' and ended_at is not null`);
  const queued = () => rows(sql`select 1 from pgboss.job where name = 'test.nightly' and state <= 'active'`);
  try {
    await expect.poll(ran, { timeout: 15_000 }).toHaveLength(1);
    await expect.poll(queued, { timeout: 15_000 }).toHaveLength(0);
    expect(runs).toBe(1);
  } finally {
    for (const worker of workers) await worker.stop();
  }
});

test("a failure is kept with its reason, the same job may try again, and a run lost with its worker is run again", async () => {
  freezeClock("2026-12-10T04:00:00+05:30");
  const chief = asAdmin(await anAdmin());
  const job = randomUUID();
  const other = randomUUID();
  runs = 0;
  fails = true;
  await expect(runSchedule(nightly, job, {})).rejects.toThrow("full");
  expect(await listSchedules(chief)).toMatchObject([{ state: "failed", error: "the disk is full", waiting: false }]);
  await runSchedule(nightly, other, {});
  fails = false;
  expect(runs).toBe(1);
  await runSchedule(nightly, job, {});
  expect(runs).toBe(2);
  expect(await listSchedules(chief)).toMatchObject([
    { state: "done", error: null, tookMs: 0, nextAt: new Date("2026-12-11T03:40:00+05:30") },
  ]);
  await rows(sql`update schedule_runs set ended_at = null`);
  moveClock(minute);
  expect(await catchUp([nightly])).toEqual([]);
  moveClock(2 * minute);
  expect(await catchUp([nightly])).toEqual(["test.nightly"]);
  await runSchedule(nightly, other, {});
  expect(runs).toBe(3);
  await drain([nightly.job]);
});

test("a run that takes long is not begun beside itself, by another job or by its own that is tried again", async () => {
  freezeClock("2026-12-10T04:10:00+05:30");
  const job = randomUUID();
  let begun = () => {};
  let end = () => {};
  const running = new Promise<void>((resolve) => (begun = resolve));
  runs = 0;
  const long = {
    ...nightly,
    job: {
      ...nightly.job,
      run: async () => {
        runs++;
        begun();
        await new Promise<void>((resolve) => (end = resolve));
      },
    },
  };
  moveClock(day);
  const first = runSchedule(long, job, {}, { beatMs: 5 });
  await running;
  moveClock(20 * minute);
  // The run says that it lives.
  await expect
    .poll(() => rows(sql`select seen_at from schedule_runs where name = 'test.nightly' and seen_at >= ${now()}`))
    .toHaveLength(1);
  expect(await catchUp([long])).toEqual([]);
  await runSchedule(long, randomUUID(), { now: true });
  await runSchedule(long, job, {});
  expect(runs).toBe(1);
  end();
  await first;
  expect(await rows(sql`select ended_at from schedule_runs where name = 'test.nightly' and error is null`)).toEqual([
    { ended_at: expect.anything() },
  ]);
});

test("the queue lets a schedule run longer than a job that somebody waits for", () => {
  expect(queueOf(nightly.job).expireInSeconds).toBeGreaterThanOrEqual(6 * 3_600);
  expect(queueOf(defineJob({ name: "test.short", payload: z.object({}), run: async () => {} })).expireInSeconds).toBe(
    300,
  );
});

test("a SUPER_ADMIN runs a schedule now, which the history names; not twice at once, and nobody else", async () => {
  freezeClock("2026-12-10T05:00:00+05:30");
  const chief = asAdmin(await anAdmin());
  const clerk = asAdmin(await anAdmin({ permissions: ["view_admin_bar"] }), { permissions: ["view_admin_bar"] });
  await expect(listSchedules(clerk)).rejects.toMatchObject({ kind: "denied" });
  await expect(runScheduleNow(clerk, "test.nightly")).rejects.toMatchObject({ kind: "denied" });
  await expect(runScheduleNow(chief, "test.other")).rejects.toMatchObject({ kind: "missing" });
  const outcomes = await Promise.allSettled([1, 2].map(() => runScheduleNow(chief, "test.nightly")));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await listSchedules(chief)).toMatchObject([{ waiting: true }]);
  const [{ id, data } = { id: "", data: "" }] = await rows<{ id: string; data: string }>(
    sql`select id, data::text from pgboss.job where name = 'test.nightly' and state = 'created'`,
  );
  expect(await historyOf("job", id)).toMatchObject([
    { event: "job.askedNow", actor_id: chief.adminId, data: { name: "test.nightly" } },
  ]);
  runs = 0;
  await runSchedule(nightly, id, JSON.parse(data));
  expect(runs).toBe(1);
  await drain([nightly.job]);
});
