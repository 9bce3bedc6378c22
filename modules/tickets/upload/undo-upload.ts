import { z } from "zod";
import { type Actor, need, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { recordOnAll } from "../history.ts";
import type { TicketStatus } from "../labels.ts";
import { tryUpload } from "./try-upload.ts";
import { type UploadRow, uploadOf } from "./upload-row.ts";

/** A request somebody works on or did: accepted, with a technician, or reserved by a center that is paying. */
const worked = `(t.status not in ('PENDING', 'CANCEL') or t.accepted_at is not null or t.technician_id is not null
  or exists (select from broadcasts b where b.ticket_id = t.id and b.status in ('RESERVED', 'ACCEPTED')))`;

const ofUpload = "t.id in (select ticket_id from upload_rows where upload_id = $1 and ticket_id is not null)";

/**
 * Undo a whole upload while no center has accepted one of its requests: all of them are deleted, or none. Refuses with
 * `uploads.accepted` and how many are, one that is not over with `uploads.notOver`.
 */
export const undoUpload = (actor: Actor, { id }: { id: string }): Promise<void> =>
  transaction(async () => {
    need(actor, "add_ticket");
    const upload = await uploadOf(actor, id, { lock: true });
    if (upload.state !== "done" && upload.state !== "cancelled") throw conflict("uploads.notOver");
    const accepted = await row<{ n: number }>(
      `select count(*)::int as n from tickets t where ${ofUpload} and t.deleted_at is null and ${worked}`,
      [id],
    );
    if (accepted!.n > 0) throw conflict("uploads.accepted", { n: accepted!.n });
    await rows(
      "update uploads set state = 'undoing', reason = null, tries = 0, failure = null, worked_at = $2 where id = $1",
      [id, now()],
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
      "update uploads set state = 'done', reason = $2 where id = $1 and state = 'undoing' returning admin_id",
      [id, reason],
    );
    if (left) await announce([`admin:${left.admin_id}`]);
  });

async function takeBackAll(id: string) {
  const upload = await row<UploadRow>("select * from uploads where id = $1 and state = 'undoing' for update", [id]);
  if (!upload) return;
  // Locked in one order: who accepts one of them waits, and then finds it deleted.
  const tickets = await rows<{ id: string; status: TicketStatus; worked: boolean }>(
    `select t.id, t.status, ${worked} as worked from tickets t where ${ofUpload} and t.deleted_at is null order by t.id for update of t`,
    [id],
  );
  if (tickets.some((ticket) => ticket.worked)) {
    const reason: MessageKey = "uploads.acceptedMeanwhile";
    await rows("update uploads set state = 'done', reason = $2 where id = $1", [id, reason]);
    return announce([`admin:${upload.admin_id}`]);
  }
  const ids = tickets.map((ticket) => ticket.id);
  const at = now();
  await rows(
    `update tickets set deleted_at = $2::timestamptz, deletion_final_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1
      where id = any($1::uuid[])`,
    [ids, at],
  );
  const centers = await rows<{ center_id: string }>(
    `with lost as (update broadcasts set status = 'TAKEN', reserved_until = null, updated_at = $2
                    where ticket_id = any($1::uuid[]) and status in ('PENDING', 'RESERVED') returning center_id)
     select center_id from lost union select center_id from tickets where id = any($1::uuid[]) and center_id is not null`,
    [ids, at],
  );
  const by = system("uploads");
  for (const from of ["PENDING", "CANCEL"] as const) {
    const those = tickets.filter(({ status }) => status === from).map((ticket) => ticket.id);
    await recordOnAll(by, those, { event: "ticket.deleted", from });
  }
  await rows("update upload_rows set outcome = 'undone' where upload_id = $1 and ticket_id is not null", [id]);
  await rows("update uploads set state = 'undone', matched_at = coalesce(matched_at, $2) where id = $1", [id, at]);
  await record(by, {
    subject: "admin",
    id: upload.admin_id,
    event: "upload.undone",
    data: { uploadId: id, requests: ids.length },
  });
  await announce(["requests", `admin:${upload.admin_id}`, ...centers.map(({ center_id }) => `center:${center_id}`)]);
}
