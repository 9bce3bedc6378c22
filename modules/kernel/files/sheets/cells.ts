/* How names of columns and cells of somebody's spreadsheet are compared with ours. */

/** A heading without what people change about it: capitals, spaces, underscores and dots. */
export const bareHeading = (heading: string) =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A name without what people change about it: capitals, and how many spaces stand where. */
export const plainName = (text: string) => text.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");

/** Names that lead to an id; a name of two leads nowhere (null). */
export function idsByName<Row extends { id: string }>(
  records: readonly Row[],
  names: (row: Row) => readonly (string | null)[],
): ReadonlyMap<string, string | null> {
  const ids = new Map<string, string | null>();
  for (const one of records)
    for (const name of names(one)) {
      if (!name) continue;
      const known = ids.get(plainName(name));
      ids.set(plainName(name), known === undefined || known === one.id ? one.id : null);
    }
  return ids;
}

/** Digits that a spreadsheet made a number with decimals of. */
export const wholeOf = (cell: string) => cell.replace(/^(\d+)\.0+$/, "$1");
