import { counted } from "#modules/kernel/figure.ts";
import { bareHeading } from "#modules/kernel/files/sheets/cells.ts";
import { type FirstRow, type HeadingNames, rowText } from "#modules/kernel/files/sheets/heading.ts";
import { say } from "#modules/messages/index.ts";
import { UsageError } from "./run.ts";

/** What a spreadsheet holds that its reader may not see: hidden rows, and cells that are results of formulas. */
export type SheetNotes = { hiddenRows: number; formulaCells: number };

/** A line for each of them there are any of, behind what was said before. */
export const sheetNotes = ({ hiddenRows, formulaCells }: SheetNotes): string =>
  [
    hiddenRows > 0 && say("uploads.hiddenRows", counted(hiddenRows)),
    formulaCells > 0 && say("uploads.formulaCells", counted(formulaCells)),
  ]
    .filter((line) => line !== false)
    .map((line) => `\n${line}`)
    .join("");

type Lacking = {
  missing: readonly string[];
  present: readonly string[];
  /** The row that was taken for the heading. */
  row?: number;
  first: readonly FirstRow[];
};

/**
 * Which columns no row can do without a file lacks, which it has in the row that was taken for its heading, and the first
 * rows, one of which may be the heading.
 */
export const lacking = ({ missing, present, row, first }: Lacking) =>
  [
    `The file lacks the columns ${missing.join(", ")}. Found${row === undefined ? "" : ` in row ${row}`}: ${present.join(", ") || "none of its columns"}`,
    ...first.map((each) => `  row ${each.row}: ${rowText(each)}`),
    "If another row is the heading, say --heading-row with its number; if columns are called otherwise, say --map.",
  ].join("\n");

/** What --heading-row and --map say. */
export type NamingColumns = { headingRow?: number; map?: readonly string[] };

/**
 * What the file calls columns, from words such as `Mobile No.=Mobile number`. Refuses a column that is none, and a heading or
 * a column that is named twice.
 */
export function namedColumns<Column extends string>(
  map: readonly string[] = [],
  columns: readonly Column[],
): HeadingNames<Column> {
  const names: HeadingNames<Column> = {};
  for (const words of map) {
    const at = words.lastIndexOf("=");
    const heading = bareHeading(words.slice(0, Math.max(at, 0)));
    const column = columns.find((name) => bareHeading(name) === bareHeading(words.slice(at + 1)));
    if (heading === "" || !column)
      throw new UsageError(`--map "${words}" names no column. Say heading=column, with one of: ${columns.join(", ")}`);
    if (names[column] !== undefined || Object.values(names).includes(heading))
      throw new UsageError(`--map "${words}" names a heading or a column a second time`);
    names[column] = heading;
  }
  return names;
}
