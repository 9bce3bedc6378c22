import { setImmediate as outOfTheWay } from "node:timers/promises";
import { DomainError } from "../../errors.ts";
import { figure } from "../../figure.ts";
import { csvRows } from "./csv-rows.server.ts";
import type { SheetKind } from "./sheet-kind.server.ts";
import { cellShown, type SheetRow, sheetLimits } from "./sheet-limits.ts";
import { xlsRows } from "./xls-rows.server.ts";
import { xlsxRows } from "./xlsx-rows.server.ts";

const readers = { csv: csvRows, xlsx: xlsxRows, xls: xlsRows } as const satisfies Record<SheetKind, unknown>;

/**
 * The rows of a spreadsheet that are not empty, the heading first, in pages of `take`; nothing of it is kept. Refuses
 * more than 100,000 rows, more than 100 columns and cells of more than 5,000 characters, with the row, and more text than
 * may be stored of one file. Rows are counted as they stand in the file: what it says of their numbers is not believed.
 */
export async function* sheetRows(path: string, kind: SheetKind, take: number): AsyncGenerator<SheetRow[]> {
  const refuse = (
    key: "sheet.tooLong" | "sheet.tooWide" | "sheet.cellTooLong" | "sheet.tooMuchText",
    params: Record<string, string | number>,
  ) => {
    throw new DomainError("invalid", key, { params });
  };
  let page: SheetRow[] = [];
  let rows = 0;
  let letters = 0;
  for await (const some of readers[kind](path))
    for (const row of some) {
      const { place, cells } = row;
      while (cells.length > 0 && cells.at(-1)!.trim() === "") cells.pop();
      if (cells.length === 0) continue;
      if (cells.length > sheetLimits.columns) refuse("sheet.tooWide", { most: sheetLimits.columns });
      if (++rows > sheetLimits.rows + 1) refuse("sheet.tooLong", { most: figure(sheetLimits.rows) });
      if (cells.some((cell) => cell.length > sheetLimits.cell)) refuse("sheet.cellTooLong", { row: place });
      for (const cell of cells) letters += Math.min(cell.length, cellShown);
      if (letters > sheetLimits.letters) refuse("sheet.tooMuchText", {});
      page.push(row);
      if (page.length < take) continue;
      yield page;
      page = [];
      await outOfTheWay();
    }
  if (page.length > 0) yield page;
}
