import { access, constants } from "node:fs/promises";
import { register } from "prom-client";
import { replayErasures } from "#modules/consumers/index.ts";
import { entities } from "#modules/index.ts";
import { databaseIsThere } from "#modules/kernel/db/database-away.server.ts";
import { connect, disconnect, pool, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { makePrivateFolder } from "#modules/kernel/files/private-folder.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { startJobs, stopJobs } from "#modules/kernel/work/jobs.server.ts";
import { startLive } from "#modules/kernel/work/live.server.ts";
import { noteUndeliverable } from "#modules/notifications/index.ts";
import { keepUploadsSwept } from "../request/upload-folder.server.ts";
import { closeStreams } from "./live-stream.server.ts";
import { measureMessages } from "./measure-messages.server.ts";
import { measureTexts } from "./measure-texts.server.ts";
import type { Readiness } from "./readiness.ts";

let stopLive = async () => {};
let stopSweeping = () => {};

/**
 * Opens what the web process needs before its first request. While telecom operators would not deliver one of its
 * messages it takes no requests, and everything else works, so that an installation is prepared meanwhile.
 */
export async function boot() {
  const problems = noteUndeliverable();
  if (problems.length > 0)
    log.warn(
      { problems },
      "no requests are taken: messages would not be delivered (docs/operations.md, Texts of messages)",
    );
  makePrivateFolder(env.blobDir);
  stopSweeping();
  stopSweeping = await keepUploadsSwept();
  await databaseIsThere(env.databaseUrl);
  await connect({ url: env.databaseUrl, entities, poolSize: env.databasePool, forPeople: true });
  await refuseOwner();
  await startJobs();
  // Whoever came back with a restored backup is erased again before the first answer.
  await unitOfWork(() => replayErasures());
  stopLive = await startLive();
  if (!register.getSingleMetric("messages_of_the_day")) {
    measureMessages();
    measureTexts();
  }
}

/**
 * Refuses to start with rights to change the schema, or with the address of a role that has them: a process that
 * answers the public needs neither, and `serve` removes both.
 */
async function refuseOwner() {
  const privileges = await pool().query<{ may: boolean }>("select has_schema_privilege('public', 'create') as may");
  if (env.ownerDatabaseUrl || privileges.rows[0]?.may)
    throw new Error("the web process was given the database owner's address: start it with `npm start`");
}

let migrated = false;

/** Whether this process can do its work now: database, migrations, job queue, disk. */
export async function ready(): Promise<Readiness> {
  const [database, migrations, queue, disk] = await Promise.all([
    holds(() => pool().query("select 1")),
    holds(schemaIsCurrent),
    holds(() => pool().query("select 1 from pgboss.version")),
    holds(() => access(env.blobDir, constants.W_OK)),
  ]);
  const checks = { database, migrations, queue, disk };
  return { ok: Object.values(checks).every(Boolean), checks };
}

const holds = (check: () => Promise<unknown>) =>
  check().then(
    () => true,
    () => false,
  );

async function schemaIsCurrent() {
  // A schema is never migrated back under a running process, so one good answer is remembered.
  if (migrated) return;
  const { pending } = await status();
  if (pending.length > 0) throw new Error(`migrations wait: ${pending.join(", ")}`);
  migrated = true;
}

/** Closes what boot opened: streams first, then the queue and the pool. */
export async function shutdown() {
  closeStreams();
  stopSweeping();
  await stopLive();
  await stopJobs();
  await disconnect();
}
