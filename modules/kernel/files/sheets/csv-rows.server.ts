import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { CsvError, parse } from "csv-parse";
import { DomainError } from "../../errors.ts";
import { wideOf } from "./sheet-kind.server.ts";
import { type SheetRow, sheetLimits } from "./sheet-limits.ts";

/**
 * The rows of a CSV file as a stream: UTF-8 with or without a mark, UTF-16, else Windows-1252; cells apart by comma,
 * semicolon or tab, as the heading has them. Refuses what breaks its quotes with `sheet.quotes` and the row.
 */
export async function* csvRows(path: string): AsyncGenerator<SheetRow> {
  const encoding = await encodingOf(path);
  const texts = decoded(path, encoding);
  const first = await texts.next();
  const head = first.done ? "" : first.value;
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: false,
    skip_empty_lines: false,
    info: true,
    max_record_size: sheetLimits.cell * 40,
  });
  // What breaks while texts are handed over is told by the parser, whose rows are awaited below.
  const fed = feed(parser, head, texts).catch((error: Error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { records: number } }>)
      yield { place: info.records, cells: record };
  } catch (error) {
    throw asRefusal(error, parser.info.records + 1);
  } finally {
    parser.destroy();
    await fed;
  }
}

async function feed(parser: ReturnType<typeof parse>, head: string, rest: AsyncGenerator<string>) {
  const over = new Promise((close) => parser.once("close", close));
  const give = async (text: string) => {
    if (!parser.write(text) && !parser.destroyed) await Promise.race([once(parser, "drain"), over]);
  };
  await give(head);
  for await (const text of rest) {
    if (parser.destroyed) return;
    await give(text);
  }
  parser.end();
}

function asRefusal(error: unknown, row: number) {
  if (error instanceof DomainError || !(error instanceof CsvError)) return error;
  const key = error.code === "CSV_MAX_RECORD_SIZE" ? "sheet.cellTooLong" : "sheet.quotes";
  return new DomainError("invalid", key, { params: { row } });
}

async function* decoded(path: string, encoding: string) {
  const decoder = new TextDecoder(encoding);
  let head = true;
  // A first piece that is long enough to hold the heading.
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 })) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (text || head) yield text;
    head = false;
  }
  yield decoder.decode();
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
