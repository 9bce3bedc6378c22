import { DomainError } from "../../errors.ts";
import { isPlain } from "../../text/texts.ts";
import { bareHeading } from "./cells.ts";
import type { SheetRow } from "./sheet-limits.ts";

/** How many of the first rows that are not empty may be the heading. */
const firstRows = 20;

/** The last row of a file that may be said to be its heading. */
export const lastHeadingRow = 500;

/** Where the row with a number stands, from 0; refuses a number no row of the file has that is not empty. */
export function rowAt(rows: readonly SheetRow[], place: number): number {
  const at = rows.findIndex((row) => row.place === place);
  if (at < 0) throw new DomainError("invalid", "sheet.noHeadingRow", { params: { row: place } });
  return at;
}

/** The rows among which the heading is looked for. */
export const headingRows = (rows: readonly SheetRow[]) => rows.slice(0, firstRows);

/** How many cells of a row are shown where a heading is chosen, and how many characters of each. */
const shownCells = 8;
const shownLength = 30;

/** One of the first rows of a file: its number in the file, and what its first cells begin with. */
export type FirstRow = { row: number; cells: string[] };

/** The rows among which a heading is looked for, as they are shown to whoever chooses it. */
export const fileBeginning = (rows: readonly SheetRow[]): FirstRow[] =>
  headingRows(rows).map(({ place, cells }) => ({ row: place, cells: cells.slice(0, shownCells).map(beginningOf) }));

const beginningOf = (cell: string) => {
  const words = cell.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return words.length > shownLength ? `${words.slice(0, shownLength).toWellFormed()}…` : words;
};

/** What a row's cells begin with, as one text. */
export const rowText = ({ cells }: FirstRow) => cells.filter(Boolean).join(" | ");

/** In how many columns a row below the first one must fit to be the heading: a row of data may hold one such word. */
const leastFits = 2;

/**
 * Where the heading stands among the first rows of a sheet, from 0: the row in which `fits` finds the most columns, of
 * equals the first one, so that a title, who prepared it and a blank row may stand above. The first row where none fits.
 */
export function headingAt(rows: readonly SheetRow[], fits: (cells: readonly string[]) => number): number {
  let best = { at: 0, fits: leastFits - 1 };
  for (const [at, { cells }] of headingRows(rows).entries()) {
    const score = fits(cells);
    if (score > best.fits) best = { at, fits: score };
  }
  return best.at;
}

/** A column of a template; a file may lack an optional one. */
export type TableColumn<Name extends string = string> = { name: Name; optional?: true };

/** Which column of the file, from 0, each column of the template is read from. */
export type Mapping<Name extends string = string> = Partial<Record<Name, number>>;

/** What a file calls columns of the template: bare headings. */
export type HeadingNames<Name extends string = string> = Partial<Record<Name, string>>;

/** Names sent for this file (`named`), and those known from earlier files of its sender. */
type Names<Name extends string> = { named?: HeadingNames<Name>; known?: HeadingNames<Name> };

/**
 * Finds the template's columns in a heading: by the names sent for this file, else by their own, else by known ones.
 * `missing` are columns that are not found and required or sent by name; `unused` are headings nothing is read from.
 */
export function mapColumns<Name extends string>(
  columns: readonly TableColumn<Name>[],
  heading: readonly string[],
  { named = {}, known = {} }: Names<Name> = {},
) {
  const mapping: Mapping<Name> = {};
  const bareNames = heading.map(bareHeading);
  const taken = new Set<number>();
  const find = (names: ReadonlyMap<string, Name>) => {
    for (const [place, bare] of bareNames.entries()) {
      const column = names.get(bare);
      if (column === undefined || mapping[column] !== undefined || taken.has(place)) continue;
      mapping[column] = place;
      taken.add(place);
    }
  };
  find(columnsByName(named));
  find(new Map(columns.map(({ name }) => [bareHeading(name), name])));
  find(columnsByName(known));
  const missing = columns
    .filter(({ name, optional }) => mapping[name] === undefined && (!optional || named[name] !== undefined))
    .map(({ name }) => name);
  return { mapping, missing, unused: heading.filter((name, place) => name.trim() && !taken.has(place)) };
}

const columnsByName = <Name extends string>(names: HeadingNames<Name>) =>
  new Map((Object.entries(names) as [Name, string][]).map(([column, name]) => [name, column]));

/** The texts of a row that may be a heading, as they are stored. */
export const headingTexts = (cells: readonly string[]) =>
  cells.map((text) => (isPlain(text) ? text.trim().slice(0, 100) : ""));

/** The heading of a table: its place among the first rows, from 0, its texts, and where the columns are. */
export type Heading<Name extends string = string> = { at: number; texts: string[]; mapping: Mapping<Name> };

/**
 * Finds the heading among the first rows of a file: the row with a number (`row`), else the one that fits best. Refuses
 * with `LacksColumns` where columns are missing.
 */
export function findHeading<Name extends string>(
  columns: readonly TableColumn<Name>[],
  first: readonly SheetRow[],
  { row, ...names }: Names<Name> & { row?: number | undefined },
): Heading<Name> {
  const at =
    row === undefined
      ? headingAt(first, (cells) => Object.keys(mapColumns(columns, headingTexts(cells), names).mapping).length)
      : rowAt(first, row);
  const texts = headingTexts(first[at]!.cells);
  const { mapping, missing } = mapColumns(columns, texts, names);
  if (missing.length > 0)
    throw new LacksColumns({
      missing,
      present: columns.flatMap(({ name }) => (mapping[name] === undefined ? [] : name)),
      row: first[at]!.place,
      texts,
      first: fileBeginning(first),
    });
  return { at, texts, mapping };
}

type Lacking = {
  missing: readonly string[];
  present: readonly string[];
  row: number;
  texts: string[];
  first: readonly FirstRow[];
};

/** A file lacks required columns; `present` are those in the row that was taken for its heading. */
export class LacksColumns extends Error {
  readonly missing: readonly string[];
  readonly present: readonly string[];
  readonly row: number;
  readonly texts: string[];
  /** The first rows of the file, one of which may be its heading. */
  readonly first: readonly FirstRow[];
  constructor({ missing, present, row, texts, first }: Lacking) {
    super(`columns are missing: ${missing.join(", ")}`);
    this.missing = missing;
    this.present = present;
    this.row = row;
    this.texts = texts;
    this.first = first;
  }
}
