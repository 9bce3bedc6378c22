import type { Actor } from "#modules/kernel/actor.ts";
import { readCursor } from "#modules/kernel/cursor.ts";
import { binds } from "#modules/kernel/db/binds.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { visibleTo } from "../policy.ts";
import { narrowed, type TicketsFilter } from "./queries.ts";
import { newsCountedUpTo } from "./row-news.ts";

const upTo = (from: string) =>
  `(select count(*)::int from (select 1 from tickets t where ${from} limit ${newsCountedUpTo}) as counted)`;

/**
 * Returns the news of a list since its page was read: how many requests of its filter are newer than the first row
 * seen, and how many others changed, those on the page in any state.
 */
export async function ticketNews(actor: Actor, filter: TicketsFilter, { head, ids, at }: Seen): Promise<News> {
  const { params, bind } = binds();
  const mark = readCursor(head);
  const within = await narrowed(actor, filter, bind);
  const newer = mark && `(t.created_at, t.id) > (${bind(mark.at)}::timestamptz, ${bind(mark.id)}::uuid)`;
  const seen = `t.public_id = any(${bind([...ids])}::text[])`;
  const changed = `t.updated_at > ${bind(at)}`;
  const older = newer ? `not ${newer}` : `t.created_at <= ${bind(at)}`;
  const news = await row<News>(
    `select ${upTo(`${newer ?? `t.created_at > ${bind(at)}`} and ${within}`)} as added,
            ${upTo(`${changed} and ${older} and ((${within}) or (${visibleTo(actor, bind)} and ${seen}))`)} as changed`,
    params,
  );
  return news ?? { added: 0, changed: 0 };
}
