import { Readable } from "node:stream";
import { Zip, ZipPassThrough } from "fflate";
import { log } from "../log.server.ts";

/** A file of an archive: its safe name, its time, and how to open it once its turn comes. */
export type ZipEntry = { name: string; at: Date; open: () => Promise<Readable> };

/**
 * The files as one ZIP, written while it is read: one file is open at a time, and no more than a chunk is in memory. Files
 * are stored as they are, because pictures do not get smaller. A file that cannot be read breaks the stream off, so that
 * nobody takes half an archive for a whole one.
 */
export const zipOf = (entries: readonly ZipEntry[]): Readable => Readable.from(written(entries), { objectMode: false });

async function* written(entries: readonly ZipEntry[]) {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length > 0) ready.push(chunk);
  });
  try {
    for (const { name, at, open } of entries) {
      const entry = new ZipPassThrough(name);
      entry.mtime = at;
      zip.add(entry);
      for await (const chunk of await open()) {
        entry.push(chunk);
        yield* ready.splice(0);
      }
      entry.push(new Uint8Array(), true);
      yield* ready.splice(0);
    }
    zip.end();
    yield* ready.splice(0);
  } catch (error) {
    log.warn({ err: error }, "an archive is broken off");
    throw error;
  }
}
