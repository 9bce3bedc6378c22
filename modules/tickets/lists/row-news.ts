import { readCursor } from "#modules/kernel/cursor.ts";
import type { Bind } from "#modules/kernel/db/binds.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { id } from "#modules/kernel/validation.ts";

/** News are counted up to this number. */
export const newsCountedUpTo = 1_000;

/**
 * Returns the news of a list since its page was read, for rows whose changes matter only on the page: how many of
 * `from` (`from … where …`) came, and how many of those seen changed. `row` is the name of the listed table in `from`.
 */
export async function rowNews(
  { from, row: name, bind, params }: { from: string; row: "b" | "r"; bind: Bind; params: readonly unknown[] },
  { head, ids, at }: Seen,
): Promise<News> {
  const mark = readCursor(head);
  const newer = mark
    ? `(${name}.created_at, ${name}.id) > (${bind(mark.at)}::timestamptz, ${bind(mark.id)}::uuid)`
    : `${name}.created_at > ${bind(at)}`;
  const seen =
    name === "r" ? `r.public_id = any(${bind([...ids])}::text[])` : `b.id = any(${bind(ids.filter(isUuid))}::uuid[])`;
  const upTo = (also: string) =>
    `(select count(*)::int from (select 1 ${from} and ${also} limit ${newsCountedUpTo}) as counted)`;
  const news = await row<News>(
    `select ${upTo(`${newer} order by ${name}.created_at desc, ${name}.id desc`)} as added, ${upTo(`${name}.updated_at > ${bind(at)} and ${seen}`)} as changed`,
    params,
  );
  return news ?? { added: 0, changed: 0 };
}

const isUuid = (text: string) => id.safeParse(text).success;
