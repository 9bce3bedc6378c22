import { entities } from "#modules/index.ts";
import { connect } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { defineBulk } from "#modules/kernel/lists/bulk.server.ts";
import { runBulk } from "#modules/kernel/lists/bulk-run.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { addRemarks, requestsList } from "#modules/tickets/index.ts";
import { AddRemarks } from "#modules/tickets/shared.ts";

/*
 * The worker of bulk.test.ts that kills itself in the middle of a row, after its effect and before the commit.
 */

let deadlyRow = Number.POSITIVE_INFINITY;
let count = 0;

/** Writes remarks and kills the process at one row. */
export const deadly = defineBulk({
  name: "test.deadly",
  list: requestsList,
  can: "edit_ticket.full_access",
  label: "common.remarks",
  question: "requests.bulk.remarkQuestion",
  input: AddRemarks.pick({ text: true }),
  run: async (actor, { key }, { text }) => {
    await addRemarks(actor, { ticketId: key, text });
    count += 1;
    if (count === deadlyRow) process.kill(process.pid, "SIGKILL");
  },
});

if (process.argv[1] === import.meta.filename) {
  const [actId, at] = process.argv.slice(2);
  deadlyRow = Number(at);
  await connect({ url: env.databaseUrl, entities, poolSize: 4 });
  await runJob(runBulk, { actId });
  process.exit(0);
}
