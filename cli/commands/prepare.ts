import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase, prepareDatabase } from "../embedded/database.ts";
import { exitCodes, type GlobalOptions, tell } from "../run.ts";

/** What a process started beside the database is told when there is one: the addresses, as variables. */
export type DatabaseAddresses = { DATABASE_URL: string; OWNER_DATABASE_URL: string };

/** Prepares the database before the parts start, in its own process so that the launcher stays small. */
export async function prepare(options: GlobalOptions & { demo?: boolean }) {
  const addresses = process.channel ? (once(process, "message") as Promise<[DatabaseAddresses]>) : undefined;
  const demo = path.join(env.root, "modules", "demo", "index.ts");
  const seeds = options.demo && existsSync(demo);
  // Loaded first, which takes as long as a new database takes to be made.
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
  const { entities } = await import("#modules/index.ts");
  const seed = seeds ? ((await import(demo)) as { seedDemo(): Promise<unknown> }).seedDemo : undefined;
  await import("#modules/kernel/migrate.server.ts");
  if (addresses) await awaitAddresses(addresses);
  const opened = await openDatabase();
  const done = await prepareDatabase(opened);
  if (done.length > 0) tell(`${done.length} migration(s) run`, options);
  if (!seed) return;
  await connect({ url: opened.at.app, entities });
  try {
    await unitOfWork(seed);
  } finally {
    await stopJobs();
    await disconnect();
  }
}

/** Waits for the database's address; a launcher that ends before there is one ends this process too. */
async function awaitAddresses(addresses: Promise<[DatabaseAddresses]>) {
  process.once("disconnect", () => process.exit(exitCodes.failure));
  const [at] = await addresses;
  process.removeAllListeners("disconnect");
  process.disconnect?.();
  configure({ databaseUrl: at.DATABASE_URL, ownerDatabaseUrl: at.OWNER_DATABASE_URL });
}
