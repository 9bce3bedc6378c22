import { type Actor, isSuperAdmin } from "#modules/kernel/actor.ts";
import { type Bind, binds } from "#modules/kernel/db/binds.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { digitsAndAts, hasWords, nameHasWords } from "#modules/kernel/lists/search-names.server.ts";
import { searchableText } from "#modules/kernel/mask.ts";
import { bareDigits, bareNumber } from "#modules/kernel/text/digits.ts";
import { mayFindByPhone, visibleTo } from "../policy.ts";
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

const startsWith = (column: string, prefix: string, bind: Bind) =>
  `${column} collate "C" >= ${bind(prefix)} and ${column} collate "C" < ${bind(beyond(prefix))}`;

/** Whose requests are found, and the column that names them. */
const owners = { center: "t.center_id", technician: "t.technician_id" } as const;
type Owner = keyof typeof owners;
type Condition = (bind: Bind) => string;

/** The conditions over `tickets t` by which requests themselves are found. */
type Arms = { number?: Condition; name?: Condition; phone?: Condition; pincode?: Condition };
const armNames = ["number", "name", "phone", "pincode"] as const satisfies readonly (keyof Arms)[];
/** The centers and technicians a search means, as SQL: the id, and the name where it was found by it, else null. */
type Owners = Record<Owner, Condition>;

/**
 * The conditions over `tickets t` of which a found request meets one. Phones are searched by SUPER_ADMINs from three
 * digits on, by other admins who may only whole; an actor finds nothing by a number they may not see (fixed point 16).
 * Six digits are a pincode, unless the number of a request begins so.
 */
export async function armsOf(actor: Actor, search: string): Promise<Arms> {
  const word = search.trim();
  const number = numberOf(word.toUpperCase());
  const name = nameHasWords(word, "t.name");
  const phone = phoneOf(actor, word);
  const digits = bareDigits(word);
  const isPincode = /^[1-9]\d{5}$/.test(digits) && !(number && (await finds(actor, number)));
  return {
    ...(number && { number }),
    ...(name && { name }),
    ...(phone && { phone }),
    ...(isPincode && { pincode: (bind: Bind) => `t.pincode = ${bind(digits)}` }),
  };
}

/** Whether any request the actor may see meets a condition. */
async function finds(actor: Actor, condition: Condition): Promise<boolean> {
  const { params, bind } = binds();
  const matches = await rows(
    `select 1 from tickets t where ${condition(bind)} and ${visibleTo(actor, bind)} and t.deleted_at is null limit 1`,
    params,
  );
  return matches.length > 0;
}

/** The centers and technicians whose requests a search means. */
function ownersMeant(search: string): Owners {
  const high = search.trim().toUpperCase();
  const named = (owner: string, name: string) => (bind: Bind) => {
    const condition = nameHasWords(search, name);
    return condition ? `select id, ${name} from ${owner} where ${condition(bind)} limit ${mostOwners}` : undefined;
  };
  const centers = named("centers c", "c.center_name");
  const technicians = named("technicians w", "w.name");
  return {
    center: (bind) =>
      eachOf([
        centers(bind),
        `select q.center_id, null from partner_qrs q where q.kind = 'center' and ${startsWith("upper(q.qr_id)", high, bind)}
          limit ${mostOwners}`,
      ]),
    technician: (bind) =>
      eachOf([technicians(bind), `select w.id, null from technicians w where w.technician_id = ${bind(high)}`]),
  };
}

const eachOf = (queries: (string | undefined)[]) =>
  queries
    .filter(Boolean)
    .map((query) => `(${query})`)
    .join(" union ");

/** A request's number from its beginning, with or without `REQ-`, or its last four letters, as people say them. */
function numberOf(word: string): Condition | undefined {
  if (/^[A-Z0-9]{4}$/.test(word)) return (bind) => `right(t.ticket_id, 4) = ${bind(word)}`;
  const full = /^REQ/.test(word) ? word : /^\d{6}(-[A-Z0-9]*)?$/.test(word) ? `REQ-${word}` : undefined;
  return full ? (bind) => startsWith("t.ticket_id", full, bind) : undefined;
}

