import { DomainError } from "../../errors.ts";
import { type SheetRow, sheetLimits } from "./sheet-limits.ts";

/** The longest record, in characters: beyond it a quotation mark was never closed, or a cell is far too long. */
const longestRecord = sheetLimits.cell * 40;

/** How much of a text is looked at to see what its cells are apart by. */
const headLength = 16 * 1024;
const headLines = 20;

const quote = '"';
const lineFeed = 10;
const carriageReturn = 13;

/** Where a cell ends, and its text. */
type Cell = { text: string; end: number };

/**
 * The rows of a CSV text that comes in pieces, the first of which holds the heading. Lines end with CR LF, LF or CR, mixed
 * as they may be. What a cell's quotation marks are is read as the programs that write them mean it:
 * - in a cell that begins with none, each is a letter (`LG 32" LED`);
 * - in a cell that begins with one, two are one letter, and one before the cell's end closes it. Any other is a letter, as
 *   long as the cell holds no line break: there it would run over rows without a word, so that is refused (`sheet.quotes`),
 *   as is a cell that is never closed.
 *
 * Readers of the npm registry are strict, and refuse the first kind, or relaxed, and then run a cell that is never closed
 * over all rows after it without an error (`csv-parse` with `relax_quotes`), or cut `"LG 32" LED, white"` in two.
 *
 * A text as a formula (`="0042"`), by which programs keep the zeros of a number, is the text.
 *
 * A first line `sep=;` names the delimiter and is no row, as in spreadsheet programs, which count their rows behind it.
 */
export class CsvText {
  private text = "";
  private at = 0;
  private row = 0;
  private delimiter: string | undefined;

  /** The rows that are whole with this piece; with the last one, all that are left. */
  read(piece: string, { isLast }: { isLast: boolean }): SheetRow[] {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    this.delimiter ??= this.begin();
    const rows: SheetRow[] = [];
    while (this.at < this.text.length) {
      const cells = this.record(isLast);
      if (!cells) break;
      rows.push({ place: ++this.row, cells });
    }
    if (this.text.length - this.at > longestRecord) throw this.refusal("sheet.cellTooLong");
    return rows;
  }

  private begin(): string {
    const line = /^"?sep=(\\t|[^\r\n"])?"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(this.text);
    if (!line) return delimiterOf(this.text);
    this.at = line[0].length;
    const [, named = delimiterOf(this.text.slice(this.at))] = line;
    return named === "\\t" ? "\t" : named;
  }

  private refusal(key: "sheet.cellTooLong" | "sheet.quotes") {
    return new DomainError("invalid", key, { params: { row: this.row + 1 } });
  }

  /** The next record's cells; undefined while it is not all there. */
  private record(isLast: boolean): string[] | undefined {
    const { text } = this;
    const cells: string[] = [];
    for (let at = this.at; ; at += 1) {
      const cell = this.cell(at, isLast);
      if (!cell) return undefined;
      cells.push(withoutFormula(cell.text));
      at = cell.end;
      if (at >= text.length && !isLast) return undefined;
      if (text[at] === this.delimiter) continue;
      // A line feed may follow in the next piece.
      if (text[at] === "\r" && at + 1 === text.length && !isLast) return undefined;
      this.at = text.startsWith("\r\n", at) ? at + 2 : at + 1;
      return cells;
    }
  }

  private cell(from: number, isLast: boolean): Cell | undefined {
    const opens = this.afterBlanks(from);
    if (opens >= this.text.length && !isLast) return undefined;
    if (this.text[opens] === quote) return this.quoted(opens, isLast);
    const end = this.cellEnd(from);
    return { text: this.text.slice(from, end), end };
  }

  private quoted(opens: number, isLast: boolean): Cell | undefined {
    const { text } = this;
    for (let from = opens + 1; ; ) {
      const mark = text.indexOf(quote, from);
      if (mark < 0 && isLast) throw this.refusal("sheet.quotes");
      const end = this.afterBlanks(mark + 1);
      if (mark < 0 || (end >= text.length && !isLast)) return undefined;
      if (text[mark + 1] === quote) from = mark + 2;
      else if (this.isCellEnd(end)) return { text: unquoted(text.slice(opens + 1, mark)), end };
      else if (/[\r\n]/.test(text.slice(opens, mark))) throw this.refusal("sheet.quotes");
      else return this.loose(opens, mark, isLast);
    }
  }

  /**
   * A cell whose quotation marks are letters but, it may be, the first and the last one: it ends within its line, with a
   * mark before a cell's end (`"LG 32" LED, white"`), or else without one (`"Sharma" Traders`).
   */
  private loose(opens: number, mark: number, isLast: boolean): Cell | undefined {
    const { text } = this;
    const lineEnd = this.lineEnd(mark);
    if (lineEnd === text.length && !isLast) return undefined;
    for (let at = text.indexOf(quote, mark + 1); at >= 0 && at < lineEnd; at = text.indexOf(quote, at + 1)) {
      // Here the next quoted cell begins.
      if (text[this.beforeBlanks(at - 1)] === this.delimiter) break;
      const end = this.afterBlanks(at + 1);
      if (this.isCellEnd(end)) return { text: unquoted(text.slice(opens + 1, at)), end };
    }
    const end = this.cellEnd(mark);
    return { text: text.slice(opens, end), end };
  }

  private afterBlanks(from: number): number {
    let at = from;
    if (this.delimiter !== " ") while (this.text[at] === " ") at += 1;
    return at;
  }

  private beforeBlanks(from: number): number {
    let at = from;
    if (this.delimiter !== " ") while (this.text[at] === " ") at -= 1;
    return at;
  }

  private isCellEnd(at: number): boolean {
    return at >= this.text.length || [this.delimiter, "\n", "\r"].includes(this.text[at]);
  }

  private cellEnd(from: number): number {
    const delimiter = this.delimiter!.charCodeAt(0);
    let at = from;
    for (; at < this.text.length; at += 1) {
      const letter = this.text.charCodeAt(at);
      if (letter === delimiter || letter === lineFeed || letter === carriageReturn) break;
    }
    return at;
  }

  private lineEnd(from: number): number {
    let at = from;
    while (at < this.text.length && this.text[at] !== "\n" && this.text[at] !== "\r") at += 1;
    return at;
  }
}

/** A number that a program keeps as text by a formula, `="0042"`, is that text. */
const withoutFormula = (text: string) => (text.startsWith('="') ? text.replace(/^="([^"]*)"\s*$/, "$1") : text);

const unquoted = (text: string) => text.replaceAll('""', '"');

/**
 * What stands between the cells: of comma, semicolon and tab the one that the most of the first lines have equally often
 * outside quotes, so that a title above the heading, decimal commas and commas of addresses do not mislead; else the one
 * that stands there most often.
 */
function delimiterOf(text: string): string {
  const head = text.slice(0, headLength).replace(/(^|[,;\t\r\n]) *"(?:[^"]|"")*"(?= *(?:[,;\t\r\n]|$))/g, "$1");
  const lines = head.split(/\r\n|\r|\n/, headLines);
  const counts = [",", ";", "\t"].map((mark) => ({ mark, ...evenness(lines, mark) }));
  return counts.reduce((most, one) =>
    one.lines > most.lines || (one.lines === most.lines && one.marks > most.marks) ? one : most,
  ).mark;
}

/** In how many lines a mark stands equally often, and how often there altogether. */
function evenness(lines: readonly string[], mark: string) {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const marks = line.split(mark).length - 1;
    if (marks > 0) counts.set(marks, (counts.get(marks) ?? 0) + 1);
  }
  const [marks, of] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return { lines: of, marks: marks * of };
}
