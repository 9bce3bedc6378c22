import { DomainError } from "../../errors.ts";
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
