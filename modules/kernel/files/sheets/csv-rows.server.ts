import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { CsvText } from "./csv-text.ts";
import { wideOf } from "./sheet-kind.server.ts";
import type { SheetRow } from "./sheet-limits.ts";

/**
 * The rows of a CSV file as a stream, some at a time: UTF-8 with or without a mark, UTF-16, else Windows-1252; its cells
 * and lines are apart as `CsvText` reads them.
 */
export async function* csvRows(path: string): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(await encodingOf(path));
  const text = new CsvText();
  // The first piece is long enough to hold the heading.
  for await (const piece of createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    const rows = text.read(decoder.decode(piece, { stream: true }), { isLast: false });
    if (rows.length > 0) yield rows;
  }
  yield text.read(decoder.decode(), { isLast: true });
}

/** Windows-1252 takes any bytes, so it is what is left when a text is neither UTF-16 nor UTF-8. */
async function encodingOf(path: string) {
  const file = await open(path);
  const head = Buffer.alloc(4_096);
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close());
  const wide = wideOf(head.subarray(0, bytesRead));
  if (wide) return wide;
  const strict = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) strict.decode(chunk as Buffer, { stream: true });
    strict.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}
