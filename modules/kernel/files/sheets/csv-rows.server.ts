import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { CsvError, parse } from "csv-parse";
import { DomainError } from "../../errors.ts";
import { wideOf } from "./sheet-kind.server.ts";
import { type SheetRow, sheetLimits } from "./sheet-limits.ts";

/**
 * The rows of a CSV file as a stream, some at a time: UTF-8 with or without a mark, UTF-16, else Windows-1252; cells apart
 * by comma, semicolon or tab, as the heading has them. Refuses what breaks its quotes with `sheet.quotes` and the row.
 */
export async function* csvRows(path: string): AsyncGenerator<SheetRow[]> {
  const encoding = await encodingOf(path);
  let parser: ReturnType<typeof parse> | undefined;
  let place = 0;
  let rows: SheetRow[] = [];
  let broken: Error | undefined;
  // Rows are taken as they are parsed: handed over one by one by a stream each would cost as much as parsing it.
  const take = (cells: string[]) => {
    rows.push({ place: ++place, cells });
    return null;
  };
  for await (const bytes of inUtf8(path, encoding)) {
    parser ??= parserFor(bytes, take).on("error", (error) => {
      broken ??= error;
    });
    parser.write(bytes);
    if (rows.length > 0) yield rows;
    rows = [];
    if (broken) throw asRefusal(broken, place + 1);
  }
  if (!parser) return;
  if (!broken) {
    const over = once(parser, "end");
    parser.end();
    parser.resume();
    await over.catch(() => {});
  }
  if (rows.length > 0) yield rows;
  if (broken) throw asRefusal(broken, place + 1);
}

const parserFor = (head: Buffer, take: (cells: string[]) => null) =>
  parse({
    bom: true,
    delimiter: delimiterOf(head.toString()),
    relax_column_count: true,
    relax_quotes: false,
    skip_empty_lines: false,
    on_record: take,
    max_record_size: sheetLimits.cell * 40,
  });

function asRefusal(error: unknown, row: number) {
  if (error instanceof DomainError || !(error instanceof CsvError)) return error;
  const key = error.code === "CSV_MAX_RECORD_SIZE" ? "sheet.cellTooLong" : "sheet.quotes";
  return new DomainError("invalid", key, { params: { row } });
}

/** A file's texts in UTF-8; its first piece is long enough to hold the heading. */
async function* inUtf8(path: string, encoding: string): AsyncGenerator<Buffer> {
  const pieces = createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>;
  if (encoding === "utf-8") return yield* pieces;
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
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

/** The mark that stands most often in the heading, outside quotes. */
function delimiterOf(text: string): string {
  const [heading = ""] = text.replace(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((mark) => ({ mark, n: heading.split(mark).length }));
  return counts.reduce((most, one) => (one.n > most.n ? one : most)).mark;
}
