import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { readCursor } from "#modules/kernel/cursor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { type AdjustmentsFilter, filterCondition } from "./reads.ts";

/** News are counted up to this number. */
const most = 1_000;

const isUuid = (text: string) => id.safeParse(text).success;

/**
 * What happened in a list of refunds and penalties since its page was read: how many are newer than the first row seen,
 * and how many were decided or objected to. An objection brings an older penalty back among those to decide, so there
 * rows that were not seen count, too.
 */
export async function adjustmentNews(actor: Actor, filter: AdjustmentsFilter, { head, ids, at }: Seen): Promise<News> {
  const where = filterCondition(actor, filter);
  const mark = readCursor(head);
  const newer = mark
    ? sql`(a.created_at, a.id) > (${mark.at}::timestamptz, ${mark.id}::uuid)`
    : sql`a.created_at > ${at}`;
  const seen = sql`a.id = any(${ids.filter(isUuid)}::uuid[])`;
  const changed = sql`greatest(a.decided_at, a.objected_at, a.settled_at) > ${at}`;
  const upTo = (what: Sql) => sql`(select count(*)::int from (${what} limit ${sql.lit(most)}) as counted)`;
  const news = await row<News>(
    sql`select
       ${upTo(sql`select from adjustments a where ${where} and ${newer}`)} as added,
       ${upTo(
         sql`select from adjustments a where ${seen} and ${changed}${
           filter.shown
             ? sql` union all select from adjustments a where ${where} and not ${seen} and not (${newer}) and ${changed}`
             : sql``
         }`,
       )} as changed`,
  );
  return news ?? { added: 0, changed: 0 };
}
