import { readFile } from "node:fs/promises";
import type { CellObject, WorkBook } from "@e965/xlsx";
import { invalid } from "../../errors.ts";
import { isDateFormat, numberText } from "./cell-values.ts";
import { CompoundFile } from "./compound-file.ts";
import { formulaMark, type SheetRow, sheetLimits } from "./sheet-limits.ts";

/** Rows handed on at a time. */
const someRows = 1_000;

/**
 * The rows of the first sheet that is shown of a workbook of the old kind (.xls) from its first row on, their cells as
 * `xlsxRows` gives them. The official reader reads it whole, so this runs in the thread of a sheet alone, whose time and
 * memory are bounded; of the file it sees nothing but the stream of the workbook. It leaves formulas alone: one that names
 * the next one twice, thirty deep, would be written out a thousand million times. Refuses a password with `sheet.locked`,
 * other files with the same mark (Word, Outlook) with `sheet.kind`, and what breaks off or is damaged with
 * `sheet.unreadable`.
 */
export async function* xlsRows(path: string): AsyncGenerator<SheetRow[]> {
  const [{ read, set_cptable }, codepages] = await Promise.all([
    import("@e965/xlsx"),
    import("@e965/xlsx/dist/cpexcel.full.mjs"),
  ]);
  set_cptable(codepages);
  const bytes = await readFile(path);
  const stream = workbookOf(bytes);
  const formulasOf = scanRecords(stream);
  const book = orUnreadable(() =>
    read(stream, { type: "buffer", dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false }),
  );
  const name = shownSheet(book) ?? "";
  const sheet = book.Sheets[name];
  const formulas = formulasOf(book.SheetNames.indexOf(name));
  const rows = sheet?.["!data"];
  if (!rows) throw invalid("sheet.unreadable");
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  for (let from = 0; from < rows.length; from += someRows)
    yield Array.from(rows.slice(from, from + someRows), (cells, at) =>
      rowOf(from + at + 1, cells ?? [], {
        isHidden: sheet["!rows"]?.[from + at]?.hidden === true,
        formulas: [...(formulas.get(from + at) ?? [])],
        from1904,
      }),
    );
}

/** The name of the first sheet that is shown and has cells, else of the first one; charts and macros have none. */
function shownSheet({ SheetNames, Sheets, Workbook }: WorkBook): string | undefined {
  const isTable = (name: string) => !["chart", "macro"].includes(Sheets[name]?.["!type"] ?? "sheet");
  const hidden = new Set(Workbook?.Sheets?.flatMap(({ name, Hidden }) => (Hidden ? [name] : [])));
  return SheetNames.find((name) => !hidden.has(name) && isTable(name)) ?? SheetNames[0];
}

type Cells = readonly (CellObject | undefined)[];

function rowOf(
  place: number,
  cells: Cells,
  { isHidden, formulas, from1904 }: { isHidden: boolean; formulas: readonly number[]; from1904: boolean },
): SheetRow {
  const row: SheetRow = { place, cells: Array.from(cells, (cell) => cellText(cell, from1904)) };
  for (const at of formulas) if (!hasResult(cells[at])) row.cells[at] = formulaMark;
  // A formula behind the last cell that has a value leaves none between them.
  row.cells = Array.from(row.cells, (text) => text ?? "");
  const results = formulas.filter((at) => hasResult(cells[at]) && row.cells[at] !== "");
  if (isHidden) row.hidden = true;
  if (results.length > 0) row.formulas = results;
  return row;
}

const hasResult = (cell: CellObject | undefined) => cell?.v !== undefined && cell.v !== null;

/** A damaged file breaks the reader in many ways. */
function orUnreadable<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw invalid("sheet.unreadable");
  }
}

/** The stream of the workbook; at the root alone, because a letter may hold a workbook that was put into it. */
function workbookOf(bytes: Buffer): Buffer {
  const file = orUnreadable(() => new CompoundFile(bytes));
  const entries = orUnreadable(() => file.rootEntries()).filter(({ isStream }) => isStream);
  const named = (...names: string[]) => entries.find(({ name }) => names.includes(name));
  const book = named("Workbook", "WORKBOOK") ?? named("Book", "BOOK");
  if (!book) throw invalid(named("EncryptedPackage") ? "sheet.locked" : "sheet.kind");
  const content = orUnreadable(() => file.read(book));
  if (content.length === 0 || content.length < book.bytes) throw invalid("sheet.unreadable");
  return content;
}

/** Kinds of records of a workbook: its parts begin and end, what follows is encrypted, where a sheet begins, a formula. */
const begins: readonly number[] = [0x0009, 0x0209, 0x0409, 0x0809];
const ends = 0x000a;
const isEncrypted = 0x002f;
const sheetBegins = 0x0085;
const isFormula: readonly number[] = [0x0006, 0x0206, 0x0406];

/** The columns of a sheet's formulas by their row, both from 0. */
type Formulas = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Looks at the kind and length of each record, and refuses a workbook that is locked or breaks off, which the reader takes
 * for a shorter one. Returns the formulas of its sheet at a place from 0.
 */
function scanRecords(stream: Buffer): (sheet: number) => Formulas {
  const starts: number[] = [];
  const byStart = new Map<number, Map<number, Set<number>>>();
  let part = 0;
  let open = 0;
  let parts = 0;
  let at = 0;
  // Behind the last part there may be anything: a container fills its pieces up.
  while (at + 4 <= stream.length && !(parts > 1 && open === 0 && !begins.includes(stream.readUInt16LE(at)))) {
    const kind = stream.readUInt16LE(at);
    if (kind === isEncrypted) throw invalid("sheet.locked");
    if (begins.includes(kind)) {
      if (open === 0) part = at;
      open += 1;
      parts += 1;
    } else if (kind === ends) open -= 1;
    else if (kind === sheetBegins && at + 8 <= stream.length) starts.push(stream.readUInt32LE(at + 4));
    // A chart within a sheet has cells of its own.
    else if (isFormula.includes(kind) && open === 1 && at + 8 <= stream.length) {
      const row = stream.readUInt16LE(at + 4);
      const column = stream.readUInt16LE(at + 6);
      if (column <= sheetLimits.columns) {
        const rows = byStart.get(part) ?? new Map<number, Set<number>>();
        byStart.set(part, rows.set(row, (rows.get(row) ?? new Set()).add(column)));
      }
    }
    if (parts === 0 || open < 0) break;
    at += 4 + stream.readUInt16LE(at + 2);
  }
  if (open !== 0 || parts < 2 || at > stream.length) throw invalid("sheet.unreadable");
  starts.sort((one, other) => one - other);
  return (sheet) => byStart.get(starts[sheet] ?? 0) ?? new Map();
}

/** What a cell shows of an error. */
const errors: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
  43: "#GETTING_DATA",
};

function cellText(cell: CellObject | undefined, from1904: boolean): string {
  if (!cell) return "";
  const { t: kind, v: value, z: format } = cell;
  if (value === undefined || value === null) return "";
  if (kind === "e") return errors[Number(value)] ?? "#N/A";
  if (kind !== "n" || typeof value !== "number" || !Number.isFinite(value)) return String(value);
  return numberText(value, { isDate: isDateFormat(String(format ?? "")), from1904 });
}
