import { setTimeout as pause } from "node:timers/promises";
import { entities } from "#modules/index.ts";
import { connect } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { work } from "#modules/kernel/work/jobs.server.ts";
import { offerWaiting } from "#modules/tickets/waiting/offer-waiting.ts";

/* A worker of waiting-proof.test.ts, which starts two. */

if (process.argv[1] === import.meta.filename) {
  await connect({ url: env.databaseUrl, entities, poolSize: 4 });
  await work([offerWaiting], []);
  process.stdout.write("ready\n");
  // Works until the test ends it, or has ended.
  while (process.ppid !== 1) await pause(1_000);
  process.exit(1);
}
