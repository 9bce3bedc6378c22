import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { appUrl, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { rows, transaction } from "../db/db.server.ts";
import { conflict } from "../errors.ts";
import { bossFor, defineJob, defineSchedule, drain, later, queueOf, work } from "./jobs.server.ts";
import { announce } from "./live.server.ts";

openDatabase();

const seen: string[] = [];
const note = defineJob({
  name: "test.note",
  payload: z.object({ word: z.string() }),
  run: async ({ word }) => {
    if (word === "refused") throw conflict("error.changed");
    seen.push(word);
  },
});

const withQueue = async () => {
  const boss = bossFor(ownerUrl, { owner: true });
  await boss.start();
  await boss.createQueue(note.name, queueOf(note));
  await boss.stop({ graceful: false });
};

const waiting = () => rows(sql`select id from pgboss.job where name = 'test.note' and state = 'created'`);

test("a job exists only if the rows of its transaction do", async () => {
  await withQueue();
  const rolledBack = transaction(async () => {
    await later(note, { word: "lost" });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  expect(await waiting()).toHaveLength(0);

  await transaction(() => later(note, { word: "kept" }));
  expect(await waiting()).toHaveLength(1);
  await drain([note]);
  expect(seen).toEqual(["kept"]);
});

test("a refusal of the business is not tried again; a bad payload is not even queued", async () => {
  await transaction(() => later(note, { word: "refused" }));
  await drain([note]);
  expect(await waiting()).toHaveLength(0);
  await expect(later(note, { word: 1 } as never)).rejects.toThrow();
});

test("with a key a job that waits is enough, and no worker begins it before the change it stands for is committed", async () => {
  const waitingNotes = () => rows(sql`select id from pgboss.job where name = 'test.note' and state = 'created'`);
  const queue = (word: string, singletonKey = "one") => transaction(() => later(note, { word }, { singletonKey }));
  await queue("first");
  const boss = bossFor(appUrl);
  await boss.start();
  await transaction(async () => {
    await later(note, { word: "second" }, { singletonKey: "one" });
    expect(await boss.fetch(note.name)).toEqual([]);
  });
  expect(await waitingNotes()).toHaveLength(1);
  await queue("other", "two");
  expect(await waitingNotes()).toHaveLength(2);
  // One that has begun may have missed what changed since.
  const begun = await boss.fetch(note.name, { batchSize: 5 });
  await queue("again");
  expect(await waitingNotes()).toHaveLength(1);
  await boss.complete(
    note.name,
    begun.map(({ id }) => id),
  );
  await boss.stop({ graceful: false });
  await drain([note]);
});

test("a job that waits for a time that has passed is told by name, and does not keep whoever runs the jobs for ever", async () => {
  const impatient = defineJob({
    ...note,
    run: async ({ word }) => void (await later(impatient, { word }, { startAfter: new Date(0) })),
  });
  await transaction(() => later(impatient, { word: "again" }));
  await expect(drain([impatient])).rejects.toThrow("jobs without end: test.note");
  await drain([note]);
  expect(await waiting()).toHaveLength(0);
});

test("the worker picks a job up by itself", async () => {
  expect(appUrl).toBeTruthy();
  const worker = await work([note], []);
  try {
    await transaction(() => later(note, { word: "worked" }));
    await expect.poll(() => seen, { timeout: 10_000 }).toContain("worked");
  } finally {
    await worker.stop();
  }
});

test("jobs that come together are worked one after the other without waiting, and one that fails stops no other", async () => {
  const words = Array.from({ length: 12 }, (_, at) => `together ${at}`);
  const worker = await work([note], []);
  try {
    await transaction(async () => {
      for (const word of words) await later(note, { word });
    });
    await expect.poll(() => words.filter((word) => !seen.includes(word)), { timeout: 10_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
});

test("a schedule that follows news runs a moment after them, again for news that came meanwhile, and not after the stop", async () => {
  let runs = 0;
  let goOn: (() => void) | undefined;
  const followed = defineSchedule({
    name: "test.follow",
    cron: "0 0 1 1 *",
    soonAfter: "news",
    run: async () => {
      runs++;
      if (runs === 1) await new Promise<void>((resolve) => (goOn = resolve));
    },
  });
  const boss = bossFor(ownerUrl, { owner: true });
  await boss.start();
  await boss.createQueue(followed.job.name, queueOf(followed.job));
  await boss.stop({ graceful: false });
  const worker = await work([followed.job], [followed]);
  try {
    for (let news = 0; news < 5; news++) await transaction(() => announce(["news"]));
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    await transaction(() => announce(["news", "other"]));
    goOn!();
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(2);
  } finally {
    await transaction(() => announce(["news"]));
    await worker.stop();
  }
  expect(runs).toBeLessThanOrEqual(3);
});
