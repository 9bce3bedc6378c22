import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";

/** What a change of the catalog is announced by. */
export const catalogTopic = "catalog";

/**
 * Changes of the catalog are made one after another, so that none is made from a state another one ends; each is
 * announced once it is committed.
 */
export async function oneChangeAtATime() {
  await rows(sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`);
  await announce([catalogTopic]);
}
