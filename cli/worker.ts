import { entities, jobs, schedules } from "#modules/index.ts";
import { databaseIsThere } from "#modules/kernel/database-away.server.ts";
import { connect, disconnect } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { startJobs, stopJobs, work } from "#modules/kernel/jobs.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { openDatabase, prepareDatabase } from "./database.ts";
import { untilStopped } from "./stop.ts";

/** Bring the database up to date, then work the job queues until told to stop; running jobs are finished first. */
export async function worker() {
  const stopped = untilStopped(() => process.exit(1));
  let waiting = true;
  void stopped.then((code) => waiting && process.exit(code));
  if (env.databaseUrl) await databaseIsThere(env.databaseUrl);
  waiting = false;
  const opened = await openDatabase();
  await prepareDatabase(opened);
  await connect({ url: opened.at.app, entities, poolSize: env.databasePool });
  await startJobs();
  const working = await work(jobs, schedules);
  log.info({ queues: jobs.length, schedules: schedules.length }, "worker ready");
  const code = await stopped;
  await working.stop();
  await stopJobs();
  await disconnect();
  log.info("worker stopped");
  process.exit(code);
}
