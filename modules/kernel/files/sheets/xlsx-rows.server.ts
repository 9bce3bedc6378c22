import { DomainError, invalid } from "../../errors.ts";
import { brokenCell, numberText } from "./cell-values.ts";
import { formulaMark, type SheetRow, sheetLimits } from "./sheet-limits.ts";
import { type Book, readBook } from "./xlsx-book.server.ts";
import { type Attributes, attribute, type Hearer, scanXml, whole, wholeOf } from "./xml-scan.ts";
import { isXml } from "./zip-limits.server.ts";
import { partsOf } from "./zip-parts.server.ts";

/**
 * The rows of the first sheet of a workbook as a stream, some at a time. Dates come as `YYYY-MM-DDTHH:MM`, numbers in
 * digits, formulas as they were typed and never evaluated. Of merged cells the first one holds the value. Rows are
 * counted, whatever numbers they say they have; a cell without a place stands behind the one before it. Two cells at one
 * place, and a text that is nowhere, are refused with `sheet.brokenCell`.
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
  private style: number | undefined;
  private value = "";
  private formula: string | undefined;
  private inFormula = false;
  private spoken = false;
  private inRow = false;
  private inCell = false;

  constructor(book: Book) {
    this.book = book;
  }

  open(name: string, tag: Attributes) {
    if (name === "c") {
      if (this.inCell || !this.inRow) throw brokenCell(this.place);
      this.inCell = true;
      this.column = columnOf(attribute(tag, "r")) ?? this.column + 1;
      this.kind = attribute(tag, "t");
      this.style = whole(tag, "s");
      this.value = "";
      this.formula = undefined;
    } else if (name === "v") this.hears = true;
    else if (name === "t") this.hears = !this.spoken;
    else if (name === "f") {
      this.formula = "";
      this.inFormula = true;
      this.hears = true;
    } else if (name === "row") {
      this.place += 1;
      if (this.inRow) throw brokenCell(this.place);
      this.inRow = true;
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
    if (name === "c") {
      this.inCell = false;
      this.keep(this.formula === undefined ? this.textOf() : `${formulaMark}${this.formula}`);
    } else if (name === "f") this.inFormula = false;
    else if (name === "row") {
      this.inRow = false;
      this.rows.push({ place: this.place, cells: this.cells });
    } else if (name === "rPh") this.spoken = false;
    else if (name === "sheetData") this.whole = true;
  }

  private keep(text: string) {
    if (text === "") return;
    if (this.column > sheetLimits.columns)
      throw new DomainError("invalid", "sheet.tooWide", { params: { most: sheetLimits.columns } });
    if (this.cells[this.column - 1]) throw brokenCell(this.place);
    while (this.cells.length < this.column - 1) this.cells.push("");
    this.cells[this.column - 1] = text;
  }

  private textOf(): string {
    const { kind, value } = this;
    if (value === "") return value;
    if (kind === "s") {
      const text = this.book.shared[wholeOf(value.trim()) ?? -1];
      if (text === undefined) throw brokenCell(this.place);
      return text;
    }
    if (kind === "b") return String(value !== "0");
    if (kind === "d") return value.slice(0, 16);
    const number = Number(value);
    // What is no number stays as it stands, and whoever reads the column says so.
    if ((kind !== "" && kind !== "n") || !Number.isFinite(number)) return value;
    const isDate = this.style !== undefined && this.book.dates[this.style] === true;
    return numberText(number, { isDate, from1904: this.book.from1904 });
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
