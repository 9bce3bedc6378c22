import { centerState } from "#modules/centers/shared.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { searchableText } from "#modules/kernel/mask.ts";
import { byShownName, nameFor, seesContacts } from "#modules/kernel/names.ts";
import type { TicketLine } from "./present.ts";
import { listTicketLines } from "./queries.ts";
import { armsOf, candidates } from "./search.ts";

/** How many of each kind a quick search shows. */
const most = { requests: 6, others: 4 };
/** How many requests the newest ones are chosen from. */
const read = 50;

type Named = { name: string; code: string | null };
export type FoundAnywhere = { requests: TicketLine[]; centers: Named[]; technicians: Named[] };

/**
 * A few requests, centers and technicians for what is typed into the console's search: requests by number, name and
 * phone, the others by name and code. An admin of a client finds its client's requests only.
 */
export async function findAnywhere(actor: Actor, search: string): Promise<FoundAnywhere> {
  const { number, name, phone } = armsOf(actor, search);
  const arms = { ...(number && { number }), name, ...(phone && { phone }) };
  const mine = isClient(actor);
  const [requests, centers, technicians] = await Promise.all([
    candidates(actor, search, arms, read).then((found) =>
      found.length === 0 ? [] : listTicketLines(actor, { keys: found, take: most.requests }).then((page) => page.rows),
    ),
    mine ? [] : centersOf(actor, search),
    mine ? [] : techniciansOf(actor, search),
  ]);
  return { requests, centers, technicians };
}

const bounds = (search: string) => {
  const [low, high] = [search.trim().toLowerCase(), search.trim().toUpperCase()];
  return [low, `${low}\u{10ffff}`, high, `${high}\u{10ffff}`];
};

/** Centers by the beginning of their code, or of their name as the actor reads it. */
async function centersOf(actor: Actor, search: string): Promise<Named[]> {
  const found = await rows<Named>(
    `select distinct c.center_name as name, q.qr_id as code from (
       (select id from centers where lower(center_name) collate "C" >= $1 and lower(center_name) collate "C" < $2
         limit ${most.others})
       union
       (select center_id from partner_qrs where kind = 'center' and upper(qr_id) collate "C" >= $3
           and upper(qr_id) collate "C" < $4 limit ${most.others})) as found
     join centers c on c.id = found.id and c.is_active <> ${centerState.DELETED}
     left join lateral (select qr_id from partner_qrs p where p.center_id = c.id and p.kind = 'center'
                         order by p.created_at limit 1) q on true
     limit ${2 * most.others}`,
    bounds(search),
  );
  const [low] = bounds(search);
  const shown = found.flatMap(({ name, code }) => {
    const searched = seesContacts(actor) ? name : searchableText(name);
    const fits = searched.toLowerCase().startsWith(low!) || code?.toLowerCase().startsWith(low!);
    return fits ? [{ name: nameFor(actor, name), code }] : [];
  });
  return byShownName(shown, ({ name }) => name).slice(0, most.others);
}

async function techniciansOf(actor: Actor, search: string): Promise<Named[]> {
  const [low, beyond] = bounds(search);
  const found = await rows<Named>(
    `select name, technician_id as code from technicians
      where lower(name) collate "C" >= $1 and lower(name) collate "C" < $2 and deleted_at is null
      order by lower(name) collate "C", id limit ${most.others}`,
    [low, beyond],
  );
  return found.filter(({ name }) => nameFor(actor, name) === name);
}
