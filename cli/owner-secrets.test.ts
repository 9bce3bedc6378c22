import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");

test("the owner's password is read by a unit whose user is no other's", () => {
  const userOf = (unit: string) => /^User=(.+)$/m.exec(read(`deploy/systemd/gharseva-${unit}.service`))?.[1];
  expect(userOf("migrate")).toBe("gharseva-migrate");
  for (const unit of ["web@", "worker@", "backup"]) {
    expect(userOf(unit)).toBe("gharseva");
    expect(read(`deploy/systemd/gharseva-${unit}.service`)).not.toContain("owner-env");
  }
  const guide = read("docs/operations.md");
  expect(guide).toMatch(/^useradd --system .*gharseva-migrate$/m);
  expect(guide).toMatch(/^install -m 600 \/dev\/null \/etc\/gharseva\/owner-env /m);
});
