import pg from "pg";
import { type Addresses, workingAddresses } from "#modules/kernel/db/roles.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { Trouble } from "../run.ts";
import { type Embedded, findEmbedded, startEmbedded } from "./embedded.ts";

export type Opened = { at: Addresses; embedded?: Embedded };

/**
 * Opens the configured database, or the embedded one when no address is given, which is started when it is not running.
 * `at.owner` is empty when the only address belongs to a role that may not change the schema.
 */
export async function openDatabase(): Promise<Opened> {
  if (env.databaseUrl || env.ownerDatabaseUrl) return { at: await configuredAddresses() };
  const embedded = await startEmbedded({ dataDir: env.dataDir, port: env.embeddedPort });
  configure({ databaseUrl: embedded.url });
  return { at: use(await workingAddresses()), embedded };
}

/** Opens a database that is there and starts nothing: what only reads, and what works beside running processes. */
export async function existingDatabase(): Promise<Addresses> {
  if (env.databaseUrl || env.ownerDatabaseUrl) return configuredAddresses();
  const url = findEmbedded(env.dataDir);
  if (!url) throw new Trouble("The embedded PostgreSQL is not running: npm run demo starts it, or set DATABASE_URL");
  configure({ databaseUrl: url });
  return use(await workingAddresses());
}

async function configuredAddresses(): Promise<Addresses> {
  if (!env.ownerDatabaseUrl && !(await maySetUp(env.databaseUrl))) return { owner: "", app: env.databaseUrl };
  return use(await workingAddresses());
}

/** From here on the process uses the application's role. */
function use(at: Addresses): Addresses {
  configure({ databaseUrl: at.app, ownerDatabaseUrl: at.owner });
  return at;
}

async function maySetUp(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const result = await client.query("select has_schema_privilege('public', 'create') as may");
    return result.rows[0].may;
  } finally {
    await client.end();
  }
}

/** Migrates the database, or refuses when it is not up to date and this role may not change it. */
export async function prepareDatabase({ at }: Opened): Promise<string[]> {
  const { migrateUp } = await import("#modules/kernel/migrate.server.ts");
  const { jobs } = await import("#modules/index.ts");
  if (at.owner) return migrateUp(jobs, at);
  await refuseOutdated(at, "run `migrate up` with OWNER_DATABASE_URL set");
  return [];
}

async function refuseOutdated(at: Addresses, advice: string) {
  const { pending } = await status(at.owner || at.app);
  if (pending.length > 0) throw new Trouble(`${pending.length} migration(s) wait: ${advice}`);
}

/**
 * Runs one command's work on the database that is there, connected as the application. It neither migrates nor starts a
 * server: a look at production changes nothing.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  const at = await existingDatabase();
  await refuseOutdated(at, "`migrate up` runs them");
  return connected(at, work);
}

/**
 * Runs the work of a command that begins an installation (the first admin, a plan, a seed): an embedded server is started
 * and stopped again, and the schema brought up to date.
 */
export async function withPreparedDatabase<T>(work: () => Promise<T>): Promise<T> {
  const opened = await openDatabase();
  try {
    await prepareDatabase(opened);
    return await connected(opened.at, work);
  } finally {
    if (opened.embedded?.started) await opened.embedded.stop();
  }
}

async function connected<T>(at: Addresses, work: () => Promise<T>): Promise<T> {
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
  const { entities } = await import("#modules/index.ts");
  const { noteUndeliverable } = await import("#modules/notifications/index.ts");
  noteUndeliverable();
  await connect({ url: at.app, entities, poolSize: env.databasePool });
  try {
    return await unitOfWork(work);
  } finally {
    await stopJobs();
    await disconnect();
  }
}
