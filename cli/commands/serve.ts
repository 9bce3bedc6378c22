import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { databaseIsThere } from "#modules/kernel/db/database-away.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase, prepareDatabase } from "../embedded/database.ts";
import { handOver } from "../embedded/hand-over.ts";
import { ownsInterrupt, Trouble } from "../run.ts";
import { logConfigurationWarnings } from "../supervise/configuration-warnings.ts";
import { refuseTakenPort } from "../supervise/port.ts";

/**
 * `serve`: migrates the database (any number of processes may do so at once), then becomes the web server. A process
 * that was given the owner's address first restarts without it.
 */
export async function serve() {
  refuseUnbuilt();
  logConfigurationWarnings();
  // Told here in a sentence; a port that is taken in the next moment still ends the server.
  await refuseTakenPort(env.port, "npm start");
  if (env.databaseUrl) await databaseIsThere(env.databaseUrl);
  const opened = await openDatabase();
  await prepareDatabase(opened);
  // Imported by path: the server is a program of its own that takes over this process.
  const server = path.join(env.root, "app", "server.ts");
  if (opened.at.owner) handOver(opened.at.app, [server]);
  ownsInterrupt();
  await import(server);
}

/** Outside development the server serves a build, and without one it would end with a stack. */
function refuseUnbuilt() {
  const file = pathToFileURL(path.join(env.root, "build", "server", "index.js")).href;
  // Resolved as the server's own import is, which a loader may lead elsewhere.
  if (env.nodeEnv !== "development" && !existsSync(fileURLToPath(import.meta.resolve(file))))
    throw new Trouble("There is no build to serve: npm run build makes it");
}
