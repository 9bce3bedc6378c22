import { sql } from "kysely";
import { row } from "#modules/kernel/db/db.server.ts";
import { installation } from "#modules/kernel/db/history.ts";

/** A backup that was made of this installation; `to` is where it was written, `-` for stdout, null where older ones do not say. */
export type MadeBackup = { at: Date; to: string | null };

/**
 * The newest backup that lacks no file, by the history each one leaves; undefined before the first. Whether its file is
 * still there is not known here: it may lie on another machine by now.
 */
export async function newestBackup(): Promise<MadeBackup | undefined> {
  const newest = await row(
    sql<{ of: string; to: string | null }>`
      select data->>'at' as of, data->>'to' as to from history
      where subject = ${installation.subject} and subject_id = ${installation.id}
        and event = 'installation.backedUp' and data->>'missing' = '0'
      order by at desc, id desc limit 1`,
  );
  return newest && { at: new Date(newest.of), to: newest.to };
}
