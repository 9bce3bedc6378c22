import type { DataValidation, Worksheet } from "exceljs";

/** What a template holds: its columns, a row that could be taken as it is, and what may stand where there is a choice. */
export type Template<Name extends string> = {
  title: string;
  columns: readonly Name[];
  example: Partial<Record<Name, string>>;
  choices: Partial<Record<Name, readonly string[]>>;
};

/** A template as CSV; spreadsheets see by its first bytes that it is UTF-8. */
export function templateCsv<Name extends string>({ columns, example }: Template<Name>): Uint8Array<ArrayBuffer> {
  const lines = [columns, columns.map((name) => example[name] ?? "")];
  const text = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  return new TextEncoder().encode(`\uFEFF${text}\r\n`);
}

/** Rows below the heading that have drop-downs. */
const ruledRows = 2_000;

/** The rules of a sheet's cells, which the library has and does not declare. */
const rulesOf = (sheet: Worksheet) =>
  (sheet as Worksheet & { dataValidations: { add(range: string, rule: DataValidation): void } }).dataValidations;

/** A template as a workbook: drop-downs where there is a choice, and a sheet of the values that may stand there. */
export async function templateBook<Name extends string>(template: Template<Name>): Promise<Uint8Array<ArrayBuffer>> {
  const { title, columns, example, choices } = template;
  const { default: excel } = await import("exceljs");
  const book = new excel.Workbook();
  const sheet = book.addWorksheet(title, { views: [{ state: "frozen", ySplit: 1 }] });
  const allowed = book.addWorksheet("Allowed values", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map((header) => ({
    header,
    width: Math.max(16, header.length + 2),
    style: { numFmt: "@" },
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.addRow(columns.map((name) => example[name] ?? ""));
  for (const [at, [name, values]] of (Object.entries(choices) as [Name, readonly string[]][]).entries()) {
    const column = allowed.getColumn(at + 1);
    column.values = [name, ...values];
    column.width = Math.max(16, name.length + 2);
    const letter = sheet.getColumn(columns.indexOf(name) + 1).letter;
    if (values.length === 0) continue;
    const formulae = [`'Allowed values'!$${column.letter}$2:$${column.letter}$${values.length + 1}`];
    // As one range: the library joins rules of cells into ranges that overlap, which Excel offers to repair.
    rulesOf(sheet).add(`${letter}2:${letter}${ruledRows + 1}`, { type: "list", allowBlank: true, formulae });
  }
  allowed.getRow(1).font = { bold: true };
  return new Uint8Array(await book.xlsx.writeBuffer());
}
