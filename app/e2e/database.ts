import path from "node:path";
import pg from "pg";
import { env } from "#modules/kernel/env.server.ts";
import { findEmbedded } from "../../cli/embedded/embedded.ts";

/**
 * Runs one statement in the database of the product the journeys use, as its owner: for what only time brings about, a
 * trial that ended weeks ago.
 */
export async function inDatabase(text: string, params: unknown[] = []): Promise<void> {
  const url = findEmbedded(path.join(env.testDir, "browser", String(env.browserTestPort)));
  if (!url) throw new Error("the journeys' database does not run");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, params);
  } finally {
    await client.end();
  }
}
