import path from "node:path";
import { sql } from "kysely";
import pg, { type QueryResultRow } from "pg";
import { queryOn, type Sql } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { findEmbedded } from "../../cli/embedded/embedded.ts";

const journeys = path.join(env.testDir, "browser", String(env.browserTestPort));

/**
 * Runs a statement, or a text of several, in the database of the product the journeys use, or of another one by its data
 * folder, as its owner: for what only time brings about, a trial that ended weeks ago.
 */
export async function inDatabase<Row extends QueryResultRow>(
  statement: Sql | string,
  folder = journeys,
): Promise<Row[]> {
  const url = findEmbedded(folder);
  if (!url) throw new Error("the journeys' database does not run");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await queryOn<Row>(client, typeof statement === "string" ? sql.raw(statement) : statement)).rows;
  } finally {
    await client.end();
  }
}
