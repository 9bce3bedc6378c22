import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";
import { sentenceOf } from "./history.ts";

/** The events the modules write into a request's history. */
const events = new Set(
  readdirSync(path.join(env.root, "modules"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^(tickets|wallet|notifications)\/.*\.ts$/.test(file) && !file.endsWith(".test.ts"))
    .flatMap((file) => readFileSync(path.join(env.root, "modules", file), "utf8").match(/\bevent:[^,\n]*/g) ?? [])
    .flatMap((text) => [...text.matchAll(/"((?:ticket|broadcast|proposal)\.\w+)"/g)].map(([, event]) => event!)),
);

test("every event of a request's history has a sentence", () => {
  expect(events.size).toBeGreaterThan(35);
  expect([...events].filter((event) => !sentenceOf(event))).toEqual([]);
  expect(sentenceOf("ticket.unheardOf")).toBeUndefined();
});
