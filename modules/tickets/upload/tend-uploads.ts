import { sql } from "kysely";
import { day, fromNow, minute, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { defineSchedule, later } from "#modules/kernel/work/jobs.server.ts";
import { matchUploaded } from "./match-uploaded.ts";
import { readUpload } from "./read-upload.ts";
import { takeBack } from "./undo-upload.ts";
import type { UploadState } from "./upload-row.ts";
import { writeUpload } from "./write-upload.ts";

/** An upload without progress for this long has lost its job. */
const lostAfter = 2 * minute;
/**
 * How long a file with unnamed columns, an unconfirmed dry run and an ended upload are stored; they name
 * people. An unread file may name an erased person, so it is deleted within the 24 hours of an erasure (R13).
 */
const unreadFor = day;
const undecidedFor = 2 * day;
const retainedFor = 30 * day;
/** The most deleted at a time. */
const most = 20;

/** Queues uploads that lost their job, and deletes those that are stored no longer. */
export async function tendUploads(): Promise<void> {
  await transaction(async () => {
    const lost = await rows<{ id: string; state: UploadState }>(
      sql`update uploads set worked_at = ${now()}
        where worked_at < ${fromNow(-lostAfter)} and (state in ('checking', 'running', 'undoing')
              or (state in ('done', 'cancelled') and matched_at is null))
        returning id, state`,
    );
    for (const { id, state } of lost) {
      const job = { checking: readUpload, running: writeUpload, undoing: takeBack }[state as string] ?? matchUploaded;
      await later(job, { uploadId: id });
    }
  });
  await transaction(async () => {
    const over = await rows<{ id: string; blob_id: string | null }>(
      sql`select id, blob_id from uploads
        where (state in ('checking', 'unmapped') and created_at < ${fromNow(-unreadFor)})
           or (state = 'checked' and created_at < ${fromNow(-undecidedFor)})
           or (state in ('done', 'cancelled', 'refused', 'undone')
               and coalesce(ended_at, created_at) < ${fromNow(-retainedFor)})
        order by created_at limit ${sql.lit(most)} for update skip locked`,
    );
    await rows(sql`delete from uploads where id = any(${over.map(({ id }) => id)}::uuid[])`);
    for (const { blob_id } of over) if (blob_id) await removeBlob(blob_id);
  });
}

export const tendUploadsEveryMinute = defineSchedule({
  name: "tickets.tendUploads",
  cron: "* * * * *",
  run: tendUploads,
});
