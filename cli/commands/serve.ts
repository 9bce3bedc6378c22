import path from "node:path";
import { databaseIsThere } from "#modules/kernel/db/database-away.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase, prepareDatabase } from "../embedded/database.ts";
import { handOver } from "../embedded/hand-over.ts";
import { ownsInterrupt } from "../run.ts";

/**
 * `serve`: migrates the database (any number of processes may do so at once), then becomes the web server. A process
 * that was given the owner's address first restarts without it.
 */
export async function serve() {
  if (env.databaseUrl) await databaseIsThere(env.databaseUrl);
  const opened = await openDatabase();
  await prepareDatabase(opened);
  // Imported by path: the server is a program of its own that takes over this process.
  const server = path.join(env.root, "app", "server.ts");
  if (opened.at.owner) handOver(opened.at.app, [server]);
  ownsInterrupt();
  await import(server);
}
