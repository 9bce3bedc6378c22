import { createReadStream } from "node:fs";
import type { CellValue, Row } from "exceljs";
import { DomainError, invalid } from "../../errors.ts";
import { formulaMark, type SheetRow, sheetLimits } from "./sheet-limits.ts";
import { refuseBomb } from "./zip-limits.server.ts";

/**
 * The rows of the first sheet of a workbook as a stream. Dates come as `YYYY-MM-DDTHH:MM`, numbers in digits, formulas
 * as they were typed and never evaluated. Of merged cells the first one holds the value.
 */
export async function* xlsxRows(path: string): AsyncGenerator<SheetRow> {
  await refuseBomb(path);
  // Loaded on demand: the library is large and most processes never read a workbook.
  const { default: excel } = await import("exceljs");
  const source = createReadStream(path);
  const book = new excel.stream.xlsx.WorkbookReader(source, {
    sharedStrings: "cache",
    styles: "cache",
    hyperlinks: "ignore",
    worksheets: "emit",
    entries: "ignore",
  });
  try {
    for await (const sheet of book) {
      for await (const row of sheet) yield { place: row.number, cells: cellsOf(row) };
      return;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : invalid("sheet.unreadable");
  } finally {
    source.destroy();
  }
}

function cellsOf(row: Row): string[] {
  if (row.cellCount > sheetLimits.columns)
    throw new DomainError("invalid", "sheet.tooWide", { params: { most: sheetLimits.columns } });
  const values = row.values as CellValue[];
  const cells: string[] = [];
  // A row's values begin at 1.
  for (let at = 1; at < values.length; at++) cells.push(textOf(values[at]));
  return cells;
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : String(Number(value.toFixed(9)));
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 16);
  if ("formula" in value || "sharedFormula" in value) return `${formulaMark}${"formula" in value ? value.formula : ""}`;
  if ("richText" in value) return value.richText.map(({ text }) => text).join("");
  if ("text" in value) return textOf(value.text as CellValue);
  return "error" in value ? String(value.error) : "";
}
