import path from "node:path";
import pg from "pg";
import { env } from "#modules/kernel/env.server.ts";
import { findEmbedded } from "../../cli/embedded/embedded.ts";

const journeys = path.join(env.testDir, "browser", String(env.browserTestPort));

/**
 * Runs statements in the database of the product the journeys use, or of another one by its data folder, as its owner:
 * for what only time brings about, a trial that ended weeks ago.
 */
export async function inDatabase<Row = unknown>(
  text: string,
  params: unknown[] = [],
  folder = journeys,
): Promise<Row[]> {
  const url = findEmbedded(folder);
  if (!url) throw new Error("the journeys' database does not run");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & object>(text, params)).rows;
  } finally {
    await client.end();
  }
}
