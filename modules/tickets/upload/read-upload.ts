import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { findBlob, openBlob, removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { sheetRows } from "#modules/kernel/files/sheets/sheet-rows.server.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { isPlain } from "#modules/kernel/validation.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { checkRows, type Rules, rulesFor } from "./check-rows.ts";
import { arranged, type Mapping, mapHeading } from "./columns.ts";
import { keepRows, namesKnown, type UploadRow } from "./upload-row.ts";
import { writeUpload } from "./write-upload.ts";

/** Rows checked and stored at a time. */
const pageRows = 1_000;
/** How often open pages are told. */
const toldEveryMs = second;

/** Reads the file of an upload and says of each row what will happen; nothing is created. */
export const readUpload = defineJob({
  name: "tickets.readUpload",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) => checkUpload(uploadId),
  // The sweep asks again for what these retries do not finish.
  retries: 3,
});

/**
 * The dry run of an upload. What a file is refused for ends it. Rows stored before a worker died are not stored twice,
 * and the file is deleted once it was read: from then on its rows are what is held of it.
 */
export async function checkUpload(id: string, told: (rows: number) => void = () => {}): Promise<void> {
  const upload = await row<UploadRow>(
    "update uploads set worked_at = $2 where id = $1 and state = 'checking' returning *",
    [id, now()],
  );
  if (!upload?.blob_id) return;
  const folder = await mkdtemp(path.join(tmpdir(), "upload-"));
  try {
    const file = path.join(folder, "sheet");
    await pipeline(await openBlob(await findBlob(upload.blob_id)), createWriteStream(file, { mode: 0o600 }));
    const actor = await ownerNow({ subject: "admin", id: upload.admin_id });
    const mapping = await readAll(upload, await rulesFor(actor, upload.client_id), file, told);
    if (mapping) await checked(upload, mapping);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    await ended(upload, error.key, error.params);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAll(upload: UploadRow, rules: Rules, file: string, told: (rows: number) => void) {
  const storing = new OneBehind();
  try {
    return await readPages(upload, rules, file, { storing, told });
  } finally {
    await storing.over();
  }
}

/** Stores a page while the next one is read: no more than one page waits to be stored. */
class OneBehind {
  last: Promise<unknown> = Promise.resolve();

  /** Begins to store when the page before is stored; throws what went wrong with that one. */
  async next(store: () => Promise<unknown>) {
    await this.last;
    this.last = store();
    // What goes wrong is thrown by whoever waits for it.
    this.last.catch(() => {});
  }

  /** Waits until nothing is being stored any more. */
  over = () => this.last.catch(() => {});
}

type Reading = { storing: OneBehind; told: (rows: number) => void };

async function readPages(upload: UploadRow, rules: Rules, file: string, { storing, told }: Reading) {
  let mapping: Mapping | undefined;
  let read = 0;
  let last = performance.now();
  const seen = new Map<string, number>();
  for await (const page of sheetRows(file, upload.format, pageRows)) {
    let body = page;
    if (!mapping) {
      const [heading, ...rest] = page;
      const texts = heading!.cells.map((text) => (isPlain(text) ? text.trim().slice(0, 100) : ""));
      const known = mapHeading(texts, await namesKnown(rules.clientId));
      if (!upload.mapping && known.missing.length > 0) return void (await unmapped(upload, texts));
      mapping = upload.mapping ?? known.mapping;
      await rows("update uploads set heading = $2 where id = $1", [upload.id, texts]);
      body = rest;
    }
    const columns = mapping;
    const inOrder = body.map(({ place, cells }) => ({ place, cells: arranged(cells, columns).map(storable) }));
    const checked = await checkRows(rules, inOrder, seen);
    await storing.next(() => transaction(() => keepRows(upload.id, checked)));
    read += body.length;
    told(read);
    if (performance.now() - last > toldEveryMs) {
      last = performance.now();
      await rows("update uploads set worked_at = $2 where id = $1", [upload.id, now()]);
      await announce([`admin:${upload.admin_id}`]);
    }
  }
  if (!mapping || read === 0) throw invalid("sheet.empty");
  await storing.last;
  return mapping;
}

/** The database holds no NUL and no half of a letter; what else does not fit is refused beside its cell. */
const storable = (text: string) => text.replaceAll("\u0000", "\uFFFD").toWellFormed();

const unmapped = (upload: UploadRow, heading: string[]) =>
  transaction(async () => {
    await rows("update uploads set state = 'unmapped', heading = $2 where id = $1 and state = 'checking'", [
      upload.id,
      heading,
    ]);
    await announce([`admin:${upload.admin_id}`]);
  });

/** The file was read: it waits for the word to go on, or goes on at once when that was given with it. */
const checked = (upload: UploadRow, mapping: Mapping) =>
  transaction(async () => {
    const state = upload.straight ? "running" : "checked";
    const [kept] = await rows<{ id: string }>(
      `update uploads set state = $2, mapping = $3::jsonb, blob_id = null, checked_at = $4::timestamptz, worked_at = $4::timestamptz,
              started_at = case when straight then $4::timestamptz end
        where id = $1 and state = 'checking' returning id`,
      [upload.id, state, JSON.stringify(mapping), now()],
    );
    if (!kept) return;
    await removeBlob(upload.blob_id!);
    if (upload.straight) await later(writeUpload, { uploadId: upload.id });
    await announce([`admin:${upload.admin_id}`]);
  });

/** The file is refused: nothing of it is kept. */
const ended = (upload: UploadRow, reason: MessageKey, params: MessageParams | undefined) =>
  transaction(async () => {
    const [kept] = await rows<{ id: string }>(
      `update uploads set state = 'refused', reason = $2, params = $3::jsonb, blob_id = null, ended_at = $4
        where id = $1 and state = 'checking' returning id`,
      [upload.id, reason, JSON.stringify(params ?? {}), now()],
    );
    if (!kept) return;
    await rows("delete from upload_rows where upload_id = $1", [upload.id]);
    await removeBlob(upload.blob_id!);
    await announce([`admin:${upload.admin_id}`]);
  });
