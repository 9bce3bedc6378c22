import path from "node:path";
import { setImmediate as arrivedSignals, setTimeout as pause } from "node:timers/promises";
import { replayErasures } from "#modules/consumers/index.ts";
import { entities, jobs, schedules } from "#modules/index.ts";
import { databaseIsThere } from "#modules/kernel/db/database-away.server.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { isHeld } from "#modules/kernel/outside/hold.server.ts";
import { resealSoon } from "#modules/kernel/secrets/reseal.server.ts";
import { startJobs, stopJobs, work } from "#modules/kernel/work/jobs.server.ts";
import { noteUndeliverable } from "#modules/notifications/index.ts";
import { openDatabase, prepareDatabase } from "../embedded/database.ts";
import { handOver } from "../embedded/hand-over.ts";
import { logConfigurationWarnings } from "../supervise/configuration-warnings.ts";
import { refuseTakenPort } from "../supervise/port.ts";
import { openWorkerPort } from "../supervise/worker-port.ts";
import { untilStopped } from "./stop.ts";

/**
 * `worker`: migrates the database, then works the job queues until stopped; running jobs are finished first. A process
 * that was given the owner's address first restarts without it. Until it works queues a stop ends it at once: a
 * migration that is cut off is rolled back.
 */
export async function worker() {
  const stopped = untilStopped(() => process.exit(1));
  let starting = true;
  void stopped.then((code) => starting && process.exit(code));
  logConfigurationWarnings();
  if (env.workerPort) await refuseTakenPort(env.workerPort, "npm run worker", "WORKER_PORT");
  if (env.databaseUrl) await databaseIsThere(env.databaseUrl);
  const opened = await openDatabase();
  await prepareDatabase(opened);
  // A signal that arrived just now is answered here: the program that replaces this one would never learn of it.
  await arrivedSignals();
  if (opened.at.owner) handOver(opened.at.app, [path.join(import.meta.dirname, "../main.ts"), "worker"]);
  starting = false;
  noteUndeliverable();
  await connect({ url: opened.at.app, entities, poolSize: env.databasePool });
  const closePort = env.workerPort ? openWorkerPort(env.workerPort) : () => {};
  await startJobs();
  await unitOfWork(() => replayErasures());
  if (!(await untilReleased(stopped))) process.exit(await stopped);
  const working = await work(jobs, schedules);
  // The secret may have changed since the last start, so data encrypted with an old one is queued for re-encryption.
  await unitOfWork(resealSoon);
  log.info({ queues: jobs.length, schedules: schedules.length }, "worker ready");
  const code = await stopped;
  closePort();
  await working.stop();
  await stopJobs();
  await disconnect();
  log.info("worker stopped");
  process.exit(code);
}

const lookAgainMs = 2_000;

/**
 * A restored copy works no queue until it is released: its jobs wait, and so does the clock. False when the worker was
 * stopped meanwhile.
 */
async function untilReleased(stopped: Promise<unknown>): Promise<boolean> {
  let stopping = false;
  void stopped.then(() => {
    stopping = true;
  });
  if (await isHeld()) log.warn("this copy was restored: it works no queue until `restore --release`");
  while (!stopping && (await isHeld())) await Promise.race([pause(lookAgainMs), stopped]);
  return !stopping;
}
