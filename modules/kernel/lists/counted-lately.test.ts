import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import type { ActorOf, Permission } from "../actor.ts";
import { transaction } from "../db/db.server.ts";
import { announce } from "../work/live.server.ts";
import { cachedCount } from "./counted-lately.server.ts";

openDatabase();

const admin = (permissions: Permission[], clientId?: string): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: crypto.randomUUID(),
  name: "Asha",
  role: clientId ? "CLIENT" : "ROLE",
  permissions,
  sessionId: "none",
  ...(clientId && { clientId }),
});

/** A count that says how often it was asked. */
function counting(topic: string) {
  let calls = 0;
  const count = cachedCount(topic, async (_actor, _filter: object) => ({ n: ++calls, exact: true }));
  return async (actor: ActorOf<"admin"> | { kind: "system"; name: string }, filter: object = {}) =>
    (await count(actor, filter)).n;
}

test("a list is counted once in a moment for all with the same rights, and by each filter", async () => {
  const count = counting("here");
  expect(
    await Promise.all([count(admin(["view_ticket.full_access"])), count(admin(["view_ticket.full_access"]))]),
  ).toEqual([1, 1]);
  expect(await count(admin(["view_ticket.full_access"]), { status: "CLOSED" })).toBe(2);
  expect(await count(admin(["view_ticket.full_access"]), { status: "CLOSED" })).toBe(2);
});

test("who has other rights or another client gets a count of their own", async () => {
  const count = counting("here");
  const first = crypto.randomUUID();
  const second = crypto.randomUUID();
  expect(await count(admin(["view_ticket.full_access"]))).toBe(1);
  expect(await count(admin(["view_ticket.full_access", "edit_ticket.full_access"]))).toBe(2);
  expect(await count(admin(["view_ticket.full_access"], first))).toBe(3);
  expect(await count(admin(["view_ticket.full_access"], second))).toBe(4);
  expect(await count({ kind: "system", name: "a job" })).toBe(5);
});

test("a change of the rows is counted as soon as it is committed, and one that is undone is not", async () => {
  const count = counting("rows");
  const asker = admin([]);
  expect(await count(asker)).toBe(1);
  await transaction(async () => {
    await announce(["rows"]);
    expect(await count(asker)).toBe(1);
  });
  expect(await count(asker)).toBe(2);
  await announce(["other rows"]);
  expect(await count(asker)).toBe(2);
  await transaction(async () => {
    await announce(["rows"]);
    throw new Error("undone");
  }).catch(() => {});
  expect(await count(asker)).toBe(2);
});

test("a count that failed is asked again", async () => {
  let calls = 0;
  const count = cachedCount("here", async () => {
    if (++calls === 1) throw new Error("the database is away");
    return { n: calls, exact: true };
  });
  await expect(count(admin([]), {})).rejects.toThrow("away");
  expect(await count(admin([]), {})).toEqual({ n: 2, exact: true });
});
