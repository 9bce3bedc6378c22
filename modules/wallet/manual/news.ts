import type { Actor } from "#modules/kernel/actor.ts";
import { readCursor } from "#modules/kernel/cursor.ts";
import { binds } from "#modules/kernel/db/binds.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { type AdjustmentsFilter, narrowed } from "./reads.ts";

/** News are counted up to this number. */
const most = 1_000;

const isUuid = (text: string) => id.safeParse(text).success;

/**
 * What happened in a list of refunds and penalties since its page was read: how many are newer than the first row seen,
 * and how many were decided or objected to. An objection brings an older penalty back among those to decide, so there
 * rows that were not seen count, too.
 */
export async function adjustmentNews(actor: Actor, filter: AdjustmentsFilter, { head, ids, at }: Seen): Promise<News> {
  const { params, bind } = binds();
  const where = narrowed(actor, filter, bind);
  const since = bind(at);
  const mark = readCursor(head);
  const newer = mark
    ? `(a.created_at, a.id) > (${bind(mark.at)}::timestamptz, ${bind(mark.id)}::uuid)`
    : `a.created_at > ${since}`;
  const seen = `a.id = any(${bind(ids.filter(isUuid))}::uuid[])`;
  const changed = `greatest(a.decided_at, a.objected_at, a.settled_at) > ${since}`;
  const upTo = (what: string) => `(select count(*)::int from (${what} limit ${most}) as counted)`;
  const news = await row<News>(
    `select
       ${upTo(`select from adjustments a where ${where} and ${newer}`)} as added,
       ${upTo(
         `select from adjustments a where ${seen} and ${changed}${
           filter.shown
             ? ` union all select from adjustments a where ${where} and not ${seen} and not (${newer}) and ${changed}`
             : ""
         }`,
       )} as changed`,
    params,
  );
  return news ?? { added: 0, changed: 0 };
}
