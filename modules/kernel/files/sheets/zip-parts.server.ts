import { pipeline } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { invalid } from "../../errors.ts";

/** A part of a workbook: its name, how many bytes of the file it takes, and its bytes as they are unpacked. */
export type Part = { name: string; packed: number; bytes(): AsyncIterable<Uint8Array> };

/**
 * Inflated at a time: a part never fills more memory, however much it grows. Larger pieces are no faster, and the memory
 * of those that were read is given back late.
 */
const piece = 32 * 1024;

/**
 * The parts of a workbook in their order; their bytes are read in turn, or not at all. What is no zip, is locked or breaks
 * off is refused with `sheet.unreadable`. The sizes it claims are not believed.
 */
export async function* partsOf(path: string): AsyncGenerator<Part> {
  const zip = await openPromise(path, { validateEntrySizes: false, autoClose: false }).catch(unreadable);
  try {
    const entries = zip.eachEntry();
    for (;;) {
      const { value: entry, done } = await entries.next().catch(unreadable);
      if (done) return;
      yield { name: entry.fileName, packed: entry.compressedSize, bytes: () => unpacked(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod)) unreadable();
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(unreadable);
  // What goes wrong is thrown to the reader.
  const stream = entry.compressionMethod === 0 ? raw : pipeline(raw, createInflateRaw({ chunkSize: piece }), () => {});
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await chunks.next().catch(unreadable);
      if (done) return;
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

function unreadable(): never {
  throw invalid("sheet.unreadable");
}
