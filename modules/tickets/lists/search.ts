import { type Actor, isSuperAdmin } from "#modules/kernel/actor.ts";
import { type Bind, binds } from "#modules/kernel/db/binds.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { bareNumber } from "#modules/kernel/text/digits.ts";
import { mayFindByPhone, visibleTo } from "../policy.ts";
import { hidesContacts, readings } from "../reading.ts";

/*
 * How operators find requests: by number, name, phone, center and technician, each by an index. Statements are planned
 * once for all values, so a search that finds few is told from one that finds many before the list is read: few are
 * named by their ids, of many the list's own order meets the next page soon.
 */

/** Up to this many requests are named by their ids. */
export const few = 500;
/** The most centers and technicians whose requests a search lists. */
const mostOwners = 50;

/** Greater than every text that begins with a prefix, in byte order. */
const beyond = (prefix: string) => `${prefix}\u{10ffff}`;

const startsWith = (column: string, prefix: string, bind: Bind) =>
  `${column} collate "C" >= ${bind(prefix)} and ${column} collate "C" < ${bind(beyond(prefix))}`;

/** A name that may hold a number or an address is not searched by whoever would see it masked. */
const unmasked = (actor: Actor, column: string) => (hidesContacts(actor) ? ` and ${column} !~ '[0-9@]'` : "");

type Arm = "number" | "name" | "phone" | "center" | "technician";
type Condition = (bind: Bind) => string;

/** The centers and technicians a search means: which of a request's columns names one, and their ids as SQL. */
type Owners = { column: "t.center_id" | "t.technician_id"; ids: Condition };
type Arms = Partial<Record<Arm, Condition | Owners>>;
type AllArms = { number?: Condition; name: Condition; phone?: Condition; center: Owners; technician: Owners };

/**
 * The conditions over `tickets t` of which a found request meets one. Phones are searched by SUPER_ADMINs from three
 * digits on, by others who may only whole; nobody else finds anything by a number they may not see (fixed point 16).
 */
export function armsOf(actor: Actor, search: string): AllArms {
  const word = search.trim();
  const [low, high] = [word.toLowerCase(), word.toUpperCase()];
  const number = numberOf(high);
  const phone = phoneOf(actor, word);
  return {
    ...(number && { number }),
    name: (bind) => startsWith("lower(t.name)", low, bind),
    ...(phone && { phone }),
    center: {
      column: "t.center_id",
      ids: (bind) =>
        `(select c.id from centers c where ${startsWith("lower(c.center_name)", low, bind)} limit ${mostOwners})
         union all
         (select q.center_id from partner_qrs q where q.kind = 'center' and ${startsWith("upper(q.qr_id)", high, bind)}
           limit ${mostOwners})`,
    },
    technician: {
      column: "t.technician_id",
      ids: (bind) =>
        `(select w.id from technicians w where ${startsWith("lower(w.name)", low, bind)}${unmasked(actor, "w.name")}
           limit ${mostOwners})
         union all
         (select w.id from technicians w where w.technician_id = ${bind(high)})`,
    },
  };
}

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

export type Candidate = { key: string; publicId: string };

/**
 * The requests an actor may see that meet one of the conditions, at most `most` of each; those whose matching name the
 * actor would see masked are left out.
 */
export async function candidates(actor: Actor, search: string, arms: Arms, most: number): Promise<Candidate[]> {
  const { params, bind } = binds();
  const visible = visibleTo(actor, bind);
  const parts = Object.entries(arms).map(
    ([arm, of]) =>
      `(select '${arm}' as arm, t.id as key, t.public_id as "publicId", t.name from ${
        typeof of === "function" ? `tickets t where ${of(bind)} and ${visible}` : requestsOf(of, visible, bind, most)
      } limit ${most})`,
  );
  const found = await rows<Candidate & { arm: Arm; name: string }>(parts.join(" union all "), params);
  const shown = hidesContacts(actor) ? found.filter(({ arm, name }) => arm !== "name" || isShown(name, search)) : found;
  return [...new Map(shown.map(({ key, publicId }) => [key, { key, publicId }])).values()];
}

/** The newest requests of each owner by the index of its list: without an order the plan would read all requests. */
const requestsOf = ({ column, ids }: Owners, visible: string, bind: Bind, most: number) =>
  `(${ids(bind)}) as owner (id) cross join lateral (
     select * from tickets t where ${column} = owner.id and ${visible}
      order by t.created_at desc, t.id desc limit ${most}) t`;

const isShown = (name: string, search: string) =>
  readings.office.name(name).toLowerCase().startsWith(search.trim().toLowerCase());

/** The SQL condition over `tickets t` for what an operator searches in a list. */
export async function operatorsSearch(actor: Actor, search: string, bind: Bind): Promise<string> {
  const arms = armsOf(actor, search);
  const found = await candidates(actor, search, arms, few + 1);
  if (found.length <= few) return `t.id = any(${bind(found.map(({ key }) => key))}::uuid[])`;
  const { name, ...others } = arms;
  const conditions = Object.values(others).map((of) =>
    typeof of === "function" ? of(bind) : `${of.column} = any(array(${of.ids(bind)}))`,
  );
  return `(${[`${name(bind)}${unmasked(actor, "t.name")}`, ...conditions].map((each) => `(${each})`).join(" or ")})`;
}
