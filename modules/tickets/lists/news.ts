import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { readCursor } from "#modules/kernel/cursor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { visibleTo } from "../policy.ts";
import { filterCondition, type TicketsFilter } from "./queries.ts";
import { newsCountedUpTo } from "./row-news.ts";

const upTo = (from: Sql) =>
  sql`(select count(*)::int from (select 1 from tickets t where ${from} limit ${sql.lit(newsCountedUpTo)}) as counted)`;

/**
 * Returns the news of a list since its page was read: how many requests of its filter are newer than the first row
 * seen, and how many others changed, those on the page in any state.
 */
export async function ticketNews(actor: Actor, filter: TicketsFilter, { head, ids, at }: Seen): Promise<News> {
  const mark = readCursor(head);
  const within = await filterCondition(actor, filter);
  const newer = mark && sql`(t.created_at, t.id) > (${mark.at}::timestamptz, ${mark.id}::uuid)`;
  const seen = sql`t.public_id = any(${[...ids]}::text[])`;
  const changed = sql`t.updated_at > ${at}`;
  const older = newer ? sql`not ${newer}` : sql`t.created_at <= ${at}`;
  const news = await row<News>(
    sql`select ${upTo(sql`${newer ?? sql`t.created_at > ${at}`} and ${within}`)} as added,
            ${upTo(sql`${changed} and ${older} and ((${within}) or (${visibleTo(actor)} and ${seen}))`)} as changed`,
  );
  return news ?? { added: 0, changed: 0 };
}
