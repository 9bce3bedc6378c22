import { sql } from "kysely";
import { system } from "#modules/kernel/actor.ts";
import { hmacs, keyIds, Unreadable, unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { erasureKey } from "#modules/kernel/person/erasure-key.server.ts";
import { type Person, personPlaces } from "#modules/kernel/person/person-places.server.ts";
import { beginErasure } from "./erase.ts";
import { type LoggedErasure, loggedErasures } from "./erasure-log.server.ts";

/** An erasure that cannot be done again. */
export type LostErasure = Pick<LoggedErasure, "id" | "at">;

export type Replayed = {
  /** How many erasures the log has. */
  logged: number;
  /** How many of them the database did not know. */
  again: number;
  /** Those that cannot be done, because their secret is not known here: whoever they name may be here, unrecognised. */
  lost: LostErasure[];
};

/**
 * Erase again whoever came back with a restored backup, before anybody is answered: web and worker call it as they
 * start. Costs two small queries, and only where the database does not know a logged erasure one look at each phone. What
 * is lost is looked for again each time, until `giveUp` notes it as done.
 */
export async function replayErasures({ giveUp = false } = {}): Promise<Replayed> {
  const logged = await loggedErasures();
  return transaction(async () => {
    const lost = await begunAndLost();
    if (logged.length === 0) return { logged: 0, again: 0, lost };
    // Web and worker may start together.
    await rows(sql`select pg_advisory_xact_lock(hashtextextended('replay of erasures', 0))`);
    const known = await rows<{ id: string }>(
      sql`select id from erasures where id = any(${logged.map(({ id }) => id)}::uuid[])`,
    );
    const ids = new Set(known.map(({ id }) => id));
    const unknown = logged.filter(({ id }) => !ids.has(id));
    const before = lost.length;
    const byKey = unknown.length > 0 ? await phonesByKey() : new Map<string, string>();
    for (const erasure of unknown)
      if (!(await again(erasure, byKey.get(erasure.key), { giveUp }))) lost.push({ id: erasure.id, at: erasure.at });
    if (lost.length > 0)
      log.warn({ erasures: lost.map(({ id }) => id) }, "erasures were made with a secret that is not known here");
    return { logged: logged.length, again: unknown.length - (lost.length - before), lost };
  });
}

/** Erasures that were begun, and whose phone nobody can read any more: their jobs fail. */
async function begunAndLost(): Promise<LostErasure[]> {
  const begun = await rows<{ id: string; at: string; sealed: string }>(
    sql`select id, asked_at as at, phone_sealed as sealed from erasures where finished_at is null order by asked_at`,
  );
  return begun.filter(({ sealed }) => !isReadable(sealed)).map(({ id, at }) => ({ id, at: new Date(at) }));
}

function isReadable(sealed: string): boolean {
  try {
    unseal(sealed);
    return true;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

/** Every phone of customers, requests, rides and rows of files by its keyed hashes. */
async function phonesByKey(): Promise<Map<string, string>> {
  const phones = await rows<{ phone: string }>(
    sql`select phone from consumers where phone is not null union select phone from tickets where phone <> ''
     union select alternate_phone from tickets where alternate_phone is not null
     union select phone from rides where phone <> '' union select phone from upload_rows where phone is not null`,
  );
  return new Map(phones.flatMap(({ phone }) => hmacs(erasureKey, phone).map((key) => [key, phone] as const)));
}

/** Does an erasure again, or notes that nobody came back; false when that cannot be told. */
async function again(erasure: LoggedErasure, phone: string | undefined, { giveUp }: { giveUp: boolean }) {
  const { id, consumerId, key, keyId, at } = erasure;
  const [consumer] = await rows<{ id: string; phone: string | null }>(
    sql`select id, phone from consumers where id = ${consumerId} for update`,
  );
  const personPhone = consumer?.phone ?? phone;
  if (!personPhone) {
    const isKeyKnown = keyId !== undefined && keyIds().includes(keyId);
    // Rows of which nobody knows whom they name may have come back without the phone.
    const nobody: Person = { consumerId: null, phone: "", ticketIds: [], before: at };
    for (const place of personPlaces()) if (place.byTime) await place.erase(nobody);
    // It is noted, so that the next start does not look again.
    if (isKeyKnown || giveUp)
      await rows(
        sql`insert into erasures (id, consumer_id, phone_hash, ticket_ids, asked_kind, asked_at, finished_at)
         values (${id}, null, ${key}, '{}', 'system', ${at}, ${at})`,
      );
    return isKeyKnown;
  }
  const tickets = await rows<{ id: string }>(
    sql`select id from tickets where phone = ${personPhone} and created_at <= ${at}`,
  );
  await beginErasure(system("restored backup"), {
    id,
    person: {
      consumerId: consumer?.id ?? null,
      phone: personPhone,
      ticketIds: tickets.map((ticket) => ticket.id),
      before: at,
    },
  });
  return true;
}
