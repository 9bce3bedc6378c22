import { sql } from "kysely";
import { centerState } from "#modules/centers/shared.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { hasWords, nameHasWords } from "#modules/kernel/lists/search-names.server.ts";
import { searchableText } from "#modules/kernel/mask.ts";
import { byShownName, nameFor, seesContacts } from "#modules/kernel/names.ts";
import type { TicketLine } from "./present.ts";
import { listTicketLines } from "./queries.ts";
import { armsOf, candidates } from "./search.ts";

/** How many of each kind a quick search shows. */
const most = { requests: 6, others: 4 };
/** How many of the newest requests are read: a name that its reader sees masked leaves one out. */
const read = 50;

type Named = { name: string; code: string | null };
export type QuickMatches = { requests: TicketLine[]; centers: Named[]; technicians: Named[] };

/**
 * Returns a few requests, centers and technicians for a text of the console's search: requests by number, name,
 * phone and pincode, the others by name and code. An admin of a client finds its client's requests only.
 */
export async function findAnywhere(actor: Actor, search: string): Promise<QuickMatches> {
  const arms = await armsOf(actor, search);
  const mine = isClient(actor);
  const [requests, centers, technicians] = await Promise.all([
    candidates(actor, search, arms, read, { newest: true }).then((keys) =>
      keys.length === 0 ? [] : listTicketLines(actor, { keys: keys, take: most.requests }).then((page) => page.rows),
    ),
    mine ? [] : centersOf(actor, search),
    mine ? [] : techniciansOf(actor, search),
  ]);
  return { requests, centers, technicians };
}

/** Centers by the beginning of their code, or by words of their name as the actor reads it. */
async function centersOf(actor: Actor, search: string): Promise<Named[]> {
  const code = search.trim().toUpperCase();
  const named = nameHasWords(search, sql`center_name`);
  const centers = await rows<Named>(
    sql`select distinct c.center_name as name, q.qr_id as code from (
       ${named ? sql`(select id from centers where ${named} limit ${sql.lit(most.others)}) union` : sql``}
       (select center_id from partner_qrs where kind = 'center' and upper(qr_id) collate "C" >= ${code}
           and upper(qr_id) collate "C" < ${`${code}\u{10ffff}`} limit ${sql.lit(most.others)})) as found (id)
     join centers c on c.id = found.id and c.is_active <> ${sql.lit(centerState.DELETED)}
     left join lateral (select qr_id from partner_qrs p where p.center_id = c.id and p.kind = 'center'
                         order by p.created_at limit 1) q on true
     limit ${sql.lit(2 * most.others)}`,
  );
  const shown = centers.flatMap(({ name, code: qrId }) => {
    const fits = hasWords(search, seesContacts(actor) ? name : searchableText(name)) || qrId?.startsWith(code);
    return fits ? [{ name: nameFor(actor, name), code: qrId }] : [];
  });
  return byShownName(shown, ({ name }) => name).slice(0, most.others);
}

async function techniciansOf(actor: Actor, search: string): Promise<Named[]> {
  const named = nameHasWords(search, sql`name`);
  if (!named) return [];
  const technicians = await rows<Named>(
    sql`select name, technician_id as code from technicians where ${named} and deleted_at is null limit ${sql.lit(most.others)}`,
  );
  return byShownName(
    technicians.filter(({ name }) => nameFor(actor, name) === name),
    ({ name }) => name,
  );
}
