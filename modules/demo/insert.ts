import { rows } from "#modules/kernel/db/db.server.ts";

/**
 * Insert a row unless a unique constraint conflicts; returns whether it was inserted. Table and column names are not
 * escaped: only pass constants.
 */
export async function insertMissing(table: string, values: Record<string, unknown>): Promise<boolean> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`);
  const made = await rows(
    `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")}) on conflict do nothing returning 1`,
    Object.values(values),
  );
  return made.length > 0;
}
