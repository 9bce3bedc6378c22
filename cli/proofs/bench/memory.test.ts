import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryOf } from "./memory.ts";

test("the memory of a product is said once each of its parts runs, and not while one is missing", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = path.join(folder, "run");
  expect(memoryOf(run)).toBeUndefined();
  mkdirSync(run);
  const write = (name: string, text: string) => writeFileSync(path.join(run, `${name}.json`), text);
  const own = JSON.stringify({ pid: process.pid });
  write("supervisor", own);
  write("web", own);
  expect(memoryOf(run)).toBeUndefined();
  // A file that is being written, then a worker that has just ended.
  write("worker", "");
  expect(memoryOf(run)).toBeUndefined();
  write("worker", JSON.stringify({ pid: 2 ** 30 }));
  expect(memoryOf(run)).toBeUndefined();
  write("worker", own);
  expect(memoryOf(run)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  expect(Math.min(...memoryOf(run)!)).toBeGreaterThan(10);
});