function phoneOf(actor: Actor, word: string): Condition | undefined {
  const digits = bareNumber(word);
  if (!/^[6-9]\d{2,9}$/.test(digits)) return undefined;
  if (digits.length === 10) return mayFindByPhone(actor) ? (bind) => `t.phone = ${bind(digits)}` : undefined;
  if (!isSuperAdmin(actor) && actor.kind !== "system") return undefined;
  return (bind) => `t.phone between ${bind(digits.padEnd(10, "0"))} and ${bind(digits.padEnd(10, "9"))}`;
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
  const order = newest ? "order by t.created_at desc, t.id desc" : "";
  const { params, bind } = binds();
  const visible = visibleTo(actor, bind);
  const parts = armNames.flatMap((arm) => {
    const condition = arms[arm]?.(bind);
    return condition
      ? `(select '${arm}' as arm, t.id, t.name from tickets t where ${condition} and ${visible} ${order} limit ${most})`
      : [];
  });
  if (parts.length === 0) return [];
  const matches = await rows<{ arm: string; id: string; name: string }>(parts.join(" union all "), params);
  const shown = hidesContacts(actor)
    ? matches.filter(({ arm, name }) => arm !== "name" || isShown(name, search))
    : matches;
  return [...new Set(shown.map(({ id }) => id))];
}

const isShown = (name: string, search: string) => hasWords(search, searchableText(name));

/** The centers and technicians a search means; those whose matching name the actor would see masked are left out. */
async function ownersOf(actor: Actor, search: string, arms: Owners): Promise<Record<Owner, string[]>> {
  const { params, bind } = binds();
  const matches = await rows<{ owner: Owner; id: string; name: string | null }>(
    (Object.keys(owners) as Owner[])
      .map((owner) => `select '${owner}' as owner, id, name from (${arms[owner](bind)}) as ${owner} (id, name)`)
      .join(" union all "),
    params,
  );
  const shown = matches.filter(({ name }) => name === null || !hidesContacts(actor) || isShown(name, search));
  const of = (wanted: Owner) => [...new Set(shown.filter(({ owner }) => owner === wanted).map(({ id }) => id))];
  return { center: of("center"), technician: of("technician") };
}

/** What else a page's query asks of `tickets t`. */
type Rest = { where: string; order: string; limit: string };

/** What a search finds: as a condition over `tickets t`, and as the query of the rows of one page. */
export type Search = { condition: string; page: (rest: Rest) => string };

/** A search that is only a condition. */
export const searchedBy = (condition: string): Search => ({
  condition,
  page: ({ where, order, limit }) =>
    `select t.* from tickets t where ${condition} and ${where} order by ${order} limit ${limit}`,
});

/** What an operator's search in a list finds. */
export async function operatorsSearch(actor: Actor, search: string, bind: Bind): Promise<Search> {
  const arms = await armsOf(actor, search);
  const matches = await candidates(actor, search, arms, few + 1);
  const ids = await ownersOf(actor, search, ownersMeant(search));
  const whose = (Object.keys(owners) as Owner[])
    .filter((owner) => ids[owner].length > 0)
    .map((owner) => ({ column: owners[owner], ids: `${bind(ids[owner])}::uuid[]` }));
  const ownerConditions = whose.map(({ column, ids }) => `${column} = any(${ids})`);
  if (matches.length > few) {
    const { name, ...others } = arms;
    const unmasked = hidesContacts(actor) ? ` and t.name !~ ${bind(digitsAndAts)}` : "";
    const named = name ? [`${name(bind)}${unmasked}`] : [];
    const conditions = Object.values(others).map((of) => of(bind));
    return searchedBy(eitherOf([...named, ...conditions, ...ownerConditions]));
  }
  const named = matches.length > 0 ? [`t.id = any(${bind(matches)}::uuid[])`] : [];
  return {
    condition: eitherOf([...named, ...ownerConditions]),
    page: (rest) => together([...named.map((one) => searchedBy(one).page(rest)), ...whose.map(newestOf(rest))], rest),
  };
}

const eitherOf = (conditions: string[]) => `(${conditions.map((each) => `(${each})`).join(" or ") || "false"})`;

/** The first requests of each owner, by the index of its list. */
const newestOf =
  ({ where, order, limit }: Rest) =>
  ({ column, ids }: { column: string; ids: string }) =>
    `select t.* from unnest(${ids}) as owner (id) cross join lateral (
       select * from tickets t where ${column} = owner.id and ${where} order by ${order} limit ${limit}) t`;

/** One page of several queries, each request once. */
function together(queries: string[], rest: Rest) {
  if (queries.length === 0) return searchedBy("false").page(rest);
  const { order, limit } = rest;
  const all = queries.map((each) => `(${each})`).join(" union all ");
  return `select distinct on (t.created_at, t.id) t.* from (${all}) t order by ${order} limit ${limit}`;
}
