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
  // This password belongs to the compose file only, which makes the application's address from it.
  expect(named.filter((name) => name !== "POSTGRES_APP_PASSWORD").sort()).toEqual([...variableNames].sort());
});

test("neither image nor compose file names a registry, a container or a fixed secret", () => {
  const compose = read("docker-compose.yml");
  expect(compose).not.toMatch(/container_name|docker\.io|ghcr\.io/);
  expect(compose).toMatch(/\$\{POSTGRES_APP_PASSWORD:\?/);
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
  restart: z.enum(["unless-stopped", "on-failure:30", "no"]),
  logging: z.strictObject({
    driver: z.literal("json-file"),
    options: z.strictObject({ "max-size": z.string().regex(/^\d+m$/), "max-file": z.string().regex(/^\d+$/) }),
  }),
  security_opt: z.array(z.literal("no-new-privileges:true")).optional(),
  cap_drop: z.array(z.literal("ALL")).optional(),
  cap_add: z.array(z.literal("NET_BIND_SERVICE")).optional(),
  env_file: z.literal("owner.env").optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.union([z.string(), z.number()])),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^(\.\/)?[\w./]+:\/[\w./-]+(:ro)?$/)),
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
  "x-environment": z.unknown(),
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

/** What an operator copies to make a file that the checkout does not hold. */
const exampleOf = (place: string) => (/^\.\/(owner)?\.env$/.test(place) ? `${place}.example` : place);

test("the compose file runs database, migrations, web, worker, backups and a proxy, and each part it names is there", () => {
  expect(Object.keys(compose.services)).toEqual(["db", "migrate", "web", "worker", "backup", "proxy"]);
  for (const { depends_on = {}, volumes } of Object.values(compose.services)) {
    for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
    for (const [place = ""] of volumes.map((volume) => volume.split(":")))
      if (place.startsWith("./")) expect(existsSync(path.join(env.root, exampleOf(place))), place).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(place);
  }
  const known = new Set([...variableNames, "POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD"]);
  expect(Object.keys(web!.environment).filter((name) => !known.has(name))).toEqual([]);
});

test("the compose file gives the owner's password to database and migrate step alone, and the others wait for it", () => {
  expect(db!.env_file).toBe("owner.env");
  expect(migrate!.environment).toMatchObject({ OWNER_CONFIG_FILE: "/etc/gharseva/owner-env" });
  expect(migrate!.environment).not.toHaveProperty("OWNER_DATABASE_URL");
  expect(migrate!.volumes).toContain("./owner.env:/etc/gharseva/owner-env:ro");
  expect(JSON.stringify([web, worker, backup, proxy])).not.toMatch(/owner.env|OWNER_CONFIG_FILE|\{POSTGRES_PASSWORD/);
  expect([migrate!.restart, migrate!.command?.slice(-2)]).toEqual(["no", ["migrate", "up"]]);
  for (const each of [web, worker, backup]) {
    // They read the whole .env, where an earlier version had the owner's credentials: those are emptied.
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

test("each container of the product reads the one file itself, and none is started again for ever", () => {
  for (const each of [migrate, web, worker, backup]) {
    expect(each!.environment.CONFIG_FILE).toBe("/etc/gharseva/env");
    expect(each!.volumes).toContain("./.env:/etc/gharseva/env:ro");
    expect(each!.env_file).toBeUndefined();
    expect(each!.restart).toMatch(/^(no|on-failure:\d+)$/);
  }
  expect([db!.restart, proxy!.restart]).toEqual(["unless-stopped", "unless-stopped"]);
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
    [...line.matchAll(/cli\/(?:main\.ts|gharseva) ([^;]+)/g)].map(([, words]) => words!.trim()),
  );
  expect(lines).toHaveLength(8);
  for (const line of lines) expect([line, faultOf(program, wordsOf(line), { whole: true })]).toEqual([line, undefined]);
});

const unit = (name: string) => read(`deploy/systemd/gharseva-${name}.service`);
const lasting = [unit("web@"), unit("worker@")];

test("units name the configuration and leave it to the product to read, the owner's to the migrate unit alone", () => {
  for (const text of [...lasting, unit("migrate"), unit("backup")]) {
    expect(text).toMatch(/^Environment=CONFIG_FILE=\/etc\/gharseva\/env\b/m);
    expect(text).not.toContain("EnvironmentFile");
  }
  expect(unit("migrate")).toContain("OWNER_CONFIG_FILE=/run/credentials/gharseva-migrate.service/owner-env");
  for (const text of [...lasting, unit("backup")]) expect(text).not.toMatch(/owner-env|OWNER_/);
});

test("units start the Node that comes with the packages, and every instance has ports of its own", () => {
  for (const text of [...lasting, unit("migrate"), unit("backup")])
    expect(text).toMatch(/^ExecStart=\/opt\/gharseva\/cli\/gharseva [a-z]/m);
  expect(unit("web@")).toMatch(/ PORT=%i METRICS_PORT=1%i /);
  expect(unit("worker@")).toMatch(/ WORKER_PORT=%i /);
  // The bounds of memory are those of `npm start` and `npm run worker`.
  const { scripts } = JSON.parse(read("package.json"));
  for (const [text, script] of [
    [unit("web@"), scripts.start],
    [unit("worker@"), scripts.worker],
  ]) {
    const bounds = /^Environment="NODE_OPTIONS=(.+)"$/m.exec(text)?.[1];
    expect([bounds, script]).toEqual([
      expect.stringContaining("--max-old-space-size="),
      expect.stringContaining(bounds!),
    ]);
  }
});

test("units are started again, but not for ever: not with a refused configuration, and ten times in two minutes at most", () => {
  for (const text of lasting) {
    const value = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
    expect([value("Restart"), value("RestartPreventExitStatus")]).toEqual(["always", "78"]);
    const [interval, burst, pause] = ["StartLimitIntervalSec", "StartLimitBurst", "RestartSec"].map((name) =>
      Number(value(name)),
    ) as [number, number, number];
    // A start that fails at once (a taken port is found within 5 s) meets the limit; one that waits 60 s for its database does not.
    expect((5 + pause) * burst).toBeLessThan(interval);
    expect((60 + pause) * burst).toBeGreaterThan(interval);
  }
});

test("what this machine keeps of a PostgreSQL of its own is not in the data folder of an installation", () => {
  const [, folder] = /DATA_DIR=(\/[\w/-]+)/.exec(read("docs/operations.md"))!;
  const [, server] = /Defaults: \S+ and (\S+)/.exec(read(".env.example"))!;
  expect(env.serverDir).toBe(server);
  expect(path.relative(folder!, server!)).toMatch(/^\.\./);
});
