import { sql } from "kysely";
import { type ActorOf, system } from "#modules/kernel/actor.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { lockAgainstErasures } from "#modules/kernel/person/erasure-key.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { lookAgain } from "./check-rows.ts";
import type { CheckedRow } from "./checked-row.ts";
import { type Draft, draft, type RequestBytes, requestBytes, untilFree, writeRequests } from "./create-uploaded.ts";
import { erasedSince, refuseErased } from "./erased-since.ts";
import { rowBytes, storedTo, storeRows, type UploadRow } from "./upload-row.ts";
import { adminNow, endUpload, runningNow } from "./write-upload.ts";

/** A page that was checked, the requests of its rows, and all that is written. */
type Page = {
  actor: ActorOf<"admin">;
  drafts: readonly Draft[];
  checked: readonly CheckedRow[];
  bytes: RequestBytes & { rows: Buffer };
};

/** Makes a checked page ready to be created: that can be done while the page before it is written. */
export async function preparePage(
  upload: UploadRow,
  actor: ActorOf<"admin">,
  checked: readonly CheckedRow[],
): Promise<Page> {
  const drafts = await draft(checked.filter(({ verdict }) => verdict === "ready"));
  const requests = new Map(drafts.map((one) => [one.row.place, one.id]));
  const { requests: tickets, history } = requestBytes(actor, drafts);
  return {
    actor,
    drafts,
    checked,
    bytes: { requests: tickets, history, rows: rowBytes(upload.id, checked, requests) },
  };
}

/**
 * Creates the requests of a page just checked and stores its rows, both or neither; false when the upload was stopped, or
 * ends here because its admin may not create requests any more.
 */
export async function createPage(upload: UploadRow, page: Page): Promise<boolean> {
  try {
    await untilFree(
      page,
      (current) => unitOfWork(() => transaction(() => writePage(upload, current))),
      async ({ actor, checked }) => {
        const stored = await storedTo(upload.id);
        const left = checked.filter(({ place }) => place > stored);
        return preparePage(upload, actor, await lookAgain(left, await erasedSince(upload.created_at)));
      },
    );
    return true;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await endWithoutAdmin(upload);
    return false;
  }
}

/** Takes back what was written with the question whether it may be. */
class Stopped extends Error {}

/** All statements of a page travel together: the database never waits for the next one. */
async function writePage(upload: UploadRow, { drafts, bytes, ...page }: Page) {
  const [, , erased, current, actor] = await Promise.all([
    // A page a crash loses is read again: the end of the upload alone waits for the disk, for all pages before it.
    rows(sql`set local synchronous_commit = off`),
    lockAgainstErasures(),
    erasedSince(upload.created_at),
    runningNow(upload.id),
    adminNow(upload),
    writeRequests(page.actor, drafts, bytes),
    storeRows(upload.id, page.checked.length, bytes.rows),
  ]);
  refuseErased(erased, page.checked);
  if (!current || !actor) throw new Stopped();
  await announce([`admin:${upload.admin_id}`]);
}

/** Ends an upload that still runs when its admin may not create requests any more. */
export const endWithoutAdmin = (upload: UploadRow): Promise<void> =>
  transaction(async () => {
    const current = await runningNow(upload.id);
    if (current && !(await adminNow(current))) await endUpload(system("uploads"), current, "refused");
  });

/** All pages of a file were created. */
export const endRead = (upload: UploadRow): Promise<void> =>
  transaction(async () => {
    const current = await runningNow(upload.id);
    if (current) await endUpload((await adminNow(current)) ?? system("uploads"), current, "done");
  });
