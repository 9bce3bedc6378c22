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
  beside?: (plain: string) => Record<string, string>;
};

/** A text column with values made by `seal`. */
export function sealedColumn({
  table,
  column,
  key = "id",
  id = "uuid",
  clearBefore = false,
  beside,
}: Column): SealedPlace {
  const plainOf = (text: string) => (clearBefore && !text.startsWith(sealedMark) ? text : unseal(text));
  return {
    name: `${table}.${column}`,
    count: async () =>
      (await row<Left>(
        `select count(*)::int as left, count(*) filter (where starts_with(${column}, '${sealedMark}')
                  and split_part(${column}, '.', 2) <> all ($2::text[]))::int as unknown
           from ${table} where ${column} is not null and not starts_with(${column}, $1)`,
        [anew(), keyIds()],
      ))!,
    batch: async (after, take) => {
      const entries = await rows<{ id: string; text: string }>(
        `select ${key}::text as id, ${column} as text from ${table}
          where ${column} is not null and not starts_with(${column}, $1) and ($2::${id} is null or ${key} > $2::${id})
          order by ${table}.${key} limit $3`,
        [anew(), after, take],
      );
      for (const { id: which, text } of entries) {
        const plain = readable(`${table}.${column}`, () => plainOf(text));
        if (plain === undefined) continue;
        const set = { [column]: seal(plain), ...beside?.(plain) };
        const names = Object.keys(set).map((name, at) => `${name} = $${at + 3}`);
        await rows(`update ${table} set ${names.join(", ")} where ${key} = $1::${id} and ${column} = $2`, [
          which,
          text,
          ...Object.values(set),
        ]);
      }
      return entries.length < take ? null : entries.at(-1)!.id;
    },
  };
}

type Payloads = { table: string; column: string; where: string };

/** A JSON column whose fields with `sealed` in their name hold sealed values: payloads of jobs. */
export function sealedPayloads({ table, column, where }: Payloads): SealedPlace {
  const old = `${where} and ${column}::text ilike '%sealed%"' || '%' and ${column}::text not like '%"' || replace($1, '_', '\\_') || '%'`;
  return {
    name: `${table}.${column}`,
    count: async () =>
      (await row<Left>(
        `select count(*)::int as left, count(*) filter (where ${column}::text like '%"${sealedMark}%' and not exists (
                  select from unnest($2::text[]) key where ${column}::text like '%"${sealedMark}' || replace(key, '_', '\\_') || '.%'))::int as unknown
           from ${table} where ${old}`,
        [anew(), keyIds()],
      ))!,
    batch: async (after, take) => {
      const entries = await rows<{ id: string; payload: unknown }>(
        `select id::text as id, ${column} as payload from ${table}
          where ${old} and ($2::uuid is null or id > $2::uuid) order by ${table}.id limit $3`,
        [anew(), after, take],
      );
      for (const { id, payload } of entries) {
        const resealed = readable(`${table}.${column}`, () => withSealed(payload));
        if (resealed === undefined) continue;
        await rows(
          `update ${table} set ${column} = $3::jsonb where id = $1::uuid and ${column}::jsonb = $2::jsonb and ${where}`,
          [id, JSON.stringify(payload), JSON.stringify(resealed)],
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
