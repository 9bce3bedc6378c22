import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { freePort } from "../../embedded/embedded.ts";
import { thrift } from "../../supervise/supervise.ts";
import { Line, request } from "./line.ts";
import type { SeededProduct } from "./seeded-product.ts";

/** A web server started beside the stand's own: the product's, or one of the bare servers. */
export type Served = { origin: string; pid: number; startedInMs: number; stop(): Promise<void> };

let nextPort = 4_600;

/** Ends a started process when this one is killed. */
const leash = ["--import", path.join(import.meta.dirname, "../../supervise/leash.ts")];

/**
 * Starts app/server.ts with the product's build, or as one of the bare servers, on an installation's database, and
 * waits until it answers.
 */
export async function serve(
  product: SeededProduct,
  as?: "hello" | "show" | "file",
  flags: readonly string[] = [],
): Promise<Served> {
  const port = await freePort(nextPort);
  nextPort = port + 1;
  const preload = as ? ["--import", path.join(import.meta.dirname, "servers", `as-${as}.ts`)] : [];
  const log = fs.openSync(path.join(product.stand.folder, `${as ?? "web"}-${port}.log`), "a");
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [...thrift.web, ...leash, ...flags, ...preload, path.join(env.root, "app", "server.ts")],
    {
      cwd: env.root,
      env: environmentWith({ ...variables(product), PORT: String(port), PUBLIC_URL: product.stand.outside }),
      stdio: ["ignore", log, log, "ipc"],
    },
  );
  fs.closeSync(log);
  const origin = `http://127.0.0.1:${port}`;
  const probe = request("GET", "/readyz");
  for (const until = begun + 60_000; performance.now() < until && child.exitCode === null; await pause(2)) {
    const line = await Line.to(origin).catch(() => undefined);
    const answer = await line?.send(probe).catch(() => undefined);
    line?.close();
    if (answer?.status !== 200) continue;
    return { origin, pid: child.pid!, startedInMs: performance.now() - begun, stop: () => end(child) };
  }
  await end(child);
  throw new Error(`${as ?? "the product"} did not come up; its log is in ${product.stand.folder}`);
}

/** Starts a job worker on an installation's database, and waits until it works its queues. */
export async function startWorker(product: SeededProduct): Promise<Pick<Served, "pid" | "stop">> {
  const file = path.join(product.stand.folder, `worker-${randomUUID()}.log`);
  const log = fs.openSync(file, "a");
  const child = spawn(process.execPath, [...thrift.worker, ...leash, path.join(env.root, "cli", "main.ts"), "worker"], {
    cwd: env.root,
    env: environmentWith(variables(product)),
    stdio: ["ignore", log, log, "ipc"],
  });
  fs.closeSync(log);
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(50)) {
    if (child.exitCode !== null) break;
    if (fs.readFileSync(file, "utf8").includes("worker ready")) return { pid: child.pid!, stop: () => end(child) };
  }
  await end(child);
  throw new Error(`the worker did not come up; its log is ${file}`);
}

/** The environment of every process of a stand: as the product ships them. */
export const variables = ({ stand }: SeededProduct) => ({
  NODE_ENV: "production",
  SANDBOX: "1",
  APP_SECRET: stand.secret,
  DATABASE_URL: stand.at.app,
  OWNER_DATABASE_URL: "",
  HOST: "127.0.0.1",
  SANDBOX_ORIGIN: stand.outside,
  DATA_DIR: stand.folder,
  BLOB_DIR: stand.blobs,
  LOG_LEVEL: "info",
  MALLOC_ARENA_MAX: "2",
});

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(force);
}
