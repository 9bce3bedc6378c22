import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { build, isBuilt } from "./build.ts";
import { openDatabase } from "./database.ts";
import { type Embedded, keepRunning } from "./embedded.ts";
import { Conflict, Failed, type GlobalOptions, painted, show, tell } from "./run.ts";
import { untilStopped } from "./stop.ts";
import { Supervisor, thrift } from "./supervise.ts";

const parts = ["web", "worker"] as const;
const readyWithinMs = 90_000;
const logLimit = 20 * 1024 * 1024;

/**
 * The whole product with demo data: database, migrations, seed, build, web and worker, until Ctrl-C. A second start
 * keeps the data; a start after everything was killed loses nothing.
 */
export async function demo(options: GlobalOptions & { dev?: boolean; freshBuild?: boolean }) {
  const say = (line: string) => tell(line, options);
  const supervisor = new Supervisor(path.join(env.dataDir, "run"), say);
  const other = supervisor.claim();
  if (other)
    throw new Conflict(
      `It already runs (process ${other}) with the data in ${env.dataDir}: stop it first, or set DATA_DIR and PORT`,
    );
  await supervisor.endOrphans(parts);
  await refuseTakenPort();

  let embedded: Embedded | undefined;
  let ended = false;
  const abort = new AbortController();
  const end = async () => {
    ended = true;
    // A start that is under way stops at its next step; what it has begun by then is stopped below.
    abort.abort();
    await going?.catch(() => {});
    await supervisor.stop(parts);
    await embedded?.stop();
  };
  const stopped = untilStopped(() => supervisor.kill());
  const go = async () => {
    say(env.databaseUrl ? "Opening the database…" : "Starting PostgreSQL…");
    const opened = await openDatabase();
    embedded = opened.embedded;
    if (ended) return;
    const building = options.dev || (!options.freshBuild && isBuilt()) ? undefined : build(abort.signal);
    if (building) say("Building (half a minute the first time)…");
    building?.catch(() => {});
    say("Preparing the data…");
    await runOnce(["cli/main.ts", "prepare", "--demo", ...(options.json ? ["--json"] : [])], abort.signal, {
      ...children(opened.at.app, options),
      OWNER_DATABASE_URL: opened.at.owner,
    });
    await building;
    if (ended) return;
    for (const name of parts) supervisor.run(part(name, opened.at.app, options));
    await ready(() => ended);
    if (ended) return;
    announce(options);
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

const children = (app: string, { dev }: { dev?: boolean }) => ({
  NODE_ENV: dev ? "development" : "production",
  SANDBOX: "1",
  APP_SECRET: env.appSecret,
  DATABASE_URL: app,
  // The parts live with what the application's role is granted.
  OWNER_DATABASE_URL: "",
  PORT: String(env.port),
  HOST: env.host,
  DATA_DIR: env.dataDir,
  BLOB_DIR: env.blobDir,
});

function part(name: (typeof parts)[number], app: string, options: { dev?: boolean }) {
  const entry = { web: ["app/server.ts"], worker: ["cli/main.ts", "worker"] }[name];
  return {
    name,
    args: [...thrift[name], "--import", path.join(import.meta.dirname, "leash.ts"), ...entry],
    env: environmentWith(children(app, options)),
    logFile: options.dev ? undefined : logFile(name),
    cwd: env.root,
  };
}

function logFile(name: string): string {
  const file = path.join(env.dataDir, "logs", `${name}.log`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) fs.renameSync(file, `${file}.1`);
  return file;
}

/** Runs one of our own commands to its end; what it has to say goes to stderr. */
async function runOnce(args: string[], signal: AbortSignal, extra: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    signal,
    cwd: env.root,
    env: environmentWith(extra),
    stdio: ["ignore", 2, 2],
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  // What went wrong has been said by the command itself.
  if (code !== 0) throw new Failed();
}

/** Somebody else's server on our port would look like ours to whoever opens the address. */
async function refuseTakenPort() {
  const free = await new Promise<boolean>((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen(env.port, env.host, () => probe.close(() => resolve(true)));
  });
  if (!free)
    throw new Conflict(
      `Port ${env.port} is in use: stop what uses it, or choose another, as in PORT=${env.port + 1} npm run demo`,
    );
}

async function ready(ended: () => boolean) {
  for (const until = Date.now() + readyWithinMs; Date.now() < until; await pause(100)) {
    if (ended()) return;
    const answer = await fetch(`http://${env.host === "0.0.0.0" ? "127.0.0.1" : env.host}:${env.port}/readyz`).catch(
      () => undefined,
    );
    if (answer?.ok) return;
  }
  throw new Error(`the web server did not get ready; its words: ${path.join(env.dataDir, "logs", "web.log")}`);
}

/** The demo data's people (fixed point 23 and the sandbox page of the product). */
const accounts = [
  { who: "Super admin", where: "/admin-login", login: "superadmin", password: "Demo@2026" },
  { who: "Operations (a role)", where: "/admin-login", login: "operations", password: "Demo@2026" },
  { who: "Client's desk", where: "/admin-login", login: "clientdesk", password: "Demo@2026" },
  { who: "Center INA0001, AC REPAIR", where: "/login", login: "9000000001" },
  { who: "Center INA0002, AC REPAIR and PLUMBING", where: "/login", login: "9000000002" },
  { who: "Center INA0003, PLUMBING", where: "/login", login: "9000000003" },
  { who: "E-rickshaw driver INA0009", where: "/login", login: "9000000009" },
  { who: "Center onboarder ONB0001", where: "/center-onboard-login", login: "9000000010" },
] as const;

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
    `  Book at ${address}/booking, or with a center's QR at ${address}/booking/INA0001,`,
    `  a ride at ${address}/bookingPickDrop/INA0009`,
    `  Data: ${env.dataDir}${options.dev ? "" : `   Logs: ${path.join(env.dataDir, "logs")}`}   Stop: Ctrl-C`,
    "",
  ].join("\n");
  show({ address, accounts, dataDir: env.dataDir, pid: process.pid }, text, options);
}
