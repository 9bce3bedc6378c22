import { randomUUIDv7 } from "node:crypto";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { system } from "../actor.ts";
import { changesBetween, changesSince } from "./changes.ts";
import { transaction } from "./db.server.ts";
import { record } from "./history.ts";

openDatabase();

const before = { name: "Asha", city: "Bengaluru", flags: ["a", "b"], note: null };

test("what changed is named, and of what is private nothing more", () => {
  const after = { name: "Meera", city: "Mysuru", flags: ["b", "a"], note: "" };
  expect(changesBetween(before, after, ({ name: _, ...shown }) => shown)).toEqual({
    changed: ["name", "city"],
    from: { city: "Bengaluru" },
    to: { city: "Mysuru" },
  });
});

test("the changes after a version are found in their order, and none of another thing, event or older version", async () => {
  const id = randomUUIDv7();
  const other = randomUUIDv7();
  const write = (about: string, event: string, data?: Record<string, unknown>) =>
    transaction(() => record(system("test"), { subject: "center", id: about, event, ...(data && { data }) }));
  const change = (version: number) => ({ version, changed: ["city"], from: { city: `${version - 1}` }, to: {} });
  await write(id, "center.updated");
  for (const version of [2, 3, 4]) await write(id, "center.updated", change(version));
  await write(other, "center.updated", change(9));
  await write(id, "center.verified", { version: 5 });
  const changes = await changesSince({ subject: "center", id, event: "center.updated", sent: 2 });
  expect(changes.map(({ version, from, actor_kind }) => [version, from, actor_kind])).toEqual([
    [3, { city: "2" }, "system:test"],
    [4, { city: "3" }, "system:test"],
  ]);
});
