import { setImmediate as outOfTheWay } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { now, second } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { DomainError, invalid } from "#modules/kernel/errors.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import { headingAt, headingRows, rowAt } from "#modules/kernel/files/sheets/heading.ts";
import { formulaCells, type SheetRow } from "#modules/kernel/files/sheets/sheet-limits.ts";
import type { OpenSheet } from "#modules/kernel/files/sheets/sheet-pages.server.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import { lockAgainstErasures } from "#modules/kernel/person/erasure-key.server.ts";
import { isPlain } from "#modules/kernel/validation.ts";
import { stepAside } from "#modules/kernel/work/give-way.server.ts";
import { defineJob } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { checkRows, rulesFor } from "./check-rows.ts";
import type { CheckedRow } from "./checked-row.ts";
import { arranged, type Mapping, mapHeading } from "./columns.ts";
import { createPage, endRead, endWithoutAdmin, preparePage } from "./create-page.ts";
import { wasTaken } from "./create-uploaded.ts";
import { clearNames, erasedSince, withoutErased } from "./erased-since.ts";
import { withSheet } from "./stored-sheet.ts";
import { tryUpload } from "./try-upload.ts";
import { namesKnown, rowBytes, storedTo, storeRows, type UploadRow } from "./upload-row.ts";
import { uploadsTable } from "./uploads-table.ts";
import { adminNow, giveUpUpload, refuseFile } from "./write-upload.ts";

/** Rows checked and stored at a time. */
const pageRows = 1_000;
/** How often open pages are refreshed. */
const progressEveryMs = second;

/** Reads the file of an upload: a dry run of each row, or its creation at once where the upload is straight. */
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
 * Reads the file of an upload: a dry run, or, where it is straight, the creation of its requests. A refusal of the file
 * ends it before anything is created. Rows stored before a worker died are not stored twice, and the file is
 * deleted once it was read: then only its rows are stored.
 */
export async function checkUpload(id: string, onProgress: (rows: number) => void = () => {}): Promise<void> {
  const upload = await row<UploadRow>(
    sql`update uploads set worked_at = ${now()}
      where id = ${id} and blob_id is not null and (state = 'checking' or (state = 'running' and straight)) returning *`,
  );
  if (!upload?.blob_id) return;
  try {
    await withSheet(upload, pageRows, async (sheet) => {
      const actor = await ownerNow({ subject: "admin", id: upload.admin_id });
      if (upload.straight) await createRead({ upload, actor, sheet }, onProgress);
      else await dryRun({ upload, actor, sheet }, onProgress);
    });
  } catch (error) {
    // An error after requests were created is no refusal of the file.
    if (!(error instanceof DomainError) || error.kind === "unavailable" || upload.state === "running") throw error;
    await transaction(() => refuseFile(upload, error.key, error.params));
  }
}

type ProgressListener = (rows: number) => void;
type Reading = { upload: UploadRow; actor: Actor; sheet: OpenSheet };

async function dryRun(reading: Reading, onProgress: ProgressListener) {
  const keep = async (page: CheckedRow[]) => () => stepAside(() => storePage(reading.upload, page));
  const read = await readAll(reading, { onProgress: onProgress, keep });
  if (read) await checked(reading.upload, read);
}

/** Stores rows; rows stored before a worker died are unchanged. */
async function storePage({ id, created_at }: UploadRow, page: readonly CheckedRow[]): Promise<boolean> {
  const store = (some: readonly CheckedRow[]) =>
    transaction(async () => {
      await lockAgainstErasures();
      const erased = await erasedSince(created_at);
      const stored = some.map((row) => withoutErased(erased, row));
      await storeRows(id, stored.length, rowBytes(id, stored));
    });
  await store(page).catch(async (error: unknown) => {
    if (!wasTaken(error)) throw error;
    const stored = await storedTo(id);
    await store(page.filter(({ place }) => place > stored));
  });
  return true;
}

/**
 * Creates the requests of each page as it is read, once the whole file was read to its end without an error; continues
 * where a worker died. Stops where the upload was stopped, or its admin lacks the permission. No dry run was confirmed,
 * so that hidden rows refuse the file (`uploads.hiddenRefused`) unless the upload takes them.
 */
async function createRead(reading: Reading, onProgress: ProgressListener) {
  const { upload } = reading;
  if (upload.state === "checking") {
    const read = await readAll(reading);
    if (!read) return;
    if (read.hiddenRows > 0 && !upload.takes_hidden)
      throw new DomainError("invalid", "uploads.hiddenRefused", { params: { n: read.hiddenRows } });
    if (!(await running(upload, read))) return;
    Object.assign(upload, { mapping: read.mapping, state: "running" });
  }
  const actor = await adminNow(upload);
  if (!actor) return endWithoutAdmin(upload);
  const keep = async (checked: CheckedRow[]) => {
    const page = await preparePage(upload, actor, checked);
    return () => stepAside(() => createPage(upload, page));
  };
  if (await readAll(reading, { onProgress: onProgress, keep, after: await storedTo(upload.id) })) await endRead(upload);
}

type Pass = {
  onProgress?: ProgressListener;
  /**
   * Prepares a page for storing: the returned function stores it and returns whether to continue. Without it only the
   * file itself is checked.
   */
  keep?: (page: CheckedRow[]) => Promise<() => Promise<boolean>>;
  /** The place after which rows are looked at. */
  after?: number;
};

