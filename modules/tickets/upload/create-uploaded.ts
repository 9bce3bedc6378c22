import { randomBytes, randomUUIDv7 } from "node:crypto";
import { offerOfCode, returnUse, type TakenOffer, takeOffer } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { countUses, holdUse } from "../booking/offer-uses.ts";
import { recordOnAll } from "../history.ts";
import { lettersIn, randomNumber } from "../number.ts";
import type { CheckedRow, UploadedRequest } from "./checked-row.ts";

/** A row that can be created, and the ids of its request. */
type Draft = { row: CheckedRow; wish: UploadedRequest; id: string; publicId: string };

export type Created = { place: number; ticketId: string };

/**
 * Rounds of drawing numbers: a number that is taken is drawn anew, from the third round on from a larger supply. Many
 * requests begin with that: the short numbers of a day are for people who say them on the telephone.
 */
const rounds = 6;
const many = 100;

/**
 * Creates the requests of checked rows in the running transaction, all of them in one statement; matching follows by a
 * job. A row whose key was taken meanwhile is created by nobody: the unique index decides. What cannot be created is
 * told by `refused`.
 */
export async function createUploaded(
  actor: ActorOf<"admin">,
  checked: readonly CheckedRow[],
): Promise<{ created: Created[]; refused: CheckedRow[] }> {
  const refused: CheckedRow[] = [];
  let waiting: Draft[] = checked.map((row) => ({
    row,
    wish: row.wish!,
    id: randomUUIDv7(),
    publicId: randomBytes(16).toString("base64url"),
  }));
  const taken = await takeOffers(waiting, refused);
  const without = new Set(refused.map(({ place }) => place));
  waiting = waiting.filter(({ row }) => !without.has(row.place));
  const created: Draft[] = [];
  for (let round = waiting.length > many ? 2 : 0; waiting.length > 0 && round < rounds; round++) {
    const made = new Set(await insertAll(actor, waiting, lettersIn(round)));
    created.push(...waiting.filter(({ id }) => made.has(id)));
    waiting = waiting.filter(({ id }) => !made.has(id));
    if (waiting.length > 0) waiting = await withoutTaken(waiting, refused);
  }
  if (waiting.length > 0) throw new Error("no number was free for an uploaded request");
  const ids = new Map(created.map(({ id, row }) => [row, id]));
  for (const [row, offer] of taken) {
    const id = ids.get(row);
    if (id) holdUse({ id }, offer.id);
    else await returnUse(offer.id);
  }
  await recordOnAll(
    actor,
    created.map(({ id }) => id),
    { event: "ticket.created", to: "PENDING", data: { createdBy: "SUPER_ADMIN" } },
  );
  return { created: created.map(({ row, id }) => ({ place: row.place, ticketId: id })), refused };
}

/** Takes the uses of limited offers row by row; a row whose code has none left is refused. */
async function takeOffers(drafts: readonly Draft[], refused: CheckedRow[]) {
  const offers = new Map<string, TakenOffer | undefined>();
  const taken = new Map<CheckedRow, TakenOffer>();
  const ofPhone = new Map<string, number>();
  for (const { row, wish } of drafts) {
    const code = wish.offerCode.toUpperCase();
    if (!offers.has(code)) offers.set(code, await offerOfCode(code));
    const offer = offers.get(code);
    if (!offer?.limited) continue;
    const phone = `${offer.id} ${wish.phone}`;
    // Uses taken in this statement's batch are not written yet.
    const uses = async () => (await countUses(offer.id, wish.phone)) + (ofPhone.get(phone) ?? 0);
    try {
      if (!(await takeOffer(offer, code, uses))) continue;
      taken.set(row, offer);
      ofPhone.set(phone, (ofPhone.get(phone) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ ...row, verdict: "wrong", problems: [{ column: "Offer code", wrong: error.key }] });
    }
  }
  return taken;
}

/** One statement for all: returns the ids of the requests that were written. */
async function insertAll(actor: ActorOf<"admin">, drafts: readonly Draft[], letters: number): Promise<string[]> {
  const made = await rows<{ id: string }>(
    `insert into tickets (id, public_id, ticket_id, status, created_by, create_name, qr_id, client_id, client_reference,
                          client_due_paise, marked_paid, service_id, requirement, name, phone, house_number, locality,
                          city, state, pincode, country, time_preference_type, specific_date_time, offer_code,
                          upload_key, created_at, updated_at, version)
     select id, public_id, number, 'PENDING', 'SUPER_ADMIN', $1::text, qr_id, client_id, reference, due, paid, service_id,
            requirement, name, phone, house_number, locality, city, state, pincode, 'INDIA', time_type, time_at,
            offer_code, key, $2::timestamptz, $2::timestamptz, 1
       from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::bigint[], $10::bool[],
                   $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
                   $18::text[], $19::text[], $20::text[], $21::timestamptz[], $22::text[], $23::text[])
            as drafted (id, public_id, number, qr_id, client_id, reference, due, paid, service_id, requirement, name,
                        phone, house_number, locality, city, state, pincode, time_type, time_at, offer_code, key)
     on conflict do nothing returning id`,
    [actor.name, now(), ...valuesOf(drafts, letters)],
  );
  return made.map(({ id }) => id);
}

function valuesOf(drafts: readonly Draft[], letters: number) {
  const of = <T>(value: (wish: UploadedRequest) => T) => drafts.map(({ wish }) => value(wish));
  return [
    drafts.map(({ id }) => id),
    drafts.map(({ publicId }) => publicId),
    drafts.map(() => randomNumber("REQ", letters)),
    of(({ qrId }) => qrId ?? null),
    drafts.map(({ row }) => row.clientId),
    of(({ clientReference }) => clientReference ?? "0"),
    of(({ dueAmount }) => fromRupees(dueAmount ?? 0)),
    of(({ markedPaid }) => markedPaid ?? true),
    of(({ serviceId }) => serviceId),
    of(({ requirement }) => requirement ?? null),
    of(({ name }) => name),
    of(({ phone }) => phone),
    of(({ houseNumber }) => houseNumber),
    of(({ locality }) => locality ?? null),
    of(({ city }) => city ?? null),
    of(({ state }) => state ?? null),
    of(({ pincode }) => pincode),
    of(({ timePreference }) => timePreference.type),
    of(({ timePreference }) => timePreference.at ?? null),
    of(({ offerCode }) => offerCode),
    drafts.map(({ row }) => row.key),
  ];
}

/** Takes out the rows whose keys another upload has taken; for the others only the number was taken. */
async function withoutTaken(drafts: readonly Draft[], refused: CheckedRow[]): Promise<Draft[]> {
  const found = await rows<{ id: string; number: string }>(
    `select asked.id, there.number
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as asked (id, client_id, key)
       cross join lateral (select t.ticket_id as number from tickets t
                            where t.client_id = asked.client_id and t.upload_key = asked.key
                              and t.upload_key is not null and t.deleted_at is null limit 1) as there`,
    [drafts.map(({ id }) => id), drafts.map(({ row }) => row.clientId), drafts.map(({ row }) => row.key)],
  );
  const taken = new Map(found.map(({ id, number }) => [id, number]));
  for (const { id, row } of drafts)
    if (taken.has(id))
      refused.push({
        ...row,
        verdict: "known",
        problems: [{ column: null, wrong: "uploads.known", params: { number: taken.get(id)! } }],
      });
  return drafts.filter(({ id }) => !taken.has(id));
}
