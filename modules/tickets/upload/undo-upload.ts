import { sql } from "kysely";
import { z } from "zod";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { recordOnAll } from "../history.ts";
import type { TicketStatus } from "../labels.ts";
import { needMay } from "../policy.ts";
import { tryUpload } from "./try-upload.ts";
import { type UploadRow, uploadOf } from "./upload-row.ts";

/** A request somebody works on or did: accepted, with a technician, or reserved by a center that is paying. */
const worked = sql`(t.status not in ('PENDING', 'CANCEL') or t.accepted_at is not null or t.technician_id is not null
  or exists (select from broadcasts b where b.ticket_id = t.id and b.status in ('RESERVED', 'ACCEPTED')))`;

const ofUpload = (uploadId: string) =>
  sql`t.id in (select ticket_id from upload_rows where upload_id = ${uploadId} and ticket_id is not null)`;

/**
 * Undo a whole upload while no center has accepted one of its requests: all of them are deleted, or none. Refuses with
 * `uploads.accepted` and how many are, one that is not over with `uploads.notOver`.
 */
export const undoUpload = (actor: Actor, { id }: { id: string }): Promise<void> =>
  transaction(async () => {
    needMay(actor, "addRequests");
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state !== "done" && upload.state !== "cancelled") throw conflict("uploads.notOver");
    const accepted = await row<{ n: number }>(
      sql`select count(*)::int as n from tickets t where ${ofUpload(id)} and t.deleted_at is null and ${worked}`,
    );
    if (accepted!.n > 0) throw conflict("uploads.accepted", { n: accepted!.n });
    await rows(
      sql`update uploads set state = 'undoing', reason = null, tries = 0, failure = null, worked_at = ${now()} where id = ${id}`,
    );
    await record(actor, { subject: "admin", id: upload.admin_id, event: "upload.undoing", data: { uploadId: id } });
    await later(takeBack, { uploadId: id });
    await announce([`admin:${upload.admin_id}`]);
  });

/** Deletes the requests of an upload in one transaction; none when one was accepted meanwhile. */
export const takeBack = defineJob({
  name: "tickets.takeBackUpload",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) =>
    tryUpload(
      uploadId,
      () => transaction(() => takeBackAll(uploadId)),
      () => leaveAll(uploadId),
    ),
  retries: 3,
});

/** Ends an undo that failed too often; the requests are not deleted. */
const leaveAll = (id: string) =>
  transaction(async () => {
    const reason: MessageKey = "uploads.notUndone";
    const [left] = await rows<{ admin_id: string }>(
      sql`update uploads set state = 'done', reason = ${reason} where id = ${id} and state = 'undoing' returning admin_id`,
    );
    if (left) await announce([`admin:${left.admin_id}`]);
  });

async function takeBackAll(id: string) {
  const upload = await row<UploadRow>(sql`select * from uploads where id = ${id} and state = 'undoing' for update`);
  if (!upload) return;
  // Locked in one order: who accepts one of them waits, and then finds it deleted.
  const tickets = await rows<{ id: string; status: TicketStatus; worked: boolean }>(
    sql`select t.id, t.status, ${worked} as worked from tickets t where ${ofUpload(id)} and t.deleted_at is null
      order by t.id for update of t`,
  );
  if (tickets.some((ticket) => ticket.worked)) {
    const reason: MessageKey = "uploads.acceptedMeanwhile";
    await rows(sql`update uploads set state = 'done', reason = ${reason} where id = ${id}`);
    return announce([`admin:${upload.admin_id}`]);
  }
  const ids = tickets.map((ticket) => ticket.id);
  const at = now();
  await rows(
    sql`update tickets set deleted_at = ${at}::timestamptz, deletion_final_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1
      where id = any(${ids}::uuid[])`,
  );
  const centers = await rows<{ center_id: string }>(
    sql`with lost as (update broadcasts set status = 'TAKEN', reserved_until = null, updated_at = ${at}
                    where ticket_id = any(${ids}::uuid[]) and status in ('PENDING', 'RESERVED') returning center_id)
     select center_id from lost union select center_id from tickets where id = any(${ids}::uuid[]) and center_id is not null`,
  );
  const by = system("uploads");
  for (const from of ["PENDING", "CANCEL"] as const) {
    const those = tickets.filter(({ status }) => status === from).map((ticket) => ticket.id);
    await recordOnAll(by, those, { event: "ticket.deleted", from });
  }
  await rows(sql`update upload_rows set outcome = 'undone' where upload_id = ${id} and ticket_id is not null`);
  await rows(sql`update uploads set state = 'undone', matched_at = coalesce(matched_at, ${at}) where id = ${id}`);
  await record(by, {
    subject: "admin",
    id: upload.admin_id,
    event: "upload.undone",
    data: { uploadId: id, requests: ids.length },
  });
  await announce(["requests", `admin:${upload.admin_id}`, ...centers.map(({ center_id }) => `center:${center_id}`)]);
}
