import pg from "pg";
import { type Addresses, workingAddresses } from "#modules/kernel/db/roles.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

export type Opened = { at: Addresses; embedded?: Embedded };

/**
 * Opens the configured database, or the embedded one when no address is given. `at.owner` is empty when the only
 * address belongs to a role that may not change the schema.
 */
export async function openDatabase(): Promise<Opened> {
  if (env.databaseUrl || env.ownerDatabaseUrl) return { at: await given() };
  const embedded = await startEmbedded({ dataDir: env.dataDir, port: env.embeddedPort });
  configure({ databaseUrl: embedded.url });
  return { at: use(await workingAddresses()), embedded };
}

async function given(): Promise<Addresses> {
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
    const asked = await client.query("select has_schema_privilege('public', 'create') as may");
    return asked.rows[0].may;
  } finally {
    await client.end();
  }
}

/** Migrates the database, or refuses when it is not up to date and this role may not change it. */
export async function prepareDatabase({ at }: Opened): Promise<string[]> {
  const { migrateUp } = await import("#modules/kernel/migrate.server.ts");
  const { jobs } = await import("#modules/index.ts");
  if (at.owner) return migrateUp(jobs, at);
  const { pending } = await status(at.app);
  if (pending.length > 0)
    throw new Error(`${pending.length} migration(s) wait: run \`migrate up\` with OWNER_DATABASE_URL set`);
  return [];
}

/**
 * Runs one command's work on an up-to-date database, connected as the application; stops an embedded server it started.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  const opened = await openDatabase();
  try {
    await prepareDatabase(opened);
    const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
    const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
    const { entities } = await import("#modules/index.ts");
    await connect({ url: opened.at.app, entities, poolSize: env.databasePool });
    try {
      return await unitOfWork(work);
    } finally {
      await stopJobs();
      await disconnect();
    }
  } finally {
    if (opened.embedded?.started) await opened.embedded.stop();
  }
}
