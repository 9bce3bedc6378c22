import { rows } from "../kernel/db.server.ts";

/** Insert a row of a table unless one stands in its way; answers whether it was inserted. Names are our own. */
export async function insertMissing(table: string, values: Record<string, unknown>): Promise<boolean> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`);
  const made = await rows(
    `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")}) on conflict do nothing returning 1`,
    Object.values(values),
  );
  return made.length > 0;
}