/** The places of a file's columns, and its sheet's rows below the heading. */
type Read = { mapping: Mapping; hiddenRows: number; formulaCells: number };

/**
 * Reads a file page by page; a page is stored while the next one is made ready. Returns nothing when the columns must be
 * named first, or when it does not go on.
 */
async function readAll(
  { upload, actor, sheet }: Reading,
  { onProgress = () => {}, keep, after = 0 }: Pass = {},
): Promise<Read | undefined> {
  let mapping: Mapping | undefined;
  let read = 0;
  let hiddenRows = 0;
  let formulas = 0;
  let last = performance.now();
  let goesOn = Promise.resolve(true);
  const seen = new Map<string, number>();
  // By the facts of this moment, which may change while a long file is read; queried while the next page is read.
  const rulesNow = () => {
    const rules = rulesFor(actor, upload.client_id, upload.created_at);
    rules.catch(() => {});
    return rules;
  };
  let rules = keep && rulesNow();
  try {
    for await (const page of sheet.pages(keep ? "read" : "look")) {
      let body = page;
      if (!mapping) {
        const at = await headingOf(upload, page);
        const texts = headingTexts(page[at]!.cells);
        const known = mapHeading(texts, await namesKnown(upload.client_id, texts), upload.named ?? {});
        if (!upload.mapping && known.missing.length > 0) {
          await unmapped(upload, texts);
          return undefined;
        }
        mapping = upload.mapping ?? known.mapping;
        upload.heading = texts;
        await rows(sql`update uploads set heading = ${texts} where id = ${upload.id}`);
        body = page.slice(at + 1);
      }
      read += body.length;
      const columnsRead = new Set(Object.values(mapping));
      for (const row of body) {
        if (row.hidden) hiddenRows += 1;
        formulas += formulaCells(row, columnsRead);
      }
      if (keep && rules) {
        const columns = mapping;
        const inOrder = body
          .filter(({ place }) => place > after)
          .map(({ place, cells }) => ({ place, cells: arranged(cells, columns).map(storable) }));
        const store = await keep(await checkRows(await rules, inOrder, seen));
        if (!(await goesOn)) return undefined;
        goesOn = store();
        // Its error is thrown when its turn has come.
        goesOn.catch(() => {});
        // It is sent before the next page, which may be there already, is looked at.
        await outOfTheWay();
        rules = rulesNow();
        onProgress(read);
      }
      // Where requests are created, each page reports its own progress.
      if (upload.state === "checking" && performance.now() - last > progressEveryMs) {
        last = performance.now();
        await rows(sql`update uploads set worked_at = ${now()} where id = ${upload.id}`);
        await announce([`admin:${upload.admin_id}`]);
      }
    }
    if (!(await goesOn)) return undefined;
  } finally {
    await goesOn.catch(() => {});
  }
  if (!mapping || read === 0) throw invalid("sheet.empty");
  return { mapping, hiddenRows, formulaCells: formulas };
}

/**
 * Returns the place of the heading on the first page: the row that was sent, else that whose columns were named, else
 * the one that fits best.
 */
async function headingOf(upload: UploadRow, page: readonly SheetRow[]): Promise<number> {
  if (upload.heading_row !== null) return rowAt(page, upload.heading_row);
  const first = headingRows(page).map(({ cells }) => headingTexts(cells));
  if (upload.mapping)
    return Math.max(
      0,
      first.findIndex((texts) => isSame(texts, upload.heading ?? [])),
    );
  const names = await namesKnown(upload.client_id, first.flat());
  return headingAt(
    page,
    (cells) => Object.keys(mapHeading(headingTexts(cells), names, upload.named ?? {}).mapping).length,
  );
}

/** The texts of a possible heading, as they are stored. */
const headingTexts = (cells: readonly string[]) =>
  cells.map((text) => (isPlain(text) ? text.trim().slice(0, 100) : ""));

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

/** Marks the file as read; it waits for confirmation. */
const checked = (upload: UploadRow, read: Read) =>
  transaction(async () => {
    if (!(await wasRead(upload, read, { state: "checked", blob_id: null }))) return;
    await clearNames(upload.id);
    await removeBlob(upload.blob_id!);
    await announce([`admin:${upload.admin_id}`]);
  });

/**
 * Marks the file as read to its end, before its requests are created; returns false when the upload was discarded
 * meanwhile.
 */
const running = (upload: UploadRow, read: Read) =>
  transaction(async () => {
    const goesOn = await wasRead(upload, read, { state: "running", started_at: now() });
    await announce([`admin:${upload.admin_id}`]);
    return goesOn;
  });

/** Writes what was read of a file with its next state; returns false when the upload was discarded meanwhile. */
async function wasRead(
  { id }: UploadRow,
  { mapping, hiddenRows, formulaCells }: Read,
  next: NextState,
): Promise<boolean> {
  const updated = await row(
    uploadsTable()
      .updateTable("uploads")
      .set({ mapping: JSON.stringify(mapping), hidden_rows: hiddenRows, formula_cells: formulaCells })
      .set({ checked_at: now(), worked_at: now() })
      .set(next)
      .where("id", "=", id)
      .where("state", "=", "checking")
      .returning("id"),
  );
  return updated !== undefined;
}
type NextState = { state: "checked"; blob_id: null } | { state: "running"; started_at: Date };
