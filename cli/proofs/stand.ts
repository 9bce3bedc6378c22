import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { configure, env, environmentWith, readEnvironment } from "#modules/kernel/env.server.ts";
import { type Addresses, appUrlFrom } from "#modules/kernel/roles.server.ts";
import { build, isBuilt } from "../build.ts";
import { type Embedded, freePort, keepRunning, startEmbedded, stopEmbedded } from "../embedded.ts";
import { exitCodes } from "../run.ts";
import { untilStopped } from "../stop.ts";
import { isAlive, Supervisor } from "../supervise.ts";

/*
 * The product as it runs for real, for a proof: a PostgreSQL of its own that keeps every promise to the disk, any
 * number of web processes and workers under the product's own supervisor, and the outside world (payments, messages,
 * maps) emulated by one more process, so that killing a web process does not kill the payment provider.
 */

export type StandWish = {
  /** A folder that stays, with its PostgreSQL's data, for the next run; without it a stand leaves nothing behind. */
  folder?: string;
  webs?: number;
  workers?: number;
  /** More settings of PostgreSQL, such as `shared_buffers=512MB`. */
  postgres?: string[];
  /** More variables for every process of the product. */
  variables?: Record<string, string>;
  /** What is said while it comes up. */
  say?: (line: string) => void;
};

export type Stand = {
  at: Addresses;
  /** Addresses of the web processes, without a slash at the end. */
  webs: string[];
  /** Address of the process that plays the outside world. */
  outside: string;
  /** The secret all processes share, for proofs that make sessions or signatures themselves. */
  secret: string;
  /** Where blobs, logs and the database are. */
  folder: string;
  blobs: string;
  postgres: Embedded;
  supervisor: Supervisor;
  /** Names of the parts the supervisor keeps running: web1, web2, …, worker1, …, outside. */
  parts: string[];
  pidOf(part: string): number | undefined;
  /** Resolves when every web process answers that it is ready. */
  ready(withinMs?: number): Promise<void>;
  stop(): Promise<void>;
};

const secretOf = (folder: string) => {
  const file = path.join(folder, "app-secret");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
};

/**
 * Start a stand in a folder of its own, which is gone after `stop`; the build is made when it is missing or old. This
 * process takes the product's configuration over, so that `connect({ url: stand.at.app, entities })` works as it does
 * there.
 */
export async function openStand(wish: StandWish = {}): Promise<Stand> {
  const { webs: webCount = 1, workers = 1, postgres: settings = [], variables = {}, say = () => {} } = wish;
  if (!isBuilt()) {
    say("Building…");
    await build();
  }
  const stands = path.join(env.testDir, "stands");
  await sweep(stands);
  const folder = wish.folder ?? path.join(stands, `${process.pid}-${randomBytes(3).toString("hex")}`);
  const blobs = path.join(folder, "blobs");
  fs.mkdirSync(blobs, { recursive: true });
  const secret = secretOf(folder);
  const supervisor = new Supervisor(path.join(folder, "run"), say);
  let server: Embedded | undefined;
  const leave = () =>
    wish.folder || fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  void untilStopped(() => process.exit(exitCodes.interrupted)).then(async (code) => {
    // Nothing of it is needed any more, so no part is waited for.
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
    args: ["--import", path.join(env.root, "cli", "leash.ts"), ...args],
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

/** Stands whose proof was killed: their parts have ended by themselves, their PostgreSQL is stopped here. */
async function sweep(stands: string) {
  for (const name of fs.existsSync(stands) ? fs.readdirSync(stands) : []) {
    const pid = /^(\d+)-[0-9a-f]{6}$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const folder = path.join(stands, name);
    await stopEmbedded(folder).catch(() => {});
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The configuration the product's processes read, for this process too: it signs, opens and sends as they do. */
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
