import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { Failed } from "../run.ts";

const sources = ["app", "modules", "public", "package.json", "package-lock.json", "remix.config.ts", "tsconfig.json"];

/** Whether the build is newer than all its sources. */
export function isBuilt(): boolean {
  const made = path.join(env.root, "build", "server", "index.js");
  if (!fs.existsSync(made) || !fs.existsSync(path.join(env.root, "build", "client"))) return false;
  const at = fs.statSync(made).mtimeMs;
  return sources.every((source) => newest(path.join(env.root, source)) <= at);
}

function newest(place: string): number {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return /\.test\.tsx?$|\.spec\.ts$/.test(place) ? 0 : stats.mtimeMs;
  // A folder's modification time changes when a file in it is removed.
  return fs
    .readdirSync(place)
    .reduce((latest, name) => Math.max(latest, newest(path.join(place, name))), stats.mtimeMs);
}

/** Runs `npm run build`; its output is shown only when it fails. */
export async function build(signal?: AbortSignal): Promise<void> {
  const child = spawn("npm", ["run", "build", "--loglevel=error"], {
    cwd: env.root,
    // Its own process group: npm passes a signal only to its shell, and the build itself would go on.
    detached: true,
    env: environmentWith({ NODE_ENV: "production" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  signal?.addEventListener("abort", () => child.exitCode === null && process.kill(-child.pid!, "SIGTERM"));
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (words += chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
  if (signal?.aborted) throw new Failed();
  if (code !== 0) {
    process.stderr.write(words);
    process.stderr.write("The build failed.\n");
    throw new Failed();
  }
}
