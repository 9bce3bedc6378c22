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
