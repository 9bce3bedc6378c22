import { DomainError, invalid } from "../../errors.ts";
import { brokenCell, errorText, numberText, unescaped } from "./cell-values.ts";
import { formulaMark, type SheetRow, sheetLimits } from "./sheet-limits.ts";
import { type Book, readBook } from "./xlsx-book.server.ts";
import { partName } from "./xlsx-parts.server.ts";
import { type Attributes, attribute, flag, type Hearer, scanXml, whole, wholeOf } from "./xml-scan.ts";
import { isXml } from "./zip-limits.server.ts";
import { partsOf } from "./zip-parts.server.ts";

/**
 * The rows of the first sheet of a workbook that is shown as a stream, some at a time. Dates come as `YYYY-MM-DDTHH:MM`, numbers in
 * digits, formulas as their stored results, and those without one as they were typed: none is evaluated. Of merged cells
 * the first one holds the value. A row has the number it says it has where that is behind the row before it, else the next
 * one; a cell without a place stands behind the one before it. Two cells at one place, and a text that is nowhere, are
 * refused with `sheet.brokenCell`.
 */
export async function* xlsxRows(path: string): AsyncGenerator<SheetRow[]> {
  const book = await readBook(path);
  if (!isXml(book.sheet)) throw invalid("sheet.unreadable");
  const sheet = new SheetHearer(book);
  const scan = scanXml(sheet);
  for await (const { name, bytes } of partsOf(path)) {
    if (partName(name) !== book.sheet) continue;
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
  private isHidden = false;
  private formulas: number[] = [];
  private column = 0;
  private kind = "";
  private style: number | undefined;
  private value = "";
  private hasValue = false;
  private formula: string | undefined;
  private inFormula = false;
  private spoken = false;
  private inRow = false;
  private inCell = false;
  /** How deep within what programs add to the format of their own: it is no part of rows, whatever its tags are called. */
  private inExtension = 0;

  constructor(book: Book) {
    this.book = book;
  }

  open(name: string, tag: Attributes) {
    if (this.inExtension > 0 || name === "extLst") {
      this.inExtension += 1;
    } else if (name === "c") {
      if (this.inCell || !this.inRow) throw brokenCell(this.place);
      this.inCell = true;
      this.column = columnOf(attribute(tag, "r")) ?? this.column + 1;
      this.kind = attribute(tag, "t");
      this.style = whole(tag, "s");
      this.value = "";
      this.hasValue = false;
      this.formula = undefined;
    } else if (name === "v") {
      this.hasValue = true;
      this.hears = true;
    } else if (name === "t") this.hears = !this.spoken;
    else if (name === "f") {
      this.formula = "";
      this.inFormula = true;
      this.hears = true;
    } else if (name === "row") {
      this.place = placeOf(attribute(tag, "r"), this.place);
      if (this.inRow) throw brokenCell(this.place);
      this.inRow = true;
      this.isHidden = flag(tag, "hidden") || isZero(attribute(tag, "ht"));
      this.cells = [];
      this.formulas = [];
      this.column = 0;
    } else if (name === "rPh") this.spoken = true;
  }

  text(more: string) {
    if (this.inFormula) this.formula += more;
    else this.value += more;
  }

  close(name: string) {
    this.hears = false;
    if (this.inExtension > 0) {
      this.inExtension -= 1;
    } else if (name === "c") {
      this.inCell = false;
      this.keep(this.isUnread() ? `${formulaMark}${this.formula}` : this.textOf());
    } else if (name === "f") this.inFormula = false;
    else if (name === "row") {
      this.inRow = false;
      const row: SheetRow = { place: this.place, cells: this.cells };
      if (this.isHidden) row.hidden = true;
      if (this.formulas.length > 0) row.formulas = this.formulas;
      this.rows.push(row);
    } else if (name === "rPh") this.spoken = false;
    else if (name === "sheetData") this.whole = true;
  }

  /** Whether a cell is a formula without a stored result: one that came to an empty text says that it is a text. */
  private isUnread(): boolean {
    return this.formula !== undefined && this.value === "" && !(this.hasValue && this.kind === "str");
  }

  private keep(text: string) {
    if (text === "") return;
    if (this.column > sheetLimits.columns)
      throw new DomainError("invalid", "sheet.tooWide", { params: { most: sheetLimits.columns } });
    if (this.cells[this.column - 1]) throw brokenCell(this.place);
    if (this.formula !== undefined && !this.isUnread()) this.formulas.push(this.column - 1);
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
    if (kind === "b") return String(!["0", "false"].includes(value.trim().toLowerCase()));
    if (kind === "e") return errorText(value);
    if (kind === "d") return value.trim().slice(0, 16);
    if (kind === "str" || kind === "inlineStr") return unescaped(value);
    const number = Number(value);
    // What is no number stays as it stands, and whoever reads the column says so.
    if ((kind !== "" && kind !== "n") || !Number.isFinite(number) || value.trim() === "") return value;
    const isDate = this.style !== undefined && this.book.dates[this.style] === true;
    return numberText(number, { isDate, from1904: this.book.from1904 });
  }
}

/** The last row a sheet may have. */
const lastRow = 1_048_576;

/** The number of a row that says which it is, behind the one before it. */
function placeOf(rowNumber: string, before: number): number {
  const place = wholeOf(rowNumber) ?? 0;
  return place > before && place <= lastRow ? place : before + 1;
}

const isZero = (height: string) => height !== "" && Number(height) === 0;

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
