import { sql } from "kysely";
import { z } from "zod";
import { type Actor, type ActorOf, system } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { lockAgainstErasures } from "#modules/kernel/person/erasure-key.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { stepAside } from "#modules/kernel/work/give-way.server.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { type UploadFacts, uploadEnded } from "../events.ts";
import { needMay } from "../policy.ts";
import { type ArrangedRow, checkRows, rulesFor } from "./check-rows.ts";
import type { CheckedRow } from "./checked-row.ts";
import { createRequests, wasTaken } from "./create-uploaded.ts";
import { clearNames, ErasedMeanwhile, erasedSince, refuseErased } from "./erased-since.ts";
import { matchUploaded } from "./match-uploaded.ts";
import { gotOn, tryUpload } from "./try-upload.ts";
import { judgeRows, type UploadRow } from "./upload-row.ts";

/** Rows created in one transaction, and how long one job works before the next one continues. */
const batchRows = 1_000;
const jobMs = 20 * second;

/** Creates the requests of an upload, batch by batch; after a crash it continues where it stopped. */
export const writeUpload = defineJob({
  name: "tickets.writeUpload",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) =>
    tryUpload(
      uploadId,
      () => writeSome(uploadId),
      () => giveUpUpload(uploadId),
    ),
  retries: 3,
});

async function writeSome(id: string): Promise<void> {
  const begun = performance.now();
  for await (const _ of batches(id)) {
    if (performance.now() - begun < jobMs) continue;
    await later(writeUpload, { uploadId: id });
    return;
  }
}

/** All batches one after another, for the command line. */
export async function writeAll(id: string, onProgress: (rows: number) => void = () => {}): Promise<void> {
  let written = 0;
  for await (const batch of batches(id)) {
    written += batch;
    onProgress(written);
  }
}

/** Writes the batches of an upload until it is over: while one is written, the next is checked. */
async function* batches(id: string): AsyncGenerator<number> {
  let next = nextBatch(id, 0);
  for (;;) {
    const batch = await next;
    const last = batch?.checked.at(-1);
    if (last) next = nextBatch(id, last.place);
    // Its failure is thrown when its turn has come.
    next.catch(() => {});
    const written = batch ? await stepAside(() => writeBatch(id, batch)) : 0;
    if (written === 0) return;
    yield written;
  }
}

/** Rows that wait, checked by the facts of this moment; `after` is the place they come after. */
type Batch = { after: number; checked: CheckedRow[] };

const nextBatch = (id: string, after: number): Promise<Batch | undefined> =>
  unitOfWork(async () => {
    const upload = await row<UploadRow>(sql`select * from uploads where id = ${id} and state = 'running'`);
    return upload && checkedBatch(upload, after);
  });

/** The next rows after a place; none when nothing waits, or when the admin may not create requests any more. */
async function checkedBatch(upload: UploadRow, after: number): Promise<Batch> {
  const actor = await adminNow(upload);
  if (!actor) return { after, checked: [] };
  const waiting = await rows<ArrangedRow>(
    sql`select place, cells from upload_rows where upload_id = ${upload.id} and place > ${after} and outcome = 'ready'
      order by place limit ${sql.lit(batchRows)}`,
  );
  return {
    after,
    checked: await checkRows(await rulesFor(actor, upload.client_id, upload.created_at), waiting, new Map()),
  };
}

/** How often a batch is checked and written again before its error is thrown. */
const mostAgain = 6;

/** Writes a batch; it is checked again where a request it has was created meanwhile, or a person it names was erased. */
async function writeBatch(id: string, batch: Batch): Promise<number> {
  for (let round = 0, current = batch; ; round++) {
    try {
      return await unitOfWork(() => transaction(() => writeChecked(id, current)));
    } catch (error) {
      if (!(wasTaken(error) || error instanceof ErasedMeanwhile) || round === mostAgain) throw error;
      current = { after: batch.after, checked: [] };
    }
  }
}

/**
 * One batch: its requests and what became of its rows commit together, so that neither a crash nor a second worker
 * creates a row twice: rows another worker has written meanwhile are checked again. The present rights of the admin
 * count, not those of the dry run. Returns how many rows it has worked on; none when the upload is over.
 */
async function writeChecked(id: string, batch: Batch): Promise<number> {
  await lockAgainstErasures();
  const upload = await runningNow(id);
  if (!upload) return 0;
  refuseErased(await erasedSince(upload.created_at), batch.checked);
  const { checked } = (await isCurrent(id, batch)) ? batch : await checkedBatch(upload, batch.after);
  const actor = await adminNow(upload);
  if (!actor || checked.length === 0) {
    await endUpload(actor ?? system("uploads"), upload, actor ? "done" : "refused");
    return 0;
  }
  const created = await createRequests(
    actor,
    checked.filter(({ verdict }) => verdict === "ready"),
  );
  await Promise.all([
    judgeRows(
      id,
      checked.filter(({ verdict }) => verdict !== "ready"),
    ),
    rows(
      sql`update upload_rows r set outcome = 'created', problems = null, ticket_id = made.ticket_id
         from unnest(${created.map(({ place }) => place)}::int[], ${created.map(({ ticketId }) => ticketId)}::uuid[]) as made (place, ticket_id)
        where r.upload_id = ${id} and r.place = made.place`,
    ),
    gotOn(id),
  ]);
  await announce([`admin:${upload.admin_id}`]);
  return checked.length;
}

