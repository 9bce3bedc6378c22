import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const make = (...words: string[]) =>
  spawnSync(process.execPath, ["cli/testing/new-migration.ts", ...words], { cwd: env.root, encoding: "utf8" });

test("a migration is named after the newest one, also where that runs ahead of the clock", () => {
  expect(make("A request's owner is known", folder).status).toBe(0);
  const [first] = readdirSync(folder);
  expect(first).toMatch(/^20\d{12}-a-requests-owner-is-known\.ts$/);
  expect(readFileSync(path.join(folder, first!), "utf8")).toContain("class ARequestsOwnerIsKnown extends Migration");
  writeFileSync(path.join(folder, "20991231235901-later.ts"), "");
  expect(make("it comes last", folder).status).toBe(0);
  expect(readdirSync(folder).toSorted().at(-1)).toBe("20991231235902-it-comes-last.ts");
});

test("without words it says what to say", () => {
  const refused = make();
  expect([refused.status, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("npm run migration --");
});
