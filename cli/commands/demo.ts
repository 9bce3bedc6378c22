import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env, environmentWith, refuseConfiguration } from "#modules/kernel/env.server.ts";
import { sandboxAddressRefusals } from "#modules/kernel/env-refusals.ts";
import { closeFolder } from "#modules/kernel/files/private-folder.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { openDatabase } from "../embedded/database.ts";
import { type Embedded, keepRunning } from "../embedded/embedded.ts";
import { withoutOwner } from "../embedded/hand-over.ts";
import { Conflict, Failed, type GlobalOptions, painted, show, tell } from "../run.ts";
import { refuseTakenPort } from "../supervise/port.ts";
import { type Part, Supervisor, thrift } from "../supervise/supervise.ts";
import { build, isBuilt } from "./build.ts";
import type { DatabaseAddresses } from "./prepare.ts";
import { untilStopped } from "./stop.ts";

const parts = ["web", "worker"] as const;
const readyWithinMs = 90_000;
const logLimit = 20 * 1024 * 1024;

/**
 * `demo`: runs the whole product with demo data (database, migrations, seed, build, web and worker) until Ctrl-C. A
 * second start keeps the data; a start after all processes were killed loses nothing.
 */
export async function demo(options: GlobalOptions & { dev?: boolean; freshBuild?: boolean }) {
  const refused = sandboxAddressRefusals({ HOST: env.host, PUBLIC_URL: env.publicUrl });
  if (refused.length > 0) refuseConfiguration("The demo runs on this machine alone", refused);
  const say = (line: string) => tell(line, options);
  const supervisor = new Supervisor(path.join(env.dataDir, "run"), say);
  const other = supervisor.claim();
  if (other)
    throw new Conflict(
      `It already runs (process ${other}) with the data in ${env.dataDir}: stop it first, or set DATA_DIR and PORT`,
    );
  await supervisor.endOrphans(parts);
  closeFolder(env.blobDir);
  await refuseTakenPort(env.port, "npm run demo");

  let embedded: Embedded | undefined;
  let ended = false;
  const abort = new AbortController();
  const end = async () => {
    ended = true;
    // Aborts a running start at its next step; what it has started is stopped below.
    abort.abort();
    await going?.catch(() => {});
    await supervisor.stop(parts);
    await embedded?.stop();
  };
  const stopped = untilStopped(() => supervisor.kill());
  const go = async () => {
    const [web, worker] = parts.map((name) => part(name, options)) as [Part, Part];
    // In development the web process loads its modules while the database starts, and waits for its address; so does
    // what fills a new one.
    if (options.dev) supervisor.run(web);
    const early = options.dev && isNew() ? preparation(options, abort.signal) : undefined;
    early?.done.catch(() => {});
    say(env.databaseUrl ? "Opening the database…" : "Starting PostgreSQL…");
    const opened = await openDatabase();
    embedded = opened.embedded;
    if (ended) return;
    const building = options.dev || (!options.freshBuild && isBuilt()) ? undefined : build(abort.signal);
    if (building) say("Building (half a minute the first time)…");
    building?.catch(() => {});
    say("Preparing the data…");
    const prepare = async () => {
      const begun = early ?? preparation(options, abort.signal);
      begun.tell({ DATABASE_URL: opened.at.app, OWNER_DATABASE_URL: opened.at.owner });
      await begun.done;
    };
    // When the database is migrated, the web process answers first; missing demo data is added then.
    const migrated = await isMigrated(opened.at.app);
    if (!migrated) await prepare();
    await building;
    if (ended) return;
    for (const each of [web, worker]) supervisor.tell(each, withoutOwner(opened.at.app));
    if (!options.dev) supervisor.run(web);
    await ready(() => ended);
    if (migrated) await prepare();
    if (ended) return;
    supervisor.run(worker);
    announce(options);
    if (options.dev) restartOnEdits(supervisor, [web, worker], say);
    if (embedded) embedded = keepRunning(embedded, { dataDir: env.dataDir, port: embedded.port }, say);
  };
  const going = go();
  const code = await Promise.race([stopped, going.then(() => stopped)]).catch(async (error) => {
    await end();
    throw error;
  });
  say("\nStopping…");
  await end();
  say("Stopped; the data stays.");
  process.exit(code);
}

const children = ({ dev }: { dev?: boolean }) => ({
  NODE_ENV: dev ? "development" : "production",
  SANDBOX: "1",
  APP_SECRET: env.appSecret,
  APP_SECRET_PREVIOUS: env.previousSecrets.join(","),
  // The parts get only the rights of the application's role, whose address is told when the database is there.
  ...withoutOwner(""),
  PORT: String(env.port),
  HOST: env.host,
  DATA_DIR: env.dataDir,
  BLOB_DIR: env.blobDir,
  // Pictures are decoded by four threads: with a malloc arena each, every thread would keep the memory one needs.
  MALLOC_ARENA_MAX: "2",
  // In development processes restart often, so Node's compiled code is cached.
  ...(dev && { NODE_COMPILE_CACHE: path.join(env.dataDir, "run", "compiled") }),
  ADMIN_TOTP: adminTotp,
});

/** Whether no migration is pending; a database that refuses the application's role is not migrated yet. */
const isMigrated = (url: string) =>
  status(url).then(
    ({ pending }) => pending.length === 0,
    () => false,
  );

