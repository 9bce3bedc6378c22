import { setImmediate as outOfTheWay } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import {
  findHeading,
  type Heading,
  headingRows,
  headingTexts,
  LacksColumns,
  rowAt,
} from "#modules/kernel/files/sheets/heading.ts";
import { readTable, type TableCounts } from "#modules/kernel/files/sheets/read-table.server.ts";
import type { SheetRow } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { lockAgainstErasures } from "#modules/kernel/person/erasure-key.server.ts";
import { stepAside } from "#modules/kernel/work/give-way.server.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { checkRows, rulesFor } from "./check-rows.ts";
import type { CheckedRow } from "./checked-row.ts";
import { arranged, type ColumnName, type Mapping, templateColumns } from "./columns.ts";
import { wasTaken } from "./create-uploaded.ts";
import { clearNames, erasedSince, withoutErased } from "./erased-since.ts";
import { withStoredFile } from "./stored-file.ts";
import { tryUpload } from "./try-upload.ts";
import { namesKnown, storedTo, storeRows, type UploadRow } from "./upload-row.ts";
import { uploadsTable } from "./uploads-table.ts";
import { giveUpUpload, refuseFile, writeUpload } from "./write-upload.ts";

/** Rows checked and stored at a time. */
const pageRows = 1_000;
/** How often open pages are refreshed. */
const progressEveryMs = second;

/** Reads the file of an upload: each row is checked and stored. */
export const readUpload = defineJob({
  name: "tickets.readUpload",
  payload: z.strictObject({ uploadId: z.uuid() }),
  run: ({ uploadId }) =>
    tryUpload(
      uploadId,
      () => checkUpload(uploadId),
      () => giveUpUpload(uploadId),
    ),
  // The sweep queues again what these retries do not finish.
  retries: 3,
  mayTake: 3600,
});

/**
 * Reads the file of an upload to its end: its rows are checked and stored, and the file is deleted. A straight upload
 * begins to create its requests then, any other one waits for `startUpload`. A refusal of the file ends the upload and
 * deletes its rows. Rows stored before a worker died are not stored twice.
 */
export async function checkUpload(id: string, onProgress: (rows: number) => void = () => {}): Promise<void> {
  const upload = await row<UploadRow>(
    sql`update uploads set worked_at = ${now()} where id = ${id} and state = 'checking' returning *`,
  );
  if (!upload) return;
  try {
    const table = await withStoredFile(upload.blob_id!, (file) => storeTable(upload, file, onProgress));
    await tableStored(upload, table);
  } catch (error) {
    if (error instanceof LacksColumns) return unmapped(upload, error.texts);
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    await transaction(() => refuseFile(upload, error.key, error.params));
  }
}

/** What was read of a file. */
type StoredTable = { mapping: Mapping; counts: TableCounts };

/** Checks and stores the rows of a file page by page: a page is stored while the next one is checked. */
async function storeTable(upload: UploadRow, file: string, onProgress: (rows: number) => void): Promise<StoredTable> {
  const actor = await ownerNow({ subject: "admin", id: upload.admin_id });
  let table: StoredTable | undefined;
  let announcedAt = performance.now();
  let storing = Promise.resolve();
  const seen = new Map<string, number>();
  // By the facts of this moment, which may change while a long file is read; queried while the next page is read.
  const rulesNow = () => {
    const rules = rulesFor(actor, upload.client_id, upload.created_at);
    rules.catch(() => {});
    return rules;
  };
  let rules = rulesNow();
  try {
    for await (const { heading, rows: tableRows, counts } of readTable(file, pageRows, (first) =>
      headingOf(upload, first),
    )) {
      const { mapping, texts } = heading;
      if (!table) await rows(sql`update uploads set heading = ${texts} where id = ${upload.id}`);
      table = { mapping, counts };
      const inOrder = tableRows.map(({ place, cells }) => ({ place, cells: arranged(cells, mapping).map(storable) }));
      const checked = await checkRows(await rules, inOrder, seen);
      await storing;
      storing = stepAside(() => storePage(upload, checked));
      // Its error is thrown when it is awaited.
      storing.catch(() => {});
      // It is sent before the next page, which may be there already, is checked.
      await outOfTheWay();
      rules = rulesNow();
      onProgress(counts.rows);
      if (performance.now() - announcedAt > progressEveryMs) {
        announcedAt = performance.now();
        await rows(sql`update uploads set worked_at = ${now()} where id = ${upload.id}`);
        await announce([`admin:${upload.admin_id}`]);
      }
    }
    await storing;
  } finally {
    await storing.catch(() => {});
  }
  return table!;
}

