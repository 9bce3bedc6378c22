/** What a spreadsheet from outside may have at most; checked before or while it is read, never after. */
export const sheetLimits = {
  /** Bytes of the file. */
  bytes: 25 * 1024 * 1024,
  /** Rows below the heading. */
  rows: 100_000,
  columns: 100,
  /** Characters of a cell. */
  cell: 5_000,
  /** Characters of all cells, of which no more count than are stored of a cell. */
  letters: 50_000_000,
  /** Seconds its thread may take for one page, and the memory in MB it may fill. */
  seconds: 120,
  memory: 512,
  /** Files in a workbook, their bytes unpacked, and how many times larger than packed they may become. */
  entries: 500,
  unpacked: 256 * 1024 * 1024,
  ratio: 100,
} as const;

/** How many characters are stored of a cell that is longer than its field, to show which it is. */
export const cellShown = 300;

/**
 * A row of a sheet: its number in the sheet from 1, and its cells as texts; what a cell holds is read by who knows it. A row
 * the sheet does not show is `hidden`; `formulas` are the cells, from 0, whose text is the stored result of a formula.
 */
export type SheetRow = { place: number; cells: string[]; hidden?: true; formulas?: number[] };

/** How many of some cells of a row, from 0, are results of formulas. */
export const formulaCells = ({ formulas = [] }: SheetRow, of: ReadonlySet<number>): number =>
  formulas.filter((place) => of.has(place)).length;

/** A formula without a stored result is never evaluated: its cell begins with this mark, as it does where it was typed. */
export const formulaMark = "=";