/** Vite applies edits of `app` itself; an edit of a module restarts the processes that have loaded it. */
function restartOnEdits(supervisor: Supervisor, edited: readonly Part[], say: (line: string) => void) {
  let soon: NodeJS.Timeout | undefined;
  const restart = () => {
    say("A module was edited: web and worker start anew");
    for (const each of edited) void supervisor.restart(each);
  };
  fs.watch(path.join(env.root, "modules"), { recursive: true }, (_event, name) => {
    if (!name || !/\.ts$/.test(name) || /\.test\.ts$/.test(name)) return;
    clearTimeout(soon);
    soon = setTimeout(restart, 100);
  }).unref();
}

/** The demo's accounts need no second factor, unless a sandbox is configured with its own setting. */
const adminTotp = env.sandbox ? env.adminTotp : "optional";

function part(name: (typeof parts)[number], options: { dev?: boolean }): Part {
  const entry = { web: ["app/server.ts"], worker: ["cli/main.ts", "worker"] }[name];
  return {
    name,
    args: [...thrift[name], "--import", path.join(import.meta.dirname, "../supervise/leash.ts"), ...entry],
    env: environmentWith(children(options)),
    logFile: options.dev ? undefined : logFile(name),
    cwd: env.root,
  };
}

function logFile(name: string): string {
  const file = path.join(env.dataDir, "logs", `${name}.log`);
  closeFolder(path.dirname(file));
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) fs.renameSync(file, `${file}.1`);
  return file;
}

/** Whether this start makes the database. */
const isNew = () =>
  !env.databaseUrl && !env.ownerDatabaseUrl && !fs.existsSync(path.join(env.dataDir, "embedded.json"));

/** Begins `prepare`, which loads its modules and waits for the database's address; its output goes to stderr. */
function preparation(options: GlobalOptions & { dev?: boolean }, signal: AbortSignal) {
  const child = spawn(process.execPath, ["cli/main.ts", "prepare", "--demo", ...(options.json ? ["--json"] : [])], {
    signal,
    cwd: env.root,
    env: environmentWith(children(options)),
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    // The command has already printed what went wrong.
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Failed())));
  });
  return { done, tell: (at: DatabaseAddresses) => void child.send(at, () => {}) };
}

const webAddress = `http://${env.host.replace(/^::1$/, "[::1]")}:${env.port}`;

async function ready(ended: () => boolean) {
  for (const until = Date.now() + readyWithinMs; Date.now() < until; await pause(100)) {
    if (ended()) return;
    const answer = await fetch(`${webAddress}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`the web server did not get ready; its words: ${path.join(env.dataDir, "logs", "web.log")}`);
}

/** The people of the demo data (fixed point 23 and the sandbox page of the product). */
const accounts = [
  { who: "Super admin", where: "/admin-login", login: "superadmin", password: "Demo@2026" },
  { who: "Operations (a role)", where: "/admin-login", login: "operations", password: "Demo@2026" },
  { who: "Finance (may move money)", where: "/admin-login", login: "finance", password: "Demo@2026" },
  { who: "Second finance (approves)", where: "/admin-login", login: "finance2", password: "Demo@2026" },
  { who: "Client's desk", where: "/admin-login", login: "clientdesk", password: "Demo@2026" },
  { who: "Center INA0001, AC REPAIR", where: "/login", login: "9000000001" },
  { who: "Center INA0002, AC REPAIR and PLUMBING", where: "/login", login: "9000000002" },
  { who: "Center INA0003, PLUMBING", where: "/login", login: "9000000003" },
  { who: "Center INA0004, pays its next lead by card", where: "/login", login: "9000000004" },
  { who: "E-rickshaw driver INA0009", where: "/login", login: "9000000009" },
  { who: "Center onboarder ONB0001", where: "/center-onboard-login", login: "9000000010" },
] as const;

/** Printed because outside the sandbox a password alone is not enough. */
const secondFactor =
  adminTotp === "required"
    ? "Admins set up a second factor (an authenticator app) at their first login: ADMIN_TOTP=required"
    : "The demo's admins log in with the password alone; ADMIN_TOTP=required shows the second factor of production";

function announce(options: GlobalOptions & { dev?: boolean }) {
  const address = env.publicUrl;
  const width = Math.max(...accounts.map(({ who }) => who.length)) + 2;
  const lines = accounts.map(
    (each) =>
      `  ${each.who.padEnd(width)}${address}${each.where}  ${each.login}${"password" in each ? ` / ${each.password}` : " (OTP)"}`,
  );
  const text = [
    "",
    `  ${painted("bold", env.productName, options)} is ready: ${painted("green", address, options)}`,
    "",
    ...lines,
    `  ${"One-time passwords, messages, payments".padEnd(width)}${address}/sandbox`,
    "",
    `  ${secondFactor}`,
    `  Book at ${address}/booking, or with a center's QR at ${address}/booking/INA0001,`,
    `  a ride at ${address}/bookingPickDrop/INA0009`,
    `  Data: ${env.dataDir}${options.dev ? "" : `   Logs: ${path.join(env.dataDir, "logs")}`}   Stop: Ctrl-C`,
    "",
  ].join("\n");
  show({ address, accounts, secondFactor, dataDir: env.dataDir, pid: process.pid }, text, options);
}
