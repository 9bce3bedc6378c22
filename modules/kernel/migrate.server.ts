import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import pg from "pg";
import { type Addresses, addresses, refreshRoles } from "./db/roles.server.ts";
import { queryOn } from "./db/sql.ts";
import { migrationsFolder, status } from "./schema-state.server.ts";
import { type AnyJob, bossFor, queueOf } from "./work/jobs.server.ts";

/** The database's advisory lock that every process changing the schema holds. */
const lockKey = 7_203_911_426;

/**
 * Bring the schema up to date as the owner: migrations, the job queue's schema and one queue per job, then the
 * application role's rights. Safe to call from many processes at once; returns the names of the migrations this call
 * ran. With `only`, no others than these migrations run.
 */
export const migrateUp = (
  jobs: readonly AnyJob[],
  at: Addresses = addresses(),
  only?: readonly string[],
): Promise<string[]> =>
  locked(at.owner, async (owner) => {
    const wanted = only && { migrations: [...only] };
    const done = await withMigrator(at.owner, (migrator) => migrator.up(wanted));
    await installQueues(at.owner, jobs);
    await refreshRoles(owner, at.app);
    return done.map(({ name }) => name);
  });

/** Revert the last `steps` migrations as the owner, newest first; returns their names. */
export const migrateDown = (steps = 1, at: Addresses = addresses()): Promise<string[]> =>
  locked(at.owner, async () => {
    const undone: string[] = [];
    // The last none of a list are all of it.
    if (!(steps >= 1)) return undone;
    await withMigrator(at.owner, async (migrator) => {
      const { executed } = await status(at.owner);
      for (const { name } of executed.slice(-steps).reverse()) {
        await migrator.down({ migrations: [name] });
        undone.push(name);
      }
    });
    return undone;
  });

async function withMigrator<T>(url: string, work: (migrator: Migrator) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    // Migrations are plain SQL: they need a connection and no entities.
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    migrations: {
      path: migrationsFolder(),
      pathTs: migrationsFolder(),
      glob: "[0-9]*-*.ts",
      snapshot: false,
      snapshotOnMigrate: false,
      silent: true,
    },
  });
  try {
    return await work(new Migrator(orm.em));
  } finally {
    await orm.close(true);
  }
}

async function installQueues(url: string, jobs: readonly AnyJob[]) {
  const boss = bossFor(url, { owner: true });
  boss.on("error", () => {});
  await boss.start();
  try {
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const job of jobs) {
      if (existing.has(job.name)) await boss.updateQueue(job.name, queueOf(job));
      else await boss.createQueue(job.name, queueOf(job));
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function locked<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  await owner.connect();
  try {
    await owner.query("set statement_timeout = 0");
    await queryOn(owner, sql`select pg_advisory_lock(${lockKey})`);
    return await work(owner);
  } finally {
    // Closing the connection releases the lock, also after an error.
    await owner.end();
  }
}
