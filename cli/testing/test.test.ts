import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

test("a path that is not there is told, and nothing else is tested instead", () => {
  const run = spawnSync(process.execPath, ["cli/testing/test.ts", "modules/walet"], {
    cwd: env.root,
    encoding: "utf8",
  });
  expect([run.status, run.stdout]).toEqual([2, ""]);
  expect(run.stderr).toContain("modules/walet");
});

test("an option that is none is told with those there are", () => {
  const run = spawnSync(process.execPath, ["cli/testing/test.ts", "--change"], { cwd: env.root, encoding: "utf8" });
  expect([run.status, run.stdout]).toEqual([2, ""]);
  expect(run.stderr).toMatch(/--change.*--changed/s);
});
