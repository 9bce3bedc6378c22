import { sql } from "kysely";
import { enterConsumer } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmacs } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { erasureKey } from "#modules/kernel/person/erasure-key.server.ts";
import { type Person, personPlaces, placeName } from "#modules/kernel/person/person-places.server.ts";
import { needMay } from "../policy.ts";
import type { PartnerKind } from "../shared.ts";

/** The places that name a customer as a customer; the others hold codes and messages, which partners have, too. */
const ofCustomers = [
  "tickets",
  "tickets alternate",
  "rides",
  "booking_drafts",
  "waitlist",
  "upload_rows",
  "visitor_phones",
];

/**
 * The customer with a phone, for who erases a person or hands out what is held: also one whom only requests of clients,
 * centers and operators name, rides, files, drafts or messages. Whoever was not registered is entered, by the name of the
 * latest request. For a phone that was erased and came not again it is that erased customer. Refuses a partner's phone
 * that no customer has with `consumers.partnerOnly`, and one that is nowhere with `consumers.nowhere`: with `inWords` it is
 * entered nevertheless, because words of others' requests and remarks are read by the erasure's job, not while somebody
 * waits.
 */
export const openPerson = (actor: Actor, phone: string, { inWords = false } = {}): Promise<string> =>
  transaction(async () => {
    needMay(actor, "erase");
    // Two who open the same phone at once find the same customer.
    await rows(sql`select pg_advisory_xact_lock(hashtextextended(${`person ${phone}`}, 0))`);
    const registered = await row(sql<{ id: string }>`select id from consumers where phone = ${phone}`);
    if (registered) return registered.id;
    const named = await placesNaming(phone);
    if (named.some((place) => ofCustomers.includes(place)))
      return enterConsumer(actor, { name: await nameOf(phone), phone });
    const erased = await row(
      sql<{ consumer_id: string | null; finished: boolean }>`
        select consumer_id, finished_at is not null as finished from erasures
         where phone_hash = any(${hmacs(erasureKey, phone)}) and consumer_id is not null order by asked_at desc limit 1`,
    );
    const over = erased?.consumer_id;
    if (over && (!erased.finished || named.length === 0)) return over;
    if ((await partnersWith(phone)).length > 0) throw conflict("consumers.partnerOnly");
    if (named.length === 0 && !inWords) throw missing("consumers.nowhere");
    return enterConsumer(actor, { name: "-", phone });
  });

/** The places that hold something of a phone. */
async function placesNaming(phone: string): Promise<string[]> {
  const tickets = await rows(sql<{ id: string }>`select id from tickets where phone = ${phone}`);
  const person: Person = { consumerId: null, phone, ticketIds: tickets.map(({ id }) => id), before: now() };
  const named: string[] = [];
  for (const place of personPlaces()) if ((await place.held(person)).length > 0) named.push(placeName(place));
  return named;
}

/** The name of the latest request or ride of a phone. */
async function nameOf(phone: string): Promise<string> {
  const match = await row(
    sql<{ name: string }>`
      select name from (select name, created_at from tickets where phone = ${phone}
                        union all select name, created_at from rides where phone = ${phone}) named
       order by created_at desc limit 1`,
  );
  return match?.name || "-";
}

/** Whose number a phone is besides: partners and admins keep theirs when a customer is erased. */
export async function partnersWith(phone: string): Promise<PartnerKind[]> {
  const partners = await rows(
    sql<{ kind: PartnerKind }>`
      select 'center' as kind where exists (select from centers where phone = ${phone})
      union all select 'technician' where exists (select from technicians where phone = ${phone} and deleted_at is null)
      union all select 'onboarder' where exists (select from onboarders where phone = ${phone})
      union all select 'client' where exists (select from clients where contact_phone = ${phone} and deleted_at is null)
      union all select 'admin' where exists (select from admins where mobile = ${phone} and deleted_at is null)`,
  );
  return partners.map(({ kind }) => kind);
}
