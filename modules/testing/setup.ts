import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#cli/embedded.ts";
import { isAlive } from "#cli/supervise.ts";
import { jobs } from "#modules/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { migrateUp } from "#modules/kernel/migrate.server.ts";
import { appUrlFrom } from "#modules/kernel/roles.server.ts";

/*
 * Vitest's global setup: one PostgreSQL that forgets (no fsync) and one migrated template database per run. Each run
 * has a server, a port and a folder of its own, so that any number of runs may go on in one tree.
 */

declare module "vitest" {
  export interface ProvidedContext {
    /** The owner's address of the template database, and a folder for this run's files. */
    database: { owner: string; app: string; folder: string };
  }
}

export default async function setup(project: TestProject) {
  const run = `run-${process.pid}-${randomBytes(3).toString("hex")}`;
  const folder = path.join(env.testDir, run);
  fs.mkdirSync(folder, { recursive: true });
  await sweep();
  const server = env.testDatabaseUrl ? undefined : await start(folder);
  const maintenance = server?.url ?? env.testDatabaseUrl;
  const template = `gharseva_${run.replaceAll("-", "_")}`;
  const owner = withDatabase(maintenance, template);
  await query(maintenance, `create database ${template}`);
  await migrateUp(jobs, { owner, app: appUrlFrom(owner) });
  project.provide("database", { owner, app: appUrlFrom(owner), folder });
  return async () => {
    if (server) await server.stop();
    else await query(maintenance, `drop database ${template} with (force)`);
    remove(folder);
  };
}

const start = (dataDir: string) =>
  startEmbedded({
    dataDir,
    // Spread over a range, so that runs that start together seldom look at the same port.
    port: 55_410 + Math.floor(Math.random() * 70),
    throwAway: true,
    settings: [
      ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"],
      ...["autovacuum_naptime=600", "max_wal_size=512MB", "wal_level=minimal", "max_wal_senders=0"],
    ],
  });

/** Runs that were killed left their server behind: stop it and remove its folder. */
async function sweep() {
  for (const name of fs.readdirSync(env.testDir)) {
    const pid = /^run-(\d+)-/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = path.join(env.testDir, name);
    const left = path.join(dataDir, "postgres", "postmaster.pid");
    const postmaster = fs.existsSync(left) ? Number(fs.readFileSync(left, "utf8").split("\n")[0]) : 0;
    if (postmaster > 0 && commandOf(postmaster).includes(dataDir)) process.kill(postmaster, "SIGQUIT");
    remove(dataDir);
  }
}

const remove = (folder: string) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
