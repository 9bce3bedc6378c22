import { invalid } from "../../errors.ts";
import type { Heading } from "./heading.ts";
import { readSheet } from "./read-sheet.server.ts";
import { formulaCells, type SheetRow } from "./sheet-limits.ts";

/** How many rows below the heading were read so far, how many of them are hidden, and how many cells are results of formulas. */
export type TableCounts = { rows: number; hiddenRows: number; formulaCells: number };

/** Rows below the heading, and all that were read with them. */
export type TablePage<Name extends string> = { heading: Heading<Name>; rows: SheetRow[]; counts: TableCounts };

/**
 * Returns the rows of a file below its heading, in pages of at most `take` rows. `headingOf` finds the heading among the
 * rows of the first page; its refusal is the file's. A file without rows is refused with `sheet.empty` at its end.
 */
export async function* readTable<Name extends string>(
  file: string,
  take: number,
  headingOf: (first: readonly SheetRow[]) => Heading<Name> | Promise<Heading<Name>>,
): AsyncGenerator<TablePage<Name>> {
  let heading: Heading<Name> | undefined;
  let columns: ReadonlySet<number> = new Set();
  const counts: TableCounts = { rows: 0, hiddenRows: 0, formulaCells: 0 };
  for await (const page of readSheet(file, { take })) {
    let rows = page;
    if (!heading) {
      heading = await headingOf(page);
      columns = new Set(Object.values<number>(heading.mapping as Record<string, number>));
      rows = page.slice(heading.at + 1);
    }
    counts.rows += rows.length;
    for (const row of rows) {
      if (row.hidden) counts.hiddenRows += 1;
      counts.formulaCells += formulaCells(row, columns);
    }
    yield { heading, rows, counts: { ...counts } };
  }
  if (counts.rows === 0) throw invalid("sheet.empty");
}
