import { readFile } from "node:fs/promises";
import type { CellObject, WorkBook } from "@e965/xlsx";
import { invalid } from "../../errors.ts";
import { isDateFormat, numberText } from "./cell-values.ts";
import { CompoundFile } from "./compound-file.ts";
import { formulaMark, type SheetRow } from "./sheet-limits.ts";

/** Rows handed on at a time. */
const someRows = 1_000;

/**
 * The rows of the first sheet that is shown of a workbook of the old kind (.xls) from its first row on, their cells as `xlsxRows` gives
 * them. The official reader reads it whole, so this runs in the thread of a sheet alone, whose time and memory are
 * bounded; of the file it sees nothing but the stream of the workbook. Refuses a password with `sheet.locked`, other files
 * with the same mark (Word, Outlook) with `sheet.kind`, and what breaks off or is damaged with `sheet.unreadable`.
 */
export async function* xlsRows(path: string): AsyncGenerator<SheetRow[]> {
  const [{ read, set_cptable }, codepages] = await Promise.all([
    import("@e965/xlsx"),
    import("@e965/xlsx/dist/cpexcel.full.mjs"),
  ]);
  set_cptable(codepages);
  const bytes = await readFile(path);
  const stream = workbookOf(bytes);
  refuseLockedOrCut(stream);
  const book = orUnreadable(() =>
    read(stream, { type: "buffer", dense: true, cellNF: true, cellText: false, cellHTML: false }),
  );
  const sheet = book.Sheets[shownSheet(book) ?? ""];
  const rows = sheet?.["!data"];
  if (!rows) throw invalid("sheet.unreadable");
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  for (let from = 0; from < rows.length; from += someRows)
    yield Array.from(rows.slice(from, from + someRows), (cells, at) =>
      rowOf(from + at + 1, cells ?? [], { isHidden: sheet["!rows"]?.[from + at]?.hidden === true, from1904 }),
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
  { isHidden, from1904 }: { isHidden: boolean; from1904: boolean },
): SheetRow {
  const row: SheetRow = { place, cells: Array.from(cells, (cell) => textOf(cell, from1904)) };
  const formulas = row.cells.flatMap((text, at) =>
    text !== "" && isFormula(cells[at]) && hasResult(cells[at]) ? [at] : [],
  );
  if (isHidden) row.hidden = true;
  if (formulas.length > 0) row.formulas = formulas;
  return row;
}

/** Of a formula of many cells the first one alone says it. */
const isFormula = (cell: CellObject | undefined) => cell?.f !== undefined || cell?.F !== undefined;
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

/** Kinds of records of a workbook: its parts begin and end, and what follows is encrypted. */
const begins: readonly number[] = [0x0009, 0x0209, 0x0409, 0x0809];
const ends = 0x000a;
const isEncrypted = 0x002f;

/** Looks at the kind and length of each record: the reader takes a workbook that breaks off for a shorter one. */
function refuseLockedOrCut(stream: Buffer) {
  let open = 0;
  let parts = 0;
  let at = 0;
  // Behind the last part there may be anything: a container fills its pieces up.
  while (at + 4 <= stream.length && !(parts > 1 && open === 0 && !begins.includes(stream.readUInt16LE(at)))) {
    const kind = stream.readUInt16LE(at);
    if (kind === isEncrypted) throw invalid("sheet.locked");
    if (begins.includes(kind)) {
      open += 1;
      parts += 1;
    } else if (kind === ends) open -= 1;
    if (parts === 0 || open < 0) break;
    at += 4 + stream.readUInt16LE(at + 2);
  }
  if (open !== 0 || parts < 2 || at > stream.length) throw invalid("sheet.unreadable");
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

function textOf(cell: CellObject | undefined, from1904: boolean): string {
  if (!cell) return "";
  if (isFormula(cell) && !hasResult(cell)) return `${formulaMark}${cell.f ?? ""}`;
  const { t: kind, v: value, z: format } = cell;
  if (value === undefined || value === null) return "";
  if (kind === "e") return errors[Number(value)] ?? "#N/A";
  if (kind !== "n" || typeof value !== "number" || !Number.isFinite(value)) return String(value);
  return numberText(value, { isDate: isDateFormat(String(format ?? "")), from1904 });
}
