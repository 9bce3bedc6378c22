import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { anyOf, type Sql } from "#modules/kernel/db/sql.ts";
import { digitsAndAts, hasWords, nameHasWords } from "#modules/kernel/lists/search-names.server.ts";
import { searchableText } from "#modules/kernel/mask.ts";
import { seesContacts } from "#modules/kernel/names.ts";
import { bareDigits, bareNumber } from "#modules/kernel/text/digits.ts";
import { may, visibleTo } from "../policy.ts";
import { hidesContacts } from "../reading.ts";

/*
 * How operators find requests: by number, name, phone, pincode, center and technician, each by an index. Statements are planned
 * once for all values, so a search with few results is told from one with many before the list is read: few are
 * named by their ids, and of each center's and technician's requests a page reads the newest; of many the list's own
 * order meets the next page soon.
 */

/** Up to this many requests are named by their ids. */
export const few = 500;
/** The most centers and technicians whose requests a search lists. */
const mostOwners = 50;

/** Greater than every text that begins with a prefix, in byte order. */
const beyond = (prefix: string) => `${prefix}\u{10ffff}`;

const startsWith = (column: Sql, prefix: string) =>
  sql`${column} collate "C" >= ${prefix} and ${column} collate "C" < ${beyond(prefix)}`;

/** Whose requests are found, and the column that names them. */
const owners = { center: sql`t.center_id`, technician: sql`t.technician_id` };
type Owner = keyof typeof owners;

/** The conditions over `tickets t` by which requests themselves are found. */
type Arms = { number?: Sql; name?: Sql; phone?: Sql; pincode?: Sql };
const armNames = ["number", "name", "phone", "pincode"] as const satisfies readonly (keyof Arms)[];
/** The centers and technicians a search means, as SQL: the id, and the name where it was found by it, else null. */
type Owners = Record<Owner, Sql>;

/**
 * The conditions over `tickets t` of which a found request meets one. Phones are searched by SUPER_ADMINs from three
 * digits on, by other admins who may only whole; an actor finds nothing by a number they may not see (fixed point 16).
 * Six digits are a pincode, unless the number of a request begins so.
 */
export async function armsOf(actor: Actor, search: string): Promise<Arms> {
  const word = search.trim();
  const number = numberOf(word.toUpperCase());
  const name = nameHasWords(word, sql`t.name`);
  const phone = phoneOf(actor, word);
  const digits = bareDigits(word);
  const isPincode = /^[1-9]\d{5}$/.test(digits) && !(number && (await finds(actor, number)));
  return {
    ...(number && { number }),
    ...(name && { name }),
    ...(phone && { phone }),
    ...(isPincode && { pincode: sql`t.pincode = ${digits}` }),
  };
}

/** Whether any request the actor may see meets a condition. */
async function finds(actor: Actor, condition: Sql): Promise<boolean> {
  const matches = await rows(
    sql`select 1 from tickets t where ${condition} and ${visibleTo(actor)} and t.deleted_at is null limit 1`,
  );
  return matches.length > 0;
}

/** The centers and technicians whose requests a search means. */
function ownersMeant(search: string): Owners {
  const high = search.trim().toUpperCase();
  const named = (owner: Sql, name: Sql) => {
    const condition = nameHasWords(search, name);
    return condition && sql`select id, ${name} from ${owner} where ${condition} limit ${sql.lit(mostOwners)}`;
  };
  return {
    center: unionOf(
      named(sql`centers c`, sql`c.center_name`),
      sql`select q.center_id, null from partner_qrs q where q.kind = 'center' and ${startsWith(sql`upper(q.qr_id)`, high)}
          limit ${sql.lit(mostOwners)}`,
    ),
    technician: unionOf(
      named(sql`technicians w`, sql`w.name`),
      sql`select w.id, null from technicians w where w.technician_id = ${high}`,
    ),
  };
}

const unionOf = (byName: Sql | undefined, byCode: Sql) => (byName ? sql`(${byName}) union (${byCode})` : byCode);

/** A request's number from its beginning, with or without `REQ-`, or its last four letters, as people say them. */
function numberOf(word: string): Sql | undefined {
  if (/^[A-Z0-9]{4}$/.test(word)) return sql`right(t.ticket_id, 4) = ${word}`;
  const full = /^REQ/.test(word) ? word : /^\d{6}(-[A-Z0-9]*)?$/.test(word) ? `REQ-${word}` : undefined;
  return full ? startsWith(sql`t.ticket_id`, full) : undefined;
}

function phoneOf(actor: Actor, word: string): Sql | undefined {
  const digits = bareNumber(word);
  if (!/^[6-9]\d{2,9}$/.test(digits)) return undefined;
  if (digits.length === 10) return may(actor, "findByPhone") ? sql`t.phone = ${digits}` : undefined;
  if (!seesContacts(actor)) return undefined;
  return sql`t.phone between ${digits.padEnd(10, "0")} and ${digits.padEnd(10, "9")}`;
}

