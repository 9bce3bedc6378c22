import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import "#modules/testing/database.ts";
import { rows, transaction } from "./db.server.ts";
import { announce, listen, startLive } from "./live.server.ts";

const heard = (topic: string) => {
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
    const news = heard("center:1");
    await transaction(async () => {
      await announce(["center:rolled-back"]);
      throw new Error("no");
    }).catch(() => {});
    await transaction(() => announce(["center:1", "ticket:a"]));
    await news;
    expect(wrong).toBe(false);
    silence();
    expect(await rows("select * from live_outbox")).toEqual([]);
  } finally {
    await stop();
  }
});

test("news written by another process are picked up by the poll", async () => {
  const stop = await startLive();
  try {
    const news = heard("center:2");
    await rows("insert into live_outbox (topic) values ('center:2')");
    await news;
  } finally {
    await stop();
  }
});
