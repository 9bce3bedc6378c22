import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { setImmediate as outOfTheWay } from "node:timers/promises";
import { day } from "../clock.ts";
import { toRupees } from "../money.ts";

/** What a cell holds: a text, a count, an amount in paise, or a moment; shown in rupees and in India's time. */
type Cell =
  | { as: "text"; value: string | null }
  | { as: "count"; value: number | null }
  | { as: "rupees"; value: number | null }
  | { as: "moment"; value: Date | null };

/** A column of a sheet: its heading and how to get a row's cell. */
export type SheetColumn<Row> = { label: string; cell: (row: Row) => Cell };

/** Pages of rows; each is fetched after the one before has been written. */
export type Pages<Row> = AsyncIterable<readonly Row[]>;

export const sheetFormats = {
  csv: { mime: "text/csv; charset=utf-8", write: csv },
  xlsx: { mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write: xlsx },
} as const;
export type SheetFormat = keyof typeof sheetFormats;

/** Spreadsheet programs detect UTF-8 by this mark; without it they garble Devanagari. */
const byteOrderMark = "\uFEFF";

/** A sheet as CSV, with texts that would be formulas escaped. */
function csv<Row>(columns: readonly SheetColumn<Row>[], pages: Pages<Row>, _name?: string): Readable {
  async function* lines() {
    yield byteOrderMark + line(columns.map(({ label }) => quoted(label)));
    for await (const rows of pages) {
      yield rows.map((row) => line(columns.map(({ cell }) => written(cell(row))))).join("");
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

const line = (cells: string[]) => `${cells.join(",")}\r\n`;

function written({ as, value }: Cell): string {
  if (value === null) return "";
  if (as === "text") return quoted(harmless(value));
  if (as === "rupees") return toRupees(value).toFixed(2);
  if (as === "moment") return wallClock(value).toISOString().slice(0, 16).replace("T", " ");
  return String(value);
}

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, so that it stays text (H24). */
const harmless = (text: string) =>
  /^[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;

const quoted = (text: string) => (/[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Number formats per kind of cell; the text format keeps texts from becoming formulas when a cell is edited. */
const formats = { text: "@", count: "0", rupees: "[$₹-4009] #,##0.00", moment: "yyyy-mm-dd hh:mm" } as const;
const widths = { text: 24, count: 12, rupees: 16, moment: 18 } as const;

/**
 * A sheet as an XLSX workbook, written row by row; `name` is its sheet's. Texts are stored as texts, never as formulas;
 * characters XML does not allow are removed.
 */
function xlsx<Row>(columns: readonly SheetColumn<Row>[], pages: Pages<Row>, name = "1"): Readable {
  const out = new PassThrough();
  writeWorkbook(out, columns, pages, name).catch((error: Error) => out.destroy(error));
  return out;
}

/** A name a sheet may have: of at most 31 characters, some of which a workbook refuses. */
const sheetName = (name: string) =>
  name
    .replace(/[\\/?*:[\]]/g, " ")
    .slice(0, 31)
    .replace(/^['\s]+|['\s]+$/g, "") || "1";

async function writeWorkbook<Row>(
  out: PassThrough,
  columns: readonly SheetColumn<Row>[],
  pages: Pages<Row>,
  name: string,
) {
  // Loaded on demand: the library is large and most processes never write a workbook.
  const { default: excel } = await import("exceljs");
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet(sheetName(name), { views: [{ state: "frozen", ySplit: 1 }] });
  let shaped = false;
  const shape = (cells: Cell[]) => {
    sheet.columns = columns.map(({ label }, at) => ({
      header: label,
      width: widths[cells[at]?.as ?? "text"],
      style: { numFmt: formats[cells[at]?.as ?? "text"] },
    }));
    const header = sheet.getRow(1);
    header.font = { bold: true };
    header.numFmt = formats.text;
    header.commit();
    shaped = true;
  };
  for await (const rows of pages) {
    for (const row of rows) {
      const cells = columns.map(({ cell }) => cell(row));
      if (!shaped) shape(cells);
      sheet.addRow(cells.map(held)).commit();
    }
    // Backpressure: wait until the reader has taken what is written before fetching the next page.
    await outOfTheWay();
    if (out.writableNeedDrain) await Promise.race([once(out, "drain"), once(out, "close")]);
    if (out.destroyed) return;
  }
  if (!shaped) shape([]);
  sheet.commit();
  await book.commit();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Spreadsheets have no time zones: an instant is stored as its IST wall-clock time. */
const wallClock = (at: Date) => new Date(at.getTime() + istAhead);
const istAhead = (5.5 / 24) * day;

function held({ as, value }: Cell): string | number | Date | null {
  if (value === null) return null;
  if (as === "text") return value.replace(unwritable, "");
  if (as === "rupees") return toRupees(value);
  return as === "moment" ? wallClock(value) : value;
}
