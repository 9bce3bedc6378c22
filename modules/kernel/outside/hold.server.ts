import { sql } from "kysely";
import { now } from "../clock.ts";
import { databaseUrl, isConnected, pool, row, rows } from "../db/db.server.ts";
import { rowId } from "../db/row-id.ts";

/*
 * A copy that was restored from a backup holds messages, refunds and webhooks that the original has sent since, or still
 * sends. Until it is released it calls nobody outside, and its worker works no queue.
 */

/** A restoration that is not released yet. */
export type Hold = { id: string; at: Date; backupAt: Date | null };

const lookedForMs = 5_000;
let known: { url: string; until: number; held: boolean } | undefined;

/** Whether this installation may call nobody outside; the answer is at most five seconds old. */
export async function isHeld(): Promise<boolean> {
  // What has no database was not restored.
  if (!isConnected()) return false;
  const url = databaseUrl();
  if (known?.url === url && performance.now() < known.until) return known.held;
  const result = await pool().query("select from restorations where released_at is null limit 1");
  known = { url, until: performance.now() + lookedForMs, held: result.rowCount !== 0 };
  return known.held;
}

/** The newest restoration that is not released. */
export const heldSince = (): Promise<Hold | undefined> =>
  row<Hold>(
    sql`select id, at, backup_at as "backupAt" from restorations where released_at is null order by at desc limit 1`,
  );

/** Holds this installation: for a copy that was made by other means than a backup of ours (`pg_restore`, a snapshot). */
export async function hold(): Promise<Hold> {
  known = undefined;
  const made = await row<Hold>(
    sql`insert into restorations (id, at) values (${rowId()}, ${now()}) returning id, at, backup_at as "backupAt"`,
  );
  return made!;
}

/** Lets an installation work and send again; returns what it was held for. */
export function release(): Promise<Hold[]> {
  known = undefined;
  return rows<Hold>(
    sql`update restorations set released_at = ${now()} where released_at is null returning id, at, backup_at as "backupAt"`,
  );
}
