import { sql } from "kysely";
import { readCursor } from "#modules/kernel/cursor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { News, Seen } from "#modules/kernel/lists/list.server.ts";
import { id } from "#modules/kernel/validation.ts";

/** News are counted up to this number. */
export const newsCountedUpTo = 1_000;

/**
 * Returns the news of a list since its page was read, for rows whose changes matter only on the page: how many of
 * `from` (`from … where …`) came, and how many of those seen changed. `row` is the name of the listed table in `from`.
 */
export async function rowNews(
  { from, row: name }: { from: Sql; row: "b" | "r" },
  { head, ids, at }: Seen,
): Promise<News> {
  const mark = readCursor(head);
  const createdAt = sql.ref(`${name}.created_at`);
  const key = sql.ref(`${name}.id`);
  const newer = mark
    ? sql`(${createdAt}, ${key}) > (${mark.at}::timestamptz, ${mark.id}::uuid)`
    : sql`${createdAt} > ${at}`;
  const seen =
    name === "r" ? sql`r.public_id = any(${[...ids]}::text[])` : sql`b.id = any(${ids.filter(isUuid)}::uuid[])`;
  const upTo = (also: Sql) =>
    sql`(select count(*)::int from (select 1 ${from} and ${also} limit ${sql.lit(newsCountedUpTo)}) as counted)`;
  const news = await row<News>(
    sql`select ${upTo(sql`${newer} order by ${createdAt} desc, ${key} desc`)} as added,
      ${upTo(sql`${sql.ref(`${name}.updated_at`)} > ${at} and ${seen}`)} as changed`,
  );
  return news ?? { added: 0, changed: 0 };
}

const isUuid = (text: string) => id.safeParse(text).success;
