import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env, variableNames } from "#modules/kernel/env.server.ts";

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");

test(".env.example names every variable there is and no other", () => {
  const named = [...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map((line) => line[1]);
  // The password is the compose file's own: it makes DATABASE_URL from it.
  expect(named.filter((name) => name !== "POSTGRES_PASSWORD").sort()).toEqual([...variableNames].sort());
});

test("neither image nor compose file names a registry, a container or a fixed secret", () => {
  const compose = read("docker-compose.yml");
  expect(compose).not.toMatch(/container_name|docker\.io|ghcr\.io/);
  expect(compose).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
  expect(read("Dockerfile")).not.toMatch(/docker\.io|ghcr\.io|npmmirror|registry/);
});
