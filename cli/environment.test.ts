import { existsSync, readdirSync, readFileSync } from "node:fs";
import { BlockList } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { env, variableNames } from "#modules/kernel/env.server.ts";
import { program } from "./main.ts";
import { faultOf, wordsOf } from "./testing/written-commands.ts";

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
  for (const [, image] of read("Dockerfile").matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/:\d+\.\d+\.\d+-/);
});

/** The parts of a compose file that ours uses: anything else in it is a mistake or wants a line here. */
const Health = z.strictObject({
  test: z.tuple([z.literal("CMD")], z.string()),
  interval: z.string().regex(/^\d+s$/),
  timeout: z.string().regex(/^\d+s$/),
  retries: z.int().positive(),
  start_period: z.string().regex(/^\d+s$/),
});
const Service = z.strictObject({
  build: z.literal(".").optional(),
  /** Our own, or another's by a whole version. */
  image: z.string().regex(/^(gharseva|[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+)$/),
  init: z.boolean().optional(),
  command: z.array(z.string()).min(1).optional(),
  restart: z.enum(["unless-stopped", "no"]),
  logging: z.strictObject({
    driver: z.literal("json-file"),
    options: z.strictObject({ "max-size": z.string().regex(/^\d+m$/), "max-file": z.string().regex(/^\d+$/) }),
  }),
  security_opt: z.array(z.literal("no-new-privileges:true")).optional(),
  cap_drop: z.array(z.literal("ALL")).optional(),
  cap_add: z.array(z.literal("NET_BIND_SERVICE")).optional(),
  env_file: z.literal(".env").optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.union([z.string(), z.number()])),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^(\.\/)?[\w./]+:\/[\w./]+(:ro)?$/)),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(["service_healthy", "service_completed_successfully"]) }))
    .optional(),
  healthcheck: Health.optional(),
  networks: z.strictObject({ default: z.strictObject({ ipv4_address: z.ipv4() }) }).optional(),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().regex(/^\d+s$/),
});
const Compose = z.strictObject({
  "x-logging": z.unknown(),
  "x-app": z.unknown(),
  services: z.record(z.string(), Service),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({
        config: z.tuple([z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4(), gateway: z.ipv4() })]),
      }),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const compose = Compose.parse(parse(read("docker-compose.yml"), { merge: true }));
const { db, migrate, web, worker, backup, proxy } = compose.services as Record<string, z.output<typeof Service>>;
const variablesOf = (...services: (typeof web)[]) => JSON.stringify(services.map((each) => each!.environment));

test("the compose file runs database, migrations, web, worker, backups and a proxy, and each part it names is there", () => {
  expect(Object.keys(compose.services)).toEqual(["db", "migrate", "web", "worker", "backup", "proxy"]);
  for (const { depends_on = {}, volumes } of Object.values(compose.services)) {
    for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
    for (const [place = ""] of volumes.map((volume) => volume.split(":")))
      if (place.startsWith("./")) expect(existsSync(path.join(env.root, place)), place).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(place);
  }
  const known = new Set([...variableNames, "POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD"]);
  expect(Object.keys(web!.environment).filter((name) => !known.has(name))).toEqual([]);
});

test("the compose file gives the owner's password to database and migrate step alone, and the others wait for it", () => {
  const owners = /\$\{POSTGRES_PASSWORD/;
  expect([variablesOf(db), variablesOf(migrate)].every((variables) => owners.test(variables))).toBe(true);
  expect(variablesOf(web, worker, backup, proxy)).not.toMatch(owners);
  expect([migrate!.restart, migrate!.command?.slice(-2)]).toEqual(["no", ["migrate", "up"]]);
  for (const each of [web, worker, backup]) {
    // The containers get the whole .env, so the owner's credentials are emptied.
    expect(each!.environment).toMatchObject({ OWNER_DATABASE_URL: "", POSTGRES_PASSWORD: "" });
    expect(each!.environment.DATABASE_URL).toMatch(/^postgresql:\/\/gharseva_app:/);
    expect(each!.depends_on?.migrate?.condition).toBe("service_completed_successfully");
    expect([each!.cap_drop, each!.security_opt]).toEqual([["ALL"], ["no-new-privileges:true"]]);
  }
});

test("the compose file lets nobody in but by the proxy, which alone may speak for others", () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(["proxy"]);
  const address = proxy!.networks!.default.ipv4_address;
  expect(web!.environment.TRUST_PROXY).toBe(`loopback,${address}`);
  const [{ subnet, ip_range: others, gateway }] = compose.networks.default.ipam.config;
  const inside = (range: string, each: string) => {
    const [net = "", bits = ""] = range.split("/");
    const list = new BlockList();
    list.addSubnet(net, Number(bits));
    return list.check(each);
  };
  // The other containers' addresses come from a part of the network in which the proxy's is not.
  expect([inside(subnet, address), inside(subnet, gateway), inside(others, address)]).toEqual([true, true, false]);
  expect(read("deploy/Caddyfile")).toMatch(/\{\$PUBLIC_URL\} \{[\s\S]+dynamic a web 3000 \{/);
});

test("a container is no sandbox, whatever .env says", () => {
  for (const each of [migrate, web, worker, backup]) expect(each!.environment.SANDBOX).toBe("0");
  expect(read("docker-compose.yml")).not.toContain("SANDBOX_ORIGIN");
});

test("web and worker are asked by what they answer themselves, and have time to end", () => {
  expect(web!.healthcheck?.test.join(" ")).toContain(`127.0.0.1:${web!.environment.PORT}/readyz`);
  expect(worker!.healthcheck?.test.join(" ")).toContain(`127.0.0.1:${worker!.environment.WORKER_PORT}/healthz`);
  for (const each of [web, worker])
    expect(Number.parseInt(each!.stop_grace_period, 10)).toBeGreaterThanOrEqual(5 + 20 + 15);
});

test("what compose file and units run are commands and options there are", () => {
  const units = readdirSync(path.join(env.root, "deploy/systemd")).filter((name) => name.endsWith(".service"));
  const started = [
    ...Object.values(compose.services).flatMap(({ command = [] }) => command.join(" ")),
    ...units.flatMap((name) =>
      [...read(`deploy/systemd/${name}`).matchAll(/^ExecStart=(.+)$/gm)].map(([, line]) => line!),
    ),
  ];
  const lines = started.flatMap((line) =>
    [...line.matchAll(/cli\/main\.ts ([^;]+)/g)].map(([, words]) => words!.trim()),
  );
  expect(lines).toHaveLength(8);
  for (const line of lines) expect([line, faultOf(program, wordsOf(line), { whole: true })]).toEqual([line, undefined]);
  expect(read("deploy/systemd/gharseva-web.service")).not.toContain("owner-env");
  expect(read("deploy/systemd/gharseva-worker.service")).not.toContain("owner-env");
});
