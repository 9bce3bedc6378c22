import { access, constants, mkdir } from "node:fs/promises";
import type { ServerBuild } from "@remix-run/node";
import { register } from "prom-client";
import { entities } from "#modules/index.ts";
import { databaseIsThere } from "#modules/kernel/database-away.server.ts";
import { connect, disconnect, pool } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { checkTemplates } from "#modules/kernel/gateways/check-templates.ts";
import { startJobs, stopJobs } from "#modules/kernel/jobs.server.ts";
import { startLive } from "#modules/kernel/live.server.ts";
import { status } from "#modules/kernel/migrate.server.ts";
import { assertDeclared, type RouteTable } from "./gate.ts";
import { closeStreams } from "./live-stream.server.ts";
import { measureMessages } from "./measure-messages.server.ts";

let stopLive = async () => {};

/** Open what the web process needs before its first request; refuses when a door or a message is not in order. */
export async function boot(build: Pick<ServerBuild, "routes">) {
  assertDeclared(build.routes as unknown as RouteTable);
  checkTemplates();
  await mkdir(env.blobDir, { recursive: true });
  await databaseIsThere(env.databaseUrl);
  await connect({ url: env.databaseUrl, entities, poolSize: env.databasePool });
  await startJobs();
  stopLive = await startLive();
  if (!register.getSingleMetric("messages_of_the_day")) measureMessages();
}

export type Readiness = { ok: boolean; checks: Record<string, boolean> };

let migrated = false;

/** Whether this process can do its work now: database, migrations, job queue, disk. */
export async function ready(): Promise<Readiness> {
  const checks = {
    database: await holds(() => pool().query("select 1")),
    migrations: await holds(schemaIsCurrent),
    queue: await holds(() => pool().query("select 1 from pgboss.version")),
    disk: await holds(() => access(env.blobDir, constants.W_OK)),
  };
  return { ok: Object.values(checks).every(Boolean), checks };
}

const holds = (check: () => Promise<unknown>) =>
  check().then(
    () => true,
    () => false,
  );

async function schemaIsCurrent() {
  // A schema never goes back under a running process, so one good answer is enough.
  if (migrated) return;
  const { pending } = await status();
  if (pending.length > 0) throw new Error(`migrations wait: ${pending.join(", ")}`);
  migrated = true;
}

/** Close what boot opened: streams first, then the queue and the pool. */
export async function shutdown() {
  closeStreams();
  await stopLive();
  await stopJobs();
  await disconnect();
}
