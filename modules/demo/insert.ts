import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";

/**
 * Insert a row unless a unique constraint conflicts; returns whether it was inserted.
 */
export async function insertMissing(table: string, values: Record<string, unknown>): Promise<boolean> {
  const columns = Object.keys(values).map((name) => sql.ref(name));
  const made = await rows(
    sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(values))})
      on conflict do nothing returning 1`,
  );
  return made.length > 0;
}
