import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { findBlob, openBlob } from "#modules/kernel/files/blobs.server.ts";
import { sheetLimits } from "#modules/kernel/files/sheets/sheet-limits.ts";
import { type OpenSheet, openSheet } from "#modules/kernel/files/sheets/sheet-pages.server.ts";
import type { UploadRow } from "./upload-row.ts";

/** The stored file of an upload as a sheet of `take` rows a page, which takes `seconds` at most, while `work` runs. */
export async function withSheet<T>(
  { blob_id, format }: Pick<UploadRow, "blob_id" | "format">,
  take: number,
  work: (sheet: OpenSheet) => Promise<T>,
  { seconds = sheetLimits.seconds }: { seconds?: number } = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "upload-"));
  try {
    const file = path.join(folder, "sheet");
    await pipeline(await openBlob(await findBlob(blob_id!)), createWriteStream(file, { mode: 0o600 }));
    const sheet = openSheet(file, format, take, { seconds, memory: sheetLimits.memory });
    try {
      return await work(sheet);
    } finally {
      await sheet.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
