import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { findBlob, openBlob } from "#modules/kernel/files/blobs.server.ts";

/** Writes the stored file of an upload to a path, which is deleted when `work` is done. */
export async function withStoredFile<T>(blobId: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "upload-"));
  try {
    const file = path.join(folder, "sheet");
    await pipeline(await openBlob(await findBlob(blobId)), createWriteStream(file, { mode: 0o600 }));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
