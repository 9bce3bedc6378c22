import { sql } from "kysely";
import { doersOf } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { HistoryRow } from "#modules/kernel/db/history.ts";
import { needMay } from "../policy.ts";
import type { ClientChange } from "../shared.ts";

/** The newest so many changes are shown. */
const mostShown = 100;

/**
 * The newest 100 changes of a client, newest first: who added, changed or deleted it, which fields, and who saw its
 * numbers in full and why. Refuses with `client.noView`.
 */
export async function clientChanges(actor: Actor, clientId: string): Promise<ClientChange[]> {
  needMay(actor, "seeClients");
  const entries = await rows<HistoryRow>(
    sql`select id, event, actor_kind, actor_id, data, at from history
      where subject = 'catalog' and subject_id = ${clientId} order by at desc, id desc limit ${sql.lit(mostShown)}`,
  );
  const doer = await doersOf(entries);
  return entries.map(({ id, event, data, at, ...by }) => ({
    id,
    event,
    at,
    who: doer(by),
    changed: Array.isArray(data.changed) ? data.changed.map(String) : [],
    reason: typeof data.reason === "string" ? data.reason : null,
    about: [data.key, data.host].find((named): named is string => typeof named === "string") ?? null,
  }));
}
