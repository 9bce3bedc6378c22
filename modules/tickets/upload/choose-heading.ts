import type { Actor } from "#modules/kernel/actor.ts";
import { minute, now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError, invalid } from "#modules/kernel/errors.ts";
import { type FirstRow, fileBeginning } from "#modules/kernel/files/sheets/heading.ts";
import { readSheet } from "#modules/kernel/files/sheets/read-sheet.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { needMay } from "../policy.ts";
import { readUpload } from "./read-upload.ts";
import { withStoredFile } from "./stored-file.ts";
import { refuseWithoutRoom } from "./upload-room.ts";
import { type UploadRow, uploadOf } from "./upload-row.ts";
import { uploadsTable } from "./uploads-table.ts";

/** The first page of a sheet has the rows among which a heading is looked for. */
const firstPage = 50;

/** The longest reading of a file's first page, in seconds, while a screen waits for it. */
const longest = 15;
/** How long the first rows of a file are cached, and of how many files. */
const repeatedMs = 10 * minute;
const mostRepeated = 200;

/**
 * Returns the first rows of a file that waits for its columns, among which its heading is chosen; none of a file that
 * takes too long. They are read from the file: nothing of an unmapped file is stored elsewhere (R13).
 */
export async function uploadBeginning(actor: Actor, { id }: { id: string }): Promise<FirstRow[]> {
  needMay(actor, "addRequests");
  const upload = await unmapped(actor, id);
  const known = beginnings.get(id);
  if (known && known.until > performance.now()) return known.rows;
  if (beginnings.size >= mostRepeated) beginnings.clear();
  const rows = lastRead.then(() => readBeginning(upload));
  // One file at a time: each may fill the memory of a sheet.
  lastRead = rows.catch(() => {});
  beginnings.set(id, { until: performance.now() + repeatedMs, rows });
  return rows;
}

const beginnings = new Map<string, { until: number; rows: Promise<FirstRow[]> }>();
let lastRead: Promise<unknown> = Promise.resolve();

function readBeginning(upload: UploadRow): Promise<FirstRow[]> {
  const first = async (file: string) => {
    for await (const page of readSheet(file, { take: firstPage, seconds: longest })) return fileBeginning(page);
    return [];
  };
  return withStoredFile(upload.blob_id!, first).catch((error: unknown) => {
    if (error instanceof DomainError) return [];
    beginnings.delete(upload.id);
    throw error;
  });
}

async function unmapped(actor: Actor, id: string, { lock = false } = {}): Promise<UploadRow> {
  const upload = await uploadOf(actor, id, { lock });
  if (upload.state !== "unmapped" || !upload.blob_id) throw conflict("uploads.otherState");
  return upload;
}

/** Set which of the first rows of a file is its heading; the file is read again below it. */
export async function chooseHeading(
  actor: Actor,
  { id, headingRow }: { id: string; headingRow: number },
): Promise<void> {
  const first = await uploadBeginning(actor, { id });
  if (!first.some(({ row }) => row === headingRow)) throw invalid("form.choice", { headingRow: "form.choice" });
  await transaction(async () => {
    const upload = await unmapped(actor, id, { lock: true });
    await refuseWithoutRoom(upload.admin_id);
    await rows(
      uploadsTable()
        .updateTable("uploads")
        .set({ state: "checking", heading_row: headingRow, mapping: null, tries: 0, failure: null, worked_at: now() })
        .where("id", "=", id),
    );
    await later(readUpload, { uploadId: id });
  });
}
