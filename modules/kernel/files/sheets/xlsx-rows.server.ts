import { DomainError, invalid } from "../../errors.ts";
import { formulaMark, type SheetRow, sheetLimits } from "./sheet-limits.ts";
import { type Book, readBook } from "./xlsx-book.server.ts";
import { type Attributes, attribute, type Hearer, scanXml } from "./xml-scan.ts";
import { isXml } from "./zip-limits.server.ts";
import { partsOf } from "./zip-parts.server.ts";

/**
 * The rows of the first sheet of a workbook as a stream, some at a time. Dates come as `YYYY-MM-DDTHH:MM`, numbers in
 * digits, formulas as they were typed and never evaluated. Of merged cells the first one holds the value.
 */
export async function* xlsxRows(path: string): AsyncGenerator<SheetRow[]> {
  const book = await readBook(path);
  if (!isXml(book.sheet)) throw invalid("sheet.unreadable");
  const sheet = new SheetHearer(book);
  const scan = scanXml(sheet);
  for await (const { name, bytes } of partsOf(path)) {
    if (name !== book.sheet) continue;
    for await (const chunk of bytes()) {
      scan.write(chunk);
      if (sheet.rows.length > 0) yield sheet.rows.splice(0);
    }
    scan.end();
    break;
  }
  if (!sheet.whole) throw invalid("sheet.unreadable");
}

/** Hears a sheet's rows. A cell without a value is no cell, however it is painted. */
class SheetHearer implements Hearer {
  readonly rows: SheetRow[] = [];
  /** Whether all rows were told. */
  whole = false;
  hears = false;
  private readonly book: Book;
  private place = 0;
  private cells: string[] = [];
  private column = 0;
  private kind = "";
  private style = 0;
  private value = "";
  private formula: string | undefined;
  private inFormula = false;
  private spoken = false;

  constructor(book: Book) {
    this.book = book;
  }

  open(name: string, tag: Attributes) {
    if (name === "c") {
      this.column = columnOf(attribute(tag, "r")) ?? this.column + 1;
      this.kind = attribute(tag, "t");
      this.style = Number(attribute(tag, "s"));
      this.value = "";
      this.formula = undefined;
    } else if (name === "v") this.hears = true;
    else if (name === "t") this.hears = !this.spoken;
    else if (name === "f") {
      this.formula = "";
      this.inFormula = true;
      this.hears = true;
    } else if (name === "row") {
      this.place = Number(attribute(tag, "r")) || this.place + 1;
      this.cells = [];
      this.column = 0;
    } else if (name === "rPh") this.spoken = true;
  }

  text(more: string) {
    if (this.inFormula) this.formula += more;
    else this.value += more;
  }

  close(name: string) {
    this.hears = false;
    if (name === "c") this.keep(this.formula === undefined ? this.textOf() : `${formulaMark}${this.formula}`);
    else if (name === "f") this.inFormula = false;
    else if (name === "row") this.rows.push({ place: this.place, cells: this.cells });
    else if (name === "rPh") this.spoken = false;
    else if (name === "sheetData") this.whole = true;
  }

  private keep(text: string) {
    if (text === "") return;
    if (this.column > sheetLimits.columns)
      throw new DomainError("invalid", "sheet.tooWide", { params: { most: sheetLimits.columns } });
    while (this.cells.length < this.column - 1) this.cells.push("");
    this.cells[this.column - 1] = text;
  }

  private textOf(): string {
    const { kind, value } = this;
    if (kind === "s") return this.book.shared[Number(value)] ?? "";
    if (kind === "b") return value === "" ? "" : String(value !== "0");
    if (kind === "d") return value.slice(0, 16);
    if ((kind !== "" && kind !== "n") || value === "") return value;
    const number = Number(value);
    if (Number.isNaN(number)) return "";
    if (this.book.dates[this.style]) return momentOf(number, this.book.from1904);
    return Number.isSafeInteger(number) ? String(number) : String(Number(number.toFixed(9)));
  }
}

/** The number of a cell's column, from 1; undefined where its place is not said. */
function columnOf(place: string): number | undefined {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column || undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A moment of a workbook: it counts days from the end of 1899, or four years later. */
function momentOf(days: number, from1904: boolean): string {
  const at = new Date(Math.round((days - 25_569 + (from1904 ? 1_462 : 0)) * dayMs));
  return Number.isNaN(at.getTime()) ? "" : at.toISOString().slice(0, 16);
}