/** Stores rows; rows stored before a worker died are unchanged. */
async function storePage({ id, created_at }: UploadRow, page: readonly CheckedRow[]): Promise<void> {
  const store = (some: readonly CheckedRow[]) =>
    transaction(async () => {
      await lockAgainstErasures();
      const erased = await erasedSince(created_at);
      await storeRows(
        id,
        some.map((row) => withoutErased(erased, row)),
      );
    });
  await store(page).catch(async (error: unknown) => {
    if (!wasTaken(error)) throw error;
    const stored = await storedTo(id);
    const rest = page.filter(({ place }) => place > stored);
    if (rest.length > 0) await store(rest);
  });
}

/** Finds the heading among the first rows: the row that was sent, else that whose columns were named, else the best one. */
async function headingOf(upload: UploadRow, first: readonly SheetRow[]): Promise<Heading<ColumnName>> {
  const sent = upload.heading_row === null ? undefined : rowAt(first, upload.heading_row);
  if (upload.mapping) {
    const named = headingRows(first).findIndex(({ cells }) => isSame(headingTexts(cells), upload.heading ?? []));
    const at = sent ?? Math.max(0, named);
    return { at, texts: headingTexts(first[at]!.cells), mapping: upload.mapping };
  }
  const candidates = sent === undefined ? headingRows(first) : [first[sent]!];
  const known = await namesKnown(
    upload.client_id,
    candidates.flatMap(({ cells }) => headingTexts(cells)),
  );
  return findHeading(templateColumns, first, {
    row: upload.heading_row ?? undefined,
    named: upload.named ?? {},
    known,
  });
}

const isSame = (texts: readonly string[], others: readonly string[]) =>
  texts.length === others.length && texts.every((text, at) => text === others[at]);

/** The database stores no NUL and no half of a letter; other misfits are refused at their cell. */
const storable = (text: string) =>
  text.isWellFormed() && !text.includes("\u0000") ? text : text.replaceAll("\u0000", "\uFFFD").toWellFormed();

const unmapped = (upload: UploadRow, heading: string[]) =>
  transaction(async () => {
    await rows(
      sql`update uploads set state = 'unmapped', heading = ${heading} where id = ${upload.id} and state = 'checking'`,
    );
    await announce([`admin:${upload.admin_id}`]);
  });

/**
 * Marks the file as read and deletes it; nothing happens when the upload was discarded meanwhile. A straight upload goes
 * on: no dry run was confirmed, so that hidden rows refuse it (`uploads.hiddenRefused`) unless it takes them.
 */
async function tableStored(
  { id, admin_id, blob_id, straight, takes_hidden }: UploadRow,
  { mapping, counts: { hiddenRows, formulaCells } }: StoredTable,
): Promise<void> {
  if (straight && hiddenRows > 0 && !takes_hidden)
    throw new DomainError("invalid", "uploads.hiddenRefused", { params: { n: hiddenRows } });
  await transaction(async () => {
    const at = now();
    const updated = await row(
      uploadsTable()
        .updateTable("uploads")
        .set({ mapping: JSON.stringify(mapping), hidden_rows: hiddenRows, formula_cells: formulaCells })
        .set({ state: straight ? "running" : "checked", started_at: straight ? at : null, blob_id: null })
        .set({ checked_at: at, worked_at: at, tries: 0, failure: null })
        .where("id", "=", id)
        .where("state", "=", "checking")
        .returning("id"),
    );
    if (!updated) return;
    await clearNames(id);
    await removeBlob(blob_id!);
    if (straight) await later(writeUpload, { uploadId: id });
    await announce([`admin:${admin_id}`]);
  });
}
