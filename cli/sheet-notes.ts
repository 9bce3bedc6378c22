import { figure } from "#modules/kernel/figure.ts";
import { say } from "#modules/messages/index.ts";

/** What a spreadsheet holds that its reader may not see: hidden rows, and cells that are results of formulas. */
export type SheetNotes = { hiddenRows: number; formulaCells: number };

/** A line for each of them there are any of, behind what was said before. */
export const sheetNotes = ({ hiddenRows, formulaCells }: SheetNotes): string =>
  [
    hiddenRows === 1 && say("uploads.hiddenRows.one"),
    hiddenRows > 1 && say("uploads.hiddenRows", { n: figure(hiddenRows) }),
    formulaCells === 1 && say("uploads.formulaCells.one"),
    formulaCells > 1 && say("uploads.formulaCells", { n: figure(formulaCells) }),
  ]
    .filter((line) => line !== false)
    .map((line) => `\n${line}`)
    .join("");

/** Which columns no row can do without a file lacks, and which it has, in the row that was taken for its heading. */
export const lacking = ({
  missing,
  found,
  row,
}: {
  missing: readonly string[];
  found: readonly string[];
  row?: number;
}) =>
  `The file lacks the columns ${missing.join(", ")}. Found${row === undefined ? "" : ` in row ${row}`}: ${found.join(", ") || "none of its columns"}`;
