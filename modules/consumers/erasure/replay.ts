import { system } from "#modules/kernel/actor.ts";
import { hmacs } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { beginErasure, erasureKey } from "./erase.ts";
import { type LoggedErasure, loggedErasures } from "./erasure-log.server.ts";

/**
 * Erase again whoever came back with a restored backup, before anybody is answered: web and worker call it as they
 * start. Costs one small query, and only where the database does not know a logged erasure one look at each phone.
 * Returns how many erasures it did not know.
 */
export async function replayErasures(): Promise<number> {
  const logged = await loggedErasures();
  if (logged.length === 0) return 0;
  return transaction(async () => {
    // Web and worker may start together.
    await rows("select pg_advisory_xact_lock(hashtextextended('replay of erasures', 0))");
    const known = await rows<{ id: string }>("select id from erasures where id = any($1::uuid[])", [
      logged.map(({ id }) => id),
    ]);
    const ids = new Set(known.map(({ id }) => id));
    const unknown = logged.filter(({ id }) => !ids.has(id));
    if (unknown.length === 0) return 0;
    const byKey = await phonesByKey();
    for (const erasure of unknown) await again(erasure, byKey.get(erasure.key));
    return unknown.length;
  });
}

/** Every phone of customers and requests by its keyed hashes. */
async function phonesByKey(): Promise<Map<string, string>> {
  const phones = await rows<{ phone: string }>(
    "select phone from consumers where phone is not null union select phone from tickets where phone <> ''",
  );
  return new Map(phones.flatMap(({ phone }) => hmacs(erasureKey, phone).map((key) => [key, phone] as const)));
}

async function again({ id, consumerId, key, at }: LoggedErasure, phone: string | undefined) {
  const [consumer] = await rows<{ id: string; phone: string | null }>(
    "select id, phone from consumers where id = $1 for update",
    [consumerId],
  );
  const theirs = consumer?.phone ?? phone;
  if (!theirs) {
    // Nobody came back: it is noted, so that the next start does not look again.
    await rows(
      `insert into erasures (id, consumer_id, phone_hash, ticket_ids, asked_kind, asked_at, finished_at)
       values ($1, null, $2, '{}', 'system', $3, $3)`,
      [id, key, at],
    );
    return;
  }
  const tickets = await rows<{ id: string }>("select id from tickets where phone = $1 and created_at <= $2", [
    theirs,
    at,
  ]);
  await beginErasure(system("restored backup"), {
    id,
    key,
    person: {
      consumerId: consumer?.id ?? null,
      phone: theirs,
      ticketIds: tickets.map((ticket) => ticket.id),
      before: at,
    },
  });
}
