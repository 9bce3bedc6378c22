import { sql } from "kysely";
import { entities } from "#modules/index.ts";
import { connect, row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { readUpload } from "#modules/tickets/upload/read-upload.ts";
import { writeUpload } from "#modules/tickets/upload/write-upload.ts";

/*
 * The worker of upload.test.ts that is killed while it reads a file or creates requests: as soon as the first rows are
 * stored, or have a request.
 */

if (process.argv[1] === import.meta.filename) {
  const [uploadId, at, does] = process.argv.slice(2);
  await connect({ url: env.databaseUrl, entities, poolSize: 4 });
  const outcome = does === "reads" ? "ready" : "created";
  const watch = async () => {
    const made = await row<{ n: number }>(
      sql`select count(*)::int as n from upload_rows where upload_id = ${uploadId} and outcome = ${outcome}`,
    );
    if (made!.n >= Number(at)) process.kill(process.pid, "SIGKILL");
    setTimeout(watch, 5);
  };
  void watch();
  await runJob(does === "reads" ? readUpload : writeUpload, { uploadId });
  process.exit(0);
}
