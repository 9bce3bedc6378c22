import path from "node:path";
import { databaseIsThere } from "#modules/kernel/database-away.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase, prepareDatabase } from "./database.ts";
import { ownsInterrupt } from "./run.ts";

/** Bring the database up to date (any number of processes may at once), then be the web server. */
export async function serve() {
  if (env.databaseUrl) await databaseIsThere(env.databaseUrl);
  await prepareDatabase(await openDatabase());
  ownsInterrupt();
  // Loaded by its place: the server is a process of its own, which this one becomes.
  await import(path.join(env.root, "app", "server.ts"));
}
