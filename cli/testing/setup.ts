import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { jobs } from "#modules/index.ts";
import { appUrlFrom } from "#modules/kernel/db/roles.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { migrateUp } from "#modules/kernel/migrate.server.ts";
import { copyEmbedded, type Embedded, startEmbedded } from "../embedded/embedded.ts";
import { isAlive } from "../supervise/supervise.ts";

/*
 * Vitest's global setup: one PostgreSQL without fsync and one migrated template database per run. Each run has its own
 * server, port and folder, so that several may run at once. A run starts from a copy of a cluster on which the first run
 * with the same migrations has run them.
 */

declare module "vitest" {
  export interface ProvidedContext {
    /** The addresses of the template database, and a folder for this run's files. */
    database: { owner: string; app: string; folder: string };
  }
}

/** Memory that is a folder, on Linux. */
const memory = "/dev/shm";
const plentyBytes = 8 * 1024 ** 3;

/**
 * Where the clusters of test runs lie: in memory where that has plenty of room. Each test file has a database of its
 * own, which is 800 files: on a disk they take most of a second, in memory a fiftieth of that.
 */
const home = hasPlenty(memory) ? path.join(memory, path.basename(env.testDir)) : env.testDir;

function hasPlenty(folder: string) {
  if (!fs.existsSync(folder)) return false;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= plentyBytes;
}

export default async function setup(project: TestProject) {
  const run = `run-${process.pid}-${randomBytes(3).toString("hex")}`;
  const folder = path.join(home, run);
  fs.mkdirSync(folder, { recursive: true });
  await sweep();
  const server = env.testDatabaseUrl ? undefined : await start(folder);
  const maintenance = server?.url ?? env.testDatabaseUrl;
  const template = server ? migrated : `gharseva_${run.replaceAll("-", "_")}`;
  if (!server) await query(maintenance, `create database ${template}`);
  const owner = withDatabase(maintenance, template);
  // Also where nothing is left to migrate: modules may have other jobs, which have their queues in the database.
  await migrateUp(jobs, { owner, app: appUrlFrom(owner) });
  project.provide("database", { owner, app: appUrlFrom(owner), folder });
  return async () => {
    if (server) await server.stop();
    else await query(maintenance, `drop database ${template} with (force)`);
    remove(folder);
  };
}

const optionsOf = (dataDir: string) => ({
  dataDir,
  // Random within a range, so that concurrent runs seldom try the same port.
  port: 55_410 + Math.floor(Math.random() * 70),
  temporary: true,
  settings: [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "autovacuum_naptime=600",
    "max_wal_size=512MB",
    "wal_level=minimal",
    "max_wal_senders=0",
  ],
});

/** The template database of a copied cluster. */
const migrated = "migrated";

async function start(dataDir: string): Promise<Embedded> {
  const migratedDir = path.join(home, `${migrated}-${fingerprint()}`);
  if (!fs.existsSync(migratedDir)) await prepare(migratedDir);
  await copyEmbedded(migratedDir, dataDir);
  return startEmbedded(optionsOf(dataDir));
}

/** Migrates a new cluster and publishes it by a link; of several first runs one does. */
async function prepare(link: string) {
  const folder = `${link}-${process.pid}`;
  // A link whose folder was removed.
  fs.rmSync(link, { force: true });
  const server = await startEmbedded(optionsOf(folder));
  const owner = withDatabase(server.url, migrated);
  await query(server.url, `create database ${migrated}`);
  await migrateUp(jobs, { owner, app: appUrlFrom(owner) });
  await server.stop();
  try {
    fs.symlinkSync(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    remove(folder);
  }
}

/** A hash of what the migrated cluster depends on. */
function fingerprint() {
  const hash = createHash("sha256").update(fs.readFileSync(path.join(env.root, "package-lock.json")));
  const migrations = path.join(env.root, "migrations");
  for (const name of fs.readdirSync(migrations).toSorted()) {
    hash.update(name).update(fs.readFileSync(path.join(migrations, name)));
  }
  return hash.digest("hex").slice(0, 12);
}

const migratedLifeMs = 3 * 24 * 3_600_000;

/** Stops the servers of runs that were killed and removes their folders; removes old migrated clusters. */
async function sweep() {
  for (const name of fs.readdirSync(home)) {
    if (name.startsWith(migrated) && fs.lstatSync(path.join(home, name)).mtimeMs < Date.now() - migratedLifeMs) {
      remove(path.join(home, name));
      continue;
    }
    const pid = /^run-(\d+)-/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = path.join(home, name);
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