/** Whether of more results than requested the newest are returned; without it the first of the index. */
type CandidateOrder = { newest?: boolean };

/**
 * The ids of the requests an actor may see that meet one of the conditions, at most `most` of each; those whose matching
 * name the actor would see masked are left out.
 */
export async function candidates(
  actor: Actor,
  search: string,
  arms: Arms,
  most: number,
  { newest = false }: CandidateOrder = {},
): Promise<string[]> {
  const order = newest ? sql`order by t.created_at desc, t.id desc` : sql``;
  const visible = visibleTo(actor);
  const parts = armNames.flatMap((arm) => {
    const condition = arms[arm];
    return condition
      ? sql`(select ${sql.lit(arm)} as arm, t.id, t.name from tickets t
              where ${condition} and ${visible} ${order} limit ${sql.lit(most)})`
      : [];
  });
  if (parts.length === 0) return [];
  const matches = await rows<{ arm: string; id: string; name: string }>(sql.join(parts, sql` union all `));
  const shown = hidesContacts(actor)
    ? matches.filter(({ arm, name }) => arm !== "name" || isShown(name, search))
    : matches;
  return [...new Set(shown.map(({ id }) => id))];
}

const isShown = (name: string, search: string) => hasWords(search, searchableText(name));

/** The centers and technicians a search means; those whose matching name the actor would see masked are left out. */
async function ownersOf(actor: Actor, search: string, arms: Owners): Promise<Record<Owner, string[]>> {
  const matches = await rows<{ owner: Owner; id: string; name: string | null }>(
    sql.join(
      (Object.keys(owners) as Owner[]).map(
        (owner) => sql`select ${sql.lit(owner)} as owner, id, name from (${arms[owner]}) as found (id, name)`,
      ),
      sql` union all `,
    ),
  );
  const shown = matches.filter(({ name }) => name === null || !hidesContacts(actor) || isShown(name, search));
  const idsOf = (wanted: Owner) => [...new Set(shown.filter(({ owner }) => owner === wanted).map(({ id }) => id))];
  return { center: idsOf("center"), technician: idsOf("technician") };
}

/** What else a page's query asks of `tickets t`. */
type Rest = { where: Sql; order: Sql; limit: Sql };

/** What a search finds: as a condition over `tickets t`, and as the query of the rows of one page. */
export type Search = { condition: Sql; page: (rest: Rest) => Sql };

/** A search that is only a condition. */
export const searchedBy = (condition: Sql): Search => ({
  condition,
  page: ({ where, order, limit }) =>
    sql`select t.* from tickets t where ${condition} and ${where} order by ${order} limit ${limit}`,
});

/** What an operator's search in a list finds. */
export async function operatorsSearch(actor: Actor, search: string): Promise<Search> {
  const arms = await armsOf(actor, search);
  const matches = await candidates(actor, search, arms, few + 1);
  const ids = await ownersOf(actor, search, ownersMeant(search));
  const whose = (Object.keys(owners) as Owner[])
    .filter((owner) => ids[owner].length > 0)
    .map((owner) => ({ column: owners[owner], ids: sql`${ids[owner]}::uuid[]` }));
  const ownerConditions = whose.map(({ column, ids }) => sql`${column} = any(${ids})`);
  if (matches.length > few) {
    const { name, ...others } = arms;
    const unmasked = hidesContacts(actor) ? sql` and t.name !~ ${digitsAndAts}` : sql``;
    const named = name && sql`${name}${unmasked}`;
    return searchedBy(anyOf([named, ...Object.values(others), ...ownerConditions]));
  }
  const named = matches.length > 0 ? [sql`t.id = any(${matches}::uuid[])`] : [];
  return {
    condition: anyOf([...named, ...ownerConditions]),
    page: (rest) => together([...named.map((one) => searchedBy(one).page(rest)), ...whose.map(newestOf(rest))], rest),
  };
}

/** The first requests of each owner, by the index of its list. */
const newestOf =
  ({ where, order, limit }: Rest) =>
  ({ column, ids }: { column: Sql; ids: Sql }) =>
    sql`select t.* from unnest(${ids}) as owner (id) cross join lateral (
       select * from tickets t where ${column} = owner.id and ${where} order by ${order} limit ${limit}) t`;

/** One page of several queries, each request once. */
function together(queries: Sql[], rest: Rest) {
  if (queries.length === 0) return searchedBy(sql`false`).page(rest);
  const { order, limit } = rest;
  const all = sql.join(
    queries.map((each) => sql`(${each})`),
    sql` union all `,
  );
  return sql`select distinct on (t.created_at, t.id) t.* from (${all}) t order by ${order} limit ${limit}`;
}
