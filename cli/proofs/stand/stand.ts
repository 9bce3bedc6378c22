import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Addresses, appUrlFrom } from "#modules/kernel/db/roles.server.ts";
import { configure, env, environmentWith, readEnvironment } from "#modules/kernel/env.server.ts";
import { build, isBuilt } from "../../commands/build.ts";
import { untilStopped } from "../../commands/stop.ts";
import { type Embedded, freePort, keepRunning, startEmbedded, stopEmbedded } from "../../embedded/embedded.ts";
import { exitCodes } from "../../run.ts";
import { isAlive, Supervisor } from "../../supervise/supervise.ts";

/*
 * The product as in production, for a proof: its own PostgreSQL with full durability, any number of web processes and
 * workers under the product's own supervisor, and one more process that emulates the outside world (payments, messages,
 * maps), so that killing a web process does not kill the payment provider.
 */

export type StandOptions = {
  /** A folder that is kept for the next run, with PostgreSQL's data; without it a stand leaves nothing behind. */
  folder?: string;
  webs?: number;
  workers?: number;
  /** Additional PostgreSQL settings, such as `shared_buffers=512MB`. */
  postgres?: string[];
  /** Additional environment variables for every process of the product. */
  variables?: Record<string, string>;
  /** Called with progress messages during the start. */
  say?: (line: string) => void;
};

export type Stand = {
  at: Addresses;
  /** The addresses of the web processes, without a trailing slash. */
  webs: string[];
  /** The address of the process that emulates the outside world. */
  outside: string;
  /** The secret of all processes, for proofs that make sessions or signatures themselves. */
  secret: string;
  /** The folder of blobs, logs and the database. */
  folder: string;
  blobs: string;
  postgres: Embedded;
  supervisor: Supervisor;
  /** The names of the supervised parts: web1, web2, …, worker1, …, outside. */
  parts: string[];
  pidOf(part: string): number | undefined;
  /** Resolves when every web process reports that it is ready. */
  ready(withinMs?: number): Promise<void>;
  stop(): Promise<void>;
};

const secretOf = (folder: string) => {
  const file = path.join(folder, "app-secret");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
};

/**
 * Starts a stand in its own folder, which is removed by `stop`; the build is made when missing or outdated. This
 * process takes over the product's configuration, so that `connect({ url: stand.at.app, entities })` works here too.
 */
export async function openStand(standOptions: StandOptions = {}): Promise<Stand> {
  const { webs: webCount = 1, workers = 1, postgres: settings = [], variables = {}, say = () => {} } = standOptions;
  if (!isBuilt()) {
    say("Building…");
    await build();
  }
  const stands = path.join(env.testDir, "stands");
  await sweep(stands);
  const folder = standOptions.folder ?? path.join(stands, `${process.pid}-${randomBytes(3).toString("hex")}`);
  const blobs = path.join(folder, "blobs");
  fs.mkdirSync(blobs, { recursive: true });
  const secret = secretOf(folder);
  const supervisor = new Supervisor(path.join(folder, "run"), say);
  let server: Embedded | undefined;
  const leave = () =>
    standOptions.folder || fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  void untilStopped(() => process.exit(exitCodes.interrupted)).then(async (code) => {
    // None of it is needed any more, so no part is waited for.
    supervisor.stopping = true;
    supervisor.kill();
    await (server ? server.stop() : stopEmbedded(folder));
    leave();
    process.exit(code);
  });
  say("Starting PostgreSQL…");
  const options = { dataDir: folder, port: 55_600, settings: ["max_connections=200", ...settings] };
  const postgres = keepRunning(await startEmbedded(options), options, say);
  server = postgres;
  configure({ appSecret: secret });
  const at = { owner: postgres.url, app: appUrlFrom(postgres.url) };

  const outsidePort = await freePort(3_700 + Math.floor(Math.random() * 200));
  const ports: number[] = [];
  for (let next = outsidePort + 1; ports.length < webCount; next = ports.at(-1)! + 1) ports.push(await freePort(next));
  const webs = ports.map((port) => `http://127.0.0.1:${port}`);
  const outside = `http://127.0.0.1:${outsidePort}`;

  const shared = {
    NODE_ENV: "production",
    SANDBOX: "1",
    APP_SECRET: secret,
    DATABASE_URL: at.app,
    OWNER_DATABASE_URL: "",
    HOST: "127.0.0.1",
    PUBLIC_URL: webs[0] ?? outside,
    DATA_DIR: folder,
    BLOB_DIR: blobs,
    LOG_LEVEL: "warn",
    ...variables,
  };
  configure(sameAs({ ...shared, SANDBOX_ORIGIN: outside }));
  const part = (name: string, args: string[], more: Record<string, string>) => ({
    name,
    args: ["--import", path.join(env.root, "cli", "supervise", "leash.ts"), ...args],
    env: environmentWith({ ...shared, ...more }),
    logFile: path.join(folder, `${name}.log`),
    cwd: env.root,
  });
  say("Preparing the data…");
  await migrate(at);
  const parts = [
    // It sends its webhooks to a web process of the product, as the provider would.
    part("outside", ["app/server.ts"], { PORT: String(outsidePort), SANDBOX_ORIGIN: webs[0] ?? outside }),
    ...ports.map((port, n) => part(`web${n + 1}`, ["app/server.ts"], { PORT: String(port), SANDBOX_ORIGIN: outside })),
    ...Array.from({ length: workers }, (_, n) =>
      part(`worker${n + 1}`, ["cli/main.ts", "worker"], { SANDBOX_ORIGIN: outside, PORT: String(outsidePort) }),
    ),
  ];
  for (const each of parts) supervisor.run(each);
  const names = parts.map(({ name }) => name);

  const stand: Stand = {
    at,
    webs,
    outside,
    secret,
    folder,
    blobs,
    postgres,
    supervisor,
    parts: names,
    pidOf: (name) => (supervisor.lives(name) ? supervisor.children.get(name)?.pid : undefined),
    ready: (withinMs = 60_000) => Promise.all([outside, ...webs].map((web) => ready(web, withinMs))).then(() => {}),
    async stop() {
      await supervisor.stop(names);
      await postgres.stop();
      leave();
    },
  };
  try {
    await stand.ready();
  } catch (error) {
    say(`it did not come up; its logs stay in ${folder}`);
    await supervisor.stop(names);
    await postgres.stop();
    throw error;
  }
  return stand;
}

/** Cleans up after stands whose proof was killed: parts end by themselves, PostgreSQL is stopped here. */
async function sweep(stands: string) {
  for (const name of fs.existsSync(stands) ? fs.readdirSync(stands) : []) {
    const pid = /^(\d+)-[0-9a-f]{6}$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const folder = path.join(stands, name);
    await stopEmbedded(folder).catch(() => {});
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The configuration of the product's processes, for this process too: it signs, decrypts and sends as they do. */
function sameAs(variables: Record<string, string>) {
  const read = readEnvironment(variables);
  if ("problems" in read) throw new Error(read.problems.join("; "));
  return read.env;
}

async function migrate(at: Addresses) {
  const { migrateUp } = await import("#modules/kernel/migrate.server.ts");
  const { jobs } = await import("#modules/index.ts");
  await migrateUp(jobs, at);
}

async function ready(origin: string, withinMs: number) {
  for (const until = Date.now() + withinMs; Date.now() < until; await pause(50)) {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${origin} did not get ready within ${withinMs / 1000} s`);
}
