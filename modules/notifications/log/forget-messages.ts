import { sql } from "kysely";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/** Rows deleted in one transaction, so that no lock is held for long. */
const atOnce = 5_000;

/** Delete messages from the log that are older than MESSAGES_KEPT_DAYS; returns how many. */
export async function forgetMessages(): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const gone = await transaction(() =>
      rows(
        sql`delete from messages where id in
           (select id from messages where created_at < ${fromNow(-env.messagesRetentionDays * day)} order by created_at limit ${sql.lit(atOnce)}) returning 1`,
      ),
    );
    forgotten += gone.length;
    if (gone.length < atOnce) return forgotten;
  }
}
