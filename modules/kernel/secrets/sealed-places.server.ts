import { sql } from "kysely";
import { isSealedAnew, keyIds, seal, sealedMark, Unreadable, unseal } from "../crypto.server.ts";
import { row, rows } from "../db/db.server.ts";
import { log } from "../log.server.ts";

/** How many values of a place are not sealed with the current key, and how many of those no key of the ring opens. */
export type Left = { left: number; unknown: number };

/** A place where sealed values are stored. */
export type SealedPlace = {
  /** `table.column`. */
  name: string;
  count: () => Promise<Left>;
  /**
   * Reseals up to `take` values after a position, each only if it still equals what was read; returns the position to
   * continue from, null at the end.
   */
  batch: (after: string | null, take: number) => Promise<string | null>;
};

let places: readonly SealedPlace[] = [];

/** Register all places (modules/index.ts), so that a change of the secret reaches each of them. */
export function declareSealed(all: readonly SealedPlace[]) {
  places = [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** All registered places, sorted by name. */
export const sealedPlaces = () => places;

/** The prefix of every text sealed with the current key. */
const anew = () => `${sealedMark}${keyIds()[0]}.`;

type Column = {
  table: string;
  column: string;
  /** The primary key column, if it is not `id`. */
  key?: string;
  id?: "uuid" | "text";
  /** Set when values without a prefix are plain text; otherwise they are sealed in the older format. */
  clearBefore?: boolean;
  /** Other columns derived from the same value. */
  derived?: (plain: string) => Record<string, string>;
};

/** A text column with values made by `seal`. */
export function sealedColumn({
  table,
  column,
  key = "id",
  id = "uuid",
  clearBefore = false,
  derived,
}: Column): SealedPlace {
  const plainOf = (text: string) => (clearBefore && !text.startsWith(sealedMark) ? text : unseal(text));
  return {
    name: `${table}.${column}`,
    count: async () =>
      (await row<Left>(
        sql`select count(*)::int as left, count(*) filter (where starts_with(${sql.ref(column)}, ${sql.lit(sealedMark)})
                  and split_part(${sql.ref(column)}, '.', 2) <> all (${keyIds()}::text[]))::int as unknown
           from ${sql.ref(table)} where ${sql.ref(column)} is not null and not starts_with(${sql.ref(column)}, ${anew()})`,
      ))!,
    batch: async (after, take) => {
      const entries = await rows<{ id: string; text: string }>(
        sql`select ${sql.ref(key)}::text as id, ${sql.ref(column)} as text from ${sql.ref(table)}
          where ${sql.ref(column)} is not null and not starts_with(${sql.ref(column)}, ${anew()}) and (${after}::${sql.raw(id)} is null or ${sql.ref(key)} > ${after}::${sql.raw(id)})
          order by ${sql.ref(table)}.${sql.ref(key)} limit ${take}`,
      );
      for (const { id: which, text } of entries) {
        const plain = readable(`${table}.${column}`, () => plainOf(text));
        if (plain === undefined) continue;
        const set = { [column]: seal(plain), ...derived?.(plain) };
        const changes = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
        await rows(
          sql`update ${sql.ref(table)} set ${sql.join(changes)} where ${sql.ref(key)} = ${which}::${sql.raw(id)} and ${sql.ref(column)} = ${text}`,
        );
      }
      return entries.length < take ? null : entries.at(-1)!.id;
    },
  };
}

type Payloads = { table: string; column: string; where: string };

/** A JSON column whose fields with `sealed` in their name hold sealed values: payloads of jobs. */
export function sealedPayloads({ table, column, where }: Payloads): SealedPlace {
  const old = () =>
    sql`${sql.raw(where)} and ${sql.ref(column)}::text ilike '%sealed%"' || '%' and ${sql.ref(column)}::text not like '%"' || replace(${anew()}, '_', '\\_') || '%'`;
  return {
    name: `${table}.${column}`,
    count: async () =>
      (await row<Left>(
        sql`select count(*)::int as left, count(*) filter (where ${sql.ref(column)}::text like ${sql.lit(`%"${sealedMark}%`)} and not exists (
                  select from unnest(${keyIds()}::text[]) key where ${sql.ref(column)}::text like ${sql.lit(`%"${sealedMark}`)} || replace(key, '_', '\\_') || '.%'))::int as unknown
           from ${sql.ref(table)} where ${old()}`,
      ))!,
    batch: async (after, take) => {
      const entries = await rows<{ id: string; payload: unknown }>(
        sql`select id::text as id, ${sql.ref(column)} as payload from ${sql.ref(table)}
          where ${old()} and (${after}::uuid is null or id > ${after}::uuid) order by ${sql.ref(table)}.id limit ${take}`,
      );
      for (const { id, payload } of entries) {
        const resealed = readable(`${table}.${column}`, () => withSealed(payload));
        if (resealed === undefined) continue;
        await rows(
          sql`update ${sql.ref(table)} set ${sql.ref(column)} = ${JSON.stringify(resealed)}::jsonb where id = ${id}::uuid and ${sql.ref(column)}::jsonb = ${JSON.stringify(payload)}::jsonb and ${sql.raw(where)}`,
        );
      }
      return entries.length < take ? null : entries.at(-1)!.id;
    },
  };
}

/** The payload with its sealed fields resealed. */
function withSealed(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(withSealed);
  if (payload === null || typeof payload !== "object") return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const old = typeof value === "string" && /sealed/i.test(name) && !isSealedAnew(value);
      return [name, old ? seal(unseal(value)) : withSealed(value)];
    }),
  );
}

/**
 * The result of `read`; undefined for a value no key opens, which stays unchanged, is counted as unknown and logged.
 */
export function readable<T>(place: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    log.error({ place, reason: error.message }, "a sealed value cannot be read");
    return undefined;
  }
}
