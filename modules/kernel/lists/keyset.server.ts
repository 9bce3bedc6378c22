import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import { cursorOf, type Mark, readCursor } from "../cursor.ts";
import { row } from "../db/db.server.ts";
import type { Sql } from "../db/sql.ts";

/** The page sizes offered to operators; the choice is remembered. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The page size where the reader has not chosen: 10 for operators (R221), 25 for everybody else. */
export const usualTake = ({ kind }: Pick<Actor, "kind">) => (kind === "admin" ? 10 : 25);

/** Which page of a list: after one row or before another (at most one of them), otherwise the first. */
export type Place = { after?: string | undefined; before?: string | undefined; take?: number | undefined };

/** A page of a list with the cursors of its neighbour pages; null where there is none. */
export type Page<Row> = {
  rows: Row[];
  next: string | null;
  previous: string | null;
  /** The cursor of the page's first row: rows that later come before it are new. */
  head: string | null;
};

type Keyset<Row> = {
  /** The position of a row: the instant and the id the list is ordered by. */
  markOf: (pageRow: Row) => Mark;
  /** Oldest first instead of newest first. */
  ascending?: boolean;
};

/** A column by its name, or an expression. */
type Column = string | Sql;
const columnSql = (column: Column) => (typeof column === "string" ? sql.ref(column) : column);

/**
 * The SQL clauses that select one page plus one more row. `at` and `id` are the columns the list is ordered by; an index
 * must cover both.
 */
export type PageSql = {
  beyond: (at: Column, id: Column) => Sql;
  order: (at: Column, id: Column) => Sql;
  limit: Sql;
};

/**
 * One page of a list by keyset, forwards or backwards. Any page costs one index lookup, and rows added or removed
 * meanwhile make no other row repeat or disappear.
 */
export async function keysetPage<Row>(
  actor: Actor,
  { after, before, take = usualTake(actor) }: Place,
  { markOf, ascending = false }: Keyset<Row>,
  find: (clauses: PageSql) => Promise<Row[]>,
): Promise<Page<Row>> {
  const back = before !== undefined;
  const mark = readCursor(back ? before : after);
  const upwards = ascending !== back;
  const way = upwards ? sql`asc` : sql`desc`;
  const place = mark && sql`(${mark.at}::timestamptz, ${mark.id}::uuid)`;
  const matches = await find({
    beyond: (at, id) =>
      place ? sql`(${columnSql(at)}, ${columnSql(id)}) ${upwards ? sql`>` : sql`<`} ${place}` : sql`true`,
    order: (at, id) => sql`${columnSql(at)} ${way}, ${columnSql(id)} ${way}`,
    limit: sql`${take + 1}`,
  });
  const more = matches.length > take;
  const rows = matches.slice(0, take);
  if (back) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  return {
    rows,
    next: last && (back ? mark !== undefined : more) ? cursorOf(markOf(last)) : null,
    head: first ? cursorOf(markOf(first)) : null,
    previous: first && (back ? more : mark !== undefined) ? cursorOf(markOf(first)) : null,
  };
}

/** A row of a list ordered by creation; `key` is its id where `id` is a public one. */
type Created = { id: string; key?: string; createdAt: Date | string };

/**
 * One page of a list ordered by the creation of its rows, newest first unless `oldestFirst`. `of` is the statement's name
 * of the table that has `created_at` and `id`, with an index over both; `rest` ends the statement after its conditions.
 */
export const pageByCreation = <Row extends Created>(
  actor: Actor,
  { oldestFirst = false, ...place }: Place & { oldestFirst?: boolean | undefined },
  of: string,
  find: (rest: Sql) => Promise<Row[]>,
): Promise<Page<Row>> =>
  keysetPage(
    actor,
    place,
    { markOf: ({ createdAt, key, id }) => ({ at: new Date(createdAt), id: key ?? id }), ascending: oldestFirst },
    ({ beyond, order, limit }) => {
      const at = `${of}.created_at`;
      const id = `${of}.id`;
      return find(sql`and ${beyond(at, id)} order by ${order(at, id)} limit ${limit}`);
    },
  );

/** The page with its rows mapped. */
export const pageMap = <A, B>({ rows, ...rest }: Page<A>, shown: (row: A) => B): Page<B> => ({
  ...rest,
  rows: rows.map(shown),
});

/** Rows are counted exactly up to this number; beyond it a list says "more than". */
export const countedExactly = 10_000;

/** How many rows a list has; when not exact, more than `n`. */
export type Count = { n: number; exact: boolean };

/**
 * Count the rows of `from` (`from … where …`); costs an index scan of at most 10,001 rows. Where `from` joins tables, the
 * list's order makes the plan walk its index and stop there, instead of joining everything first.
 */
export async function countRows(from: Sql, order?: Sql): Promise<Count> {
  const walked = order ? sql`${from} order by ${order}` : from;
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from (select 1 ${walked} limit ${sql.lit(countedExactly + 1)}) as counted`,
  );
  const n = counted?.n ?? 0;
  return n > countedExactly ? { n: countedExactly, exact: false } : { n, exact: true };
}
