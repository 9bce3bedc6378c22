import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env, variableNames } from "#modules/kernel/env.server.ts";

const read = (file: string) => readFileSync(path.join(env.root, file), "utf8");

test(".env.example names every variable there is and no other", () => {
  const named = [...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map((line) => line[1]);
  // The passwords belong to the compose file only, which makes the database's addresses from them.
  expect(named.filter((name) => !/^POSTGRES_(APP_)?PASSWORD$/.test(name ?? "")).sort()).toEqual(
    [...variableNames].sort(),
  );
});

test("neither image nor compose file names a registry, a container or a fixed secret", () => {
  const compose = read("docker-compose.yml");
  expect(compose).not.toMatch(/container_name|docker\.io|ghcr\.io/);
  expect(compose).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
  expect(read("Dockerfile")).not.toMatch(/docker\.io|ghcr\.io|npmmirror|registry/);
});

/** The lines of one section of the compose file, without comments; its name includes the indentation. */
function section(name: string) {
  const lines = read("docker-compose.yml")
    .split("\n")
    .filter((line) => !/^\s*#/.test(line));
  const start = lines.findIndex((line) => line.startsWith(`${name}:`));
  const depth = lines[start]!.search(/\S/);
  const length = lines.slice(start + 1).findIndex((line) => line.trim() && line.search(/\S/) <= depth);
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join("\n");
}

test("the compose file gives the owner's password to the migrate step alone, and the others wait for it", () => {
  const owners = /\$\{POSTGRES_PASSWORD/;
  expect(section("  migrate")).toMatch(owners);
  expect(section("  migrate")).toMatch(/restart: "no"/);
  expect(section("  migrate")).toMatch(/"migrate", "up"/);
  for (const part of ["x-app", "  web", "  worker"]) expect(section(part)).not.toMatch(owners);
  // The containers get the whole .env, so the owner's credentials are emptied.
  for (const name of ["OWNER_DATABASE_URL", "POSTGRES_PASSWORD"]) expect(section("x-app")).toContain(`${name}: ""`);
  expect(section("x-app")).toMatch(/DATABASE_URL: postgresql:\/\/gharseva_app:/);
  expect(section("x-app")).toMatch(/migrate:\n\s+condition: service_completed_successfully/);
  for (const part of ["  web", "  worker"]) expect(section(part)).not.toMatch(/environment:|depends_on:/);
});

test("the compose file believes its own network's gateway, and publishes the web's port to the host alone", () => {
  const gateway = /gateway: (\S+)/.exec(section("networks"))?.[1];
  expect(section("x-app")).toContain(`TRUST_PROXY: loopback,${gateway}`);
  const subnet = /subnet: (\S+)\/24/.exec(section("networks"))?.[1];
  expect(gateway?.replace(/\.1$/, ".0")).toBe(subnet);
  expect(section("  web")).toMatch(/ports:\n\s+- "\$\{WEB_PORTS:-127\.0\.0\.1:3000-3009\}:3000"\n\s+healthcheck/);
});
