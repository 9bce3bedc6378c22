import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase, prepareDatabase } from "../embedded/database.ts";
import { type GlobalOptions, tell } from "../run.ts";

/** Prepares the database before the parts start, in its own process so that the launcher stays small. */
export async function prepare(options: GlobalOptions & { demo?: boolean }) {
  const opened = await openDatabase();
  const done = await prepareDatabase(opened);
  if (done.length > 0) tell(`${done.length} migration(s) run`, options);
  const demo = path.join(env.root, "modules", "demo", "index.ts");
  if (!options.demo || !existsSync(demo)) return;
  const { connect, disconnect, unitOfWork } = await import("#modules/kernel/db/db.server.ts");
  const { stopJobs } = await import("#modules/kernel/work/jobs.server.ts");
  const { entities } = await import("#modules/index.ts");
  await connect({ url: opened.at.app, entities });
  try {
    const { seedDemo } = (await import(demo)) as { seedDemo(): Promise<unknown> };
    await unitOfWork(seedDemo);
  } finally {
    await stopJobs();
    await disconnect();
  }
}
