import { setImmediate as outOfTheWay } from "node:timers/promises";
import { z } from "zod";
import { type Actor, type ActorOf, need, system } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type ArrangedRow, checkRows, type Rules, rulesFor } from "./check-rows.ts";
import { createUploaded } from "./create-uploaded.ts";
import { matchUploaded } from "./match-uploaded.ts";
import { judgeRows, type UploadRow } from "./upload-row.ts";

/** Rows created in one transaction, and how long one job goes on before the next one continues. */
const batchRows = 1_000;
const jobMs = 20 * second;

/** Creates the requests of an upload, batch by batch; after a crash it continues where it stopped. */
export const writeUpload = defineJob({
  name: "tickets.writeUpload",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) => writeSome(uploadId),
  retries: 3,
});

async function writeSome(id: string) {
  const begun = performance.now();
  let after = 0;
  while (performance.now() - begun < jobMs) {
    const batch = await writeBatch(id, after);
    if (batch.length === 0) return;
    after = batch.at(-1)!;
    await outOfTheWay();
  }
  await later(writeUpload, { uploadId: id });
}

/** All batches one after another, for the command line. */
export async function writeAll(id: string, told: (rows: number) => void = () => {}): Promise<void> {
  let written = 0;
  for (let batch = await writeBatch(id, 0); batch.length > 0; batch = await writeBatch(id, batch.at(-1)!)) {
    written += batch.length;
    told(written);
  }
}

/**
 * One batch: its requests and what became of its rows commit together, so that neither a crash nor a second worker
 * creates a row twice. The rights of the admin and the facts of the moment count, not those of the dry run. Returns the
 * places of its rows, which the next batch begins after so that it reads none of them again; none when the upload is over.
 */
const writeBatch = (id: string, after: number): Promise<number[]> =>
  unitOfWork(() =>
    transaction(async () => {
      const upload = await row<UploadRow>(
        "update uploads set worked_at = $2 where id = $1 and state = 'running' returning *",
        [id, now()],
      );
      if (!upload) return [];
      const waiting = await rows<ArrangedRow>(
        `select place, cells from upload_rows where upload_id = $1 and place > $2 and outcome = 'ready'
          order by place limit ${batchRows}`,
        [id, after],
      );
      const rules = await rulesNow(upload);
      if (!rules || waiting.length === 0) {
        await endUpload(rules?.actor ?? system("uploads"), upload, rules ? "done" : "refused");
        return [];
      }
      const checked = await checkRows(rules, waiting, new Map());
      const ready = checked.filter(({ verdict }) => verdict === "ready");
      const { created, refused } = await createUploaded(rules.actor, ready);
      await judgeRows(id, [...checked.filter(({ verdict }) => verdict !== "ready"), ...refused]);
      await rows(
        `update upload_rows r set outcome = 'created', problems = null, ticket_id = made.ticket_id
           from unnest($2::int[], $3::uuid[]) as made (place, ticket_id)
          where r.upload_id = $1 and r.place = made.place`,
        [id, created.map(({ place }) => place), created.map(({ ticketId }) => ticketId)],
      );
      await announce([`admin:${upload.admin_id}`]);
      return waiting.map(({ place }) => place);
    }),
  );

/** The rules for the admin as of now; undefined when they may not create requests any more. */
async function rulesNow(upload: UploadRow): Promise<(Rules & { actor: ActorOf<"admin"> }) | undefined> {
  try {
    const actor = await ownerNow({ subject: "admin", id: upload.admin_id });
    need(actor, "add_ticket");
    if (actor.kind !== "admin") return undefined;
    return { ...(await rulesFor(actor, upload.client_id)), actor };
  } catch (error) {
    if (error instanceof DomainError && (error.kind === "denied" || error.kind === "unauthenticated")) return undefined;
    throw error;
  }
}

/** Ends a running upload in the running transaction and lets its requests be offered to centers. */
export async function endUpload(by: Actor, upload: UploadRow, state: "done" | "cancelled" | "refused"): Promise<void> {
  const reason: MessageKey | null = state === "refused" ? "uploads.refusedWhy" : null;
  // What was created before is undone and offered as always.
  const kept = state === "refused" ? "cancelled" : state;
  await rows(
    "update uploads set state = $2, reason = $3, ended_at = $4::timestamptz, worked_at = $4::timestamptz where id = $1",
    [upload.id, kept, reason, now()],
  );
  const counted = await row<{ n: number }>(
    "select count(*)::int as n from upload_rows where upload_id = $1 and outcome = 'created'",
    [upload.id],
  );
  const data = { uploadId: upload.id, created: counted!.n };
  await record(by, { subject: "admin", id: upload.admin_id, event: `upload.${kept}`, data });
  await later(matchUploaded, { uploadId: upload.id });
  await announce(["requests", `admin:${upload.admin_id}`]);
}
