import { sql } from "kysely";
import { doersOf } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { HistoryRow } from "#modules/kernel/db/history.ts";
import type { ConsumerChange } from "../shared.ts";

/** The newest so many are shown. */
const mostShown = 100;

/**
 * What was done with a customer's data, newest first, at most 100: registered, number shown, exported, erased; not each
 * booking that renewed it. The caller checked who may see it.
 */
export async function consumerChanges(consumerId: string): Promise<ConsumerChange[]> {
  const entries = await rows<HistoryRow>(
    sql`select id, event, actor_kind, actor_id, data, at from history
      where subject = 'consumer' and subject_id = ${consumerId} and event <> 'consumer.renewed'
      order by at desc, id desc limit ${sql.lit(mostShown)}`,
  );
  const doer = await doersOf(entries);
  return entries.map(({ id, event, data, at, ...by }) => ({
    id,
    event,
    at: new Date(at),
    who: doer(by),
    reason: typeof data.reason === "string" ? data.reason : null,
  }));
}
