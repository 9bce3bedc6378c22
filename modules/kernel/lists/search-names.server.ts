import { sql } from "kysely";
import { rows } from "../db/db.server.ts";
import type { Sql } from "../db/sql.ts";
import { searchableText, withoutContacts } from "../mask.ts";
import { unicodeRuns } from "../text/unicode-runs.ts";

/*
 * A search in names that may hold a phone or an e-mail address sees what its reader sees: of a masked name the rest
 * finds it, and its hidden part does not, so nobody reads that part letter by letter.
 */

/** Up to this many found names are compared one by one with what the reader sees. */
const most = 2_000;

/** Every digit of every script, and the signs of an address, for a regular expression of PostgreSQL. */
export const digitsAndAts = `[${unicodeRuns(/[\p{N}@＠﹫]+/gu)
  .map((run) => [...run])
  .map((run) => `${run.at(0)}-${run.at(-1)}`)
  .join("")}]`;

type NameSearch = {
  /** Whether the reader sees these names without the phones and addresses in them. */
  masked: boolean;
  /** The statement of the rows that are searched, without conditions; its columns are `id` and `name`. */
  select: Sql;
  /** The columns of that statement that hold id and name. */
  id: Sql;
  name: Sql;
  /** The condition of the search on those rows. */
  condition: Sql;
  /** Whether the searchable text of a name fits the search. */
  fits: (shown: string) => boolean;
};

/**
 * The condition of a search in names, narrowed to what its reader sees. When a search finds very many names, those with
 * a digit or an address sign are left out instead of compared.
 */
export async function searchInNames(search: NameSearch): Promise<Sql> {
  const { masked, select, id, name, condition, fits } = search;
  if (!masked) return condition;
  const matches = await rows<{ id: string; name: string }>(
    sql`${select} where ${condition} limit ${sql.lit(most + 1)}`,
  );
  if (matches.length > most) return sql`(${condition} and ${name} !~ ${digitsAndAts})`;
  const left = matches.filter(({ name }) => onlyHidden(name, fits)).map(({ id }) => id);
  return left.length === 0 ? condition : sql`(${condition} and ${id} <> all (${left}::uuid[]))`;
}

/** Whether a name fits by its hidden part alone. */
const onlyHidden = (name: string, fits: NameSearch["fits"]) =>
  withoutContacts(name) !== name && !fits(searchableText(name));

/** The signs between words: those of ASCII, quotation marks, dashes, dandas, and spaces of every width. */
const signs =
  ' \t\n\r!"#$%&()*+,-./:;<=>?@[]^_`{|}~\u00a0\u00ad\u0964\u0965\u2010\u2011\u2013\u2014\u2018\u2019\u201c\u201d\u200b\u200c\u200d\u2060\ufeff';
const between = sql.lit(`${signs}'`);
const spaces = sql.lit(" ".repeat(signs.length + 1));

/**
 * SQL: the words of a name, as the indexes of names have them. Not by the parser of PostgreSQL: for it `K.Verma` is the
 * name of a host, `<b>` markup, and a Tamil figure no part of a word.
 */
const wordsOf = (name: Sql) =>
  sql`array_to_tsvector(array_remove(string_to_array(translate(lower(${name}), ${between}, ${spaces}), ' '), ''))`;

/** The words of a search. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * SQL: whether each word of a search is the beginning of a word of the name, in any order: `cool del` finds
 * `Delhi Cooling`. Nothing where the search has no words.
 */
export function nameHasWords(search: string, name: Sql): Sql | undefined {
  const words = wordsIn(search);
  if (words.length === 0) return undefined;
  // Words are letters, marks and figures: none has a quotation mark.
  const query = words.map((word) => `'${word}':*`).join(" & ");
  return sql`${wordsOf(name)} @@ lower(${query})::tsquery`;
}

/** Whether a text has the words of a search as `nameHasWords` says. */
export function hasWords(search: string, text: string): boolean {
  const there = wordsIn(text.toLowerCase());
  return wordsIn(search).every((word) => there.some((each) => each.startsWith(word.toLowerCase())));
}

/** A search by words among names, narrowed to what its reader sees. */
export function searchByWords(
  search: string,
  { masked, select, id, name }: Pick<NameSearch, "masked" | "select" | "id" | "name">,
): Promise<Sql> | undefined {
  const condition = nameHasWords(search, name);
  if (!condition) return undefined;
  return searchInNames({ masked, select, id, name, condition, fits: (shown) => hasWords(search, shown) });
}