/** An upload whose requests are being created, locked until the transaction ends. */
const runningNow = (id: string): Promise<UploadRow | undefined> =>
  row<UploadRow>(sql`update uploads set worked_at = ${now()} where id = ${id} and state = 'running' returning *`);

/** Whether a batch has rows, all of which still wait; that nothing waits any more is looked at again. */
async function isCurrent(id: string, { checked }: Batch): Promise<boolean> {
  if (checked.length === 0) return false;
  const ready = await row<{ n: number }>(
    sql`select count(*)::int as n from upload_rows where upload_id = ${id} and place = any(${checked.map(({ place }) => place)}::int[]) and outcome = 'ready'`,
  );
  return ready!.n === checked.length;
}

/** The admin as of now; undefined when they may not create requests any more. */
async function adminNow(upload: UploadRow): Promise<ActorOf<"admin"> | undefined> {
  try {
    const actor = await ownerNow({ subject: "admin", id: upload.admin_id });
    needMay(actor, "addRequests");
    return actor.kind === "admin" ? actor : undefined;
  } catch (error) {
    if (error instanceof DomainError && (error.kind === "denied" || error.kind === "unauthenticated")) return undefined;
    throw error;
  }
}

/**
 * End an upload whose work failed too often: one that is read is refused, one whose requests are created is stopped, with
 * the reason; what was created is offered.
 */
export const giveUpUpload = (id: string): Promise<void> =>
  unitOfWork(() =>
    transaction(async () => {
      const upload = await row<UploadRow>(sql`select * from uploads where id = ${id} for update`);
      if (upload?.state === "checking") return refuseFile(upload, "uploads.gaveUp");
      if (upload?.state === "running") return endUpload(system("uploads"), upload, "refused", "uploads.gaveUp");
    }),
  );

/** The file of an upload that is read is refused, in the running transaction: nothing of it is stored any more. */
export async function refuseFile(upload: UploadRow, reason: MessageKey, params: MessageParams = {}): Promise<void> {
  const [ended] = await rows<{ id: string }>(
    sql`update uploads set state = 'refused', reason = ${reason}, params = ${JSON.stringify(params)}::jsonb,
            blob_id = null, ended_at = ${now()}, stored_rows = 0, stored_bytes = 0
      where id = ${upload.id} and state = 'checking' returning id`,
  );
  if (!ended) return;
  await rows(sql`delete from upload_rows where upload_id = ${upload.id}`);
  await removeBlob(upload.blob_id!);
  // A dry run creates nothing, and its admin reads why its file was refused.
  if (upload.straight) await emitEnd(upload, { state: "refused", received: 0, accepted: 0, rejected: 0, reason });
  await announce([`admin:${upload.admin_id}`]);
}

/**
 * Ends a running upload in the running transaction and queues the offers of its requests; a refused one is
 * stopped for a reason.
 */
export async function endUpload(
  by: Actor,
  upload: UploadRow,
  state: "done" | "cancelled" | "refused",
  why: MessageKey = "uploads.refusedWhy",
): Promise<void> {
  const reason = state === "refused" ? why : null;
  // What was created before is undone and offered as always.
  const finalState = state === "refused" ? "cancelled" : state;
  const at = now();
  await rows(
    sql`update uploads set state = ${finalState}, reason = ${reason},
            ended_at = ${at}::timestamptz, worked_at = ${at}::timestamptz
      where id = ${upload.id}`,
  );
  await clearNames(upload.id);
  const counted = await row(
    sql<{ received: number; accepted: number; rejected: number }>`
      select count(*)::int as received, (count(*) filter (where outcome = 'created'))::int as accepted,
             (count(*) filter (where outcome in ('wrong', 'known')))::int as rejected
        from upload_rows where upload_id = ${upload.id}`,
  );
  await emitEnd(upload, { ...counted!, state: finalState, reason });
  const data = { uploadId: upload.id, created: counted!.accepted };
  await record(by, { subject: "admin", id: upload.admin_id, event: `upload.${finalState}`, data });
  await later(matchUploaded, { uploadId: upload.id });
  await announce(["requests", `admin:${upload.admin_id}`]);
}

/** Rows of an upload without a client name their own, so that the upload belongs to no client. */
async function emitEnd({ id, client_id }: UploadRow, facts: Omit<UploadFacts, "id">): Promise<void> {
  if (client_id) await emit(uploadEnded, { clientId: client_id, facts: { id, ...facts } });
}
