import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { rows, transaction } from "../db/db.server.ts";
import { announce, listen, startLive } from "./live.server.ts";

openDatabase();

const announcement = (topic: string) => {
  const bell = new EventEmitter();
  const stop = listen(topic, () => bell.emit("rung"));
  return once(bell, "rung").finally(stop);
};

test("news of a commit reach every listener; news of a rolled-back one never leave", async () => {
  const stop = await startLive();
  try {
    let wrong = false;
    const silence = listen("center:rolled-back", () => {
      wrong = true;
    });
    const news = announcement("center:1");
    await transaction(async () => {
      await announce(["center:rolled-back"]);
      throw new Error("no");
    }).catch(() => {});
    await transaction(() => announce(["center:1", "ticket:a"]));
    await news;
    expect(wrong).toBe(false);
    silence();
    expect(await rows(sql`select * from live_outbox`)).toEqual([]);
  } finally {
    await stop();
  }
});

test("news of one act for a thousand listeners reach the first and the last, though one NOTIFY holds fewer", async () => {
  const stop = await startLive();
  try {
    const topics = Array.from({ length: 1_000 }, (_, n) => `center:${String(n).padStart(36, "0")}`);
    const announcements = Promise.all(topics.map(announcement));
    await transaction(() => announce(topics));
    await announcements;
  } finally {
    await stop();
  }
});

test("news written by another process are picked up by the poll", async () => {
  const stop = await startLive();
  try {
    const news = announcement("center:2");
    await rows(sql`insert into live_outbox (topics) values ('{center:2}')`);
    await news;
  } finally {
    await stop();
  }
});

test("a listener whose database connection was cut hears what it missed, and later news", async () => {
  const stop = await startLive();
  try {
    const missed = announcement("center:3");
    const cut = await asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen live%' and datname = current_database()",
    );
    expect(cut).toHaveLength(1);
    await missed;
    const news = announcement("center:4");
    await transaction(() => announce(["center:4"]));
    await news;
  } finally {
    await stop();
  }
});
