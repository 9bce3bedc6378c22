import { text } from "node:stream/consumers";
import pg from "pg";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { findBlob, openBlob } from "#modules/kernel/files/blobs.server.ts";
import { prepareExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { reportList } from "#modules/reports/index.ts";
import type { Broken } from "./audit.ts";
import { type BulkContext, theChief, watching } from "./bulk.ts";

/** A table that each page of a report reads. */
const read = "ticket_pictures";

/** Kills every worker while it writes a report file: another writes it, once and whole. */
export async function killReport({ stand, faults, say }: BulkContext): Promise<Broken[]> {
  const owner = new pg.Client({ connectionString: stand.at.owner });
  await owner.connect();
  const { one, until } = watching(owner);
  try {
    const { admin, clientId } = await theChief(one);
    // The file waits for a table somebody holds.
    const holder = new pg.Client({ connectionString: stand.at.owner });
    await holder.connect();
    await holder.query("begin");
    await holder.query(`lock table ${read} in access exclusive mode`);
    const days = { from: istDate(fromNow(-day)), to: istDate(fromNow(day)) };
    const exportRequest = { actor: admin, filter: reportList.filter.parse({ ...days, client: clientId }) };
    const id = await unitOfWork(() => prepareExport(reportList, { ...exportRequest, format: "csv", locale: "en" }));
    const waits = `select exists (select from pg_locks where relation = '${read}'::regclass and not granted) as so`;
    await until("a worker that writes the report", async () => (await one<{ so: boolean }>(waits)).so);
    for (const part of stand.parts.filter((name) => name.startsWith("worker"))) faults.signal(part, "SIGKILL");
    say("every worker was killed while it wrote a report");
    await holder.end();

    type Made = { blob: string | null; reported: number | null; refused: Date | null };
    const made = () =>
      one<Made>("select blob_id as blob, rows as reported, refused_at as refused from exports where id = $1", [id]);
    await until("the report", async () => {
      const { blob, refused } = await made();
      return blob !== null || refused !== null;
    });
    const { blob, reported } = await made();
    const file = blob === null ? "" : await text(await openBlob(await unitOfWork(() => findBlob(blob))));
    // Beside the requests there are a heading and the end of the last line.
    const lines = file.split("\n").length - 2;
    const { n: requests } = await one<{ n: number }>(
      "select count(*)::int as n from tickets where client_id = $1 and deleted_at is null and created_at > now() - interval '1 day'",
      [clientId],
    );
    const { n: files } = await one<{ n: number }>(
      "select count(*)::int as n from blobs where kind = 'export' and owner_id = $1",
      [admin.adminId],
    );
    say(`the report has ${lines} of ${requests} requests, in ${files} file(s)`);
    const whole = lines === requests && reported === requests && files === 1;
    const rule = "a report whose worker was killed is written once and whole";
    return whole
      ? []
      : [{ rule, count: 1, examples: [JSON.stringify({ lines, requests, reported: reported, files })] }];
  } finally {
    await owner.end();
  }
}
