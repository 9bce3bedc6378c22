import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { aroundAll, aroundEach, inject } from "vitest";
import { entities } from "#modules/index.ts";
import { resetClock } from "#modules/kernel/clock.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { queryOn, type Sql } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { stopJobs } from "#modules/kernel/work/jobs.server.ts";
import { hearAsUsual } from "./hear.ts";

/*
 * A database for a test file, which calls `openDatabase()`. It is cloned from the test run's migrated template, used by
 * the kernel as the application's role, and dropped after the file's last test. The test files of one worker share its
 * modules and run one after another, so each leaves the process as it found it.
 */

const template = inject("database");
const name = `test_${process.pid}_${randomBytes(5).toString("hex")}`;

const inDatabase = (url: string, database: string) => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
};

/** The owner's address of this file's database, for tests of what the application's role may not do. */
export const ownerUrl = inDatabase(template.owner, name);

/** The application's address of this file's database, for tests that start processes. */
export const appUrl = inDatabase(template.app, name);

/** A folder for this file's blobs. */
export const folder = path.join(template.folder, name);

/** Run a statement, or a text without values, as the owner of this file's database. */
export const asOwner = <T extends pg.QueryResultRow>(statement: Sql | string): Promise<T[]> =>
  query<T>(ownerUrl, statement);

async function query<T extends pg.QueryResultRow>(url: string, statement: Sql | string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await queryOn<T>(client, typeof statement === "string" ? sql.raw(statement) : statement)).rows;
  } finally {
    await client.end();
  }
}

const maintenance = inDatabase(template.owner, "postgres");

/** The configuration as a process finds it: no test file sees what another has set. */
const initialEnv = { ...env };

/** Gives the test file a database of its own. Called once, at the top of the file. */
export function openDatabase() {
  aroundAll(async (runFile) => {
    await query(maintenance, `create database ${name} template ${template.owner.split("/").at(-1)} strategy file_copy`);
    configure({ ...initialEnv, databaseUrl: appUrl, dataDir: folder, blobDir: path.join(folder, "blobs") });
    await connect({ url: appUrl, entities, poolSize: 10 });
    try {
      await unitOfWork(async () => void (await runFile()));
    } finally {
      await stopJobs();
      await disconnect();
      hearAsUsual();
      closeCircuits();
      resetClock();
      await query(maintenance, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    }
  });

  // Each test runs in a unit of work of its own, like a request.
  aroundEach((runTest) => unitOfWork(async () => void (await runTest())));
}
