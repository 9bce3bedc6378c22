import { sql } from "kysely";
import { z } from "zod";
import { type Actor, actorId, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmac, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { afterCommit, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { erasureKey, lockForErasure } from "#modules/kernel/person/erasure-key.server.ts";
import { type Person, personPlaces, placeName } from "#modules/kernel/person/person-places.server.ts";
import { sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { defineJob, defineSchedule, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { needMay } from "../policy.ts";
import type { EraseReason } from "../shared.ts";
import { logErasure } from "./erasure-log.server.ts";
import { inTheWay, isFree } from "./in-the-way.ts";
import { nameWords } from "./name-words.ts";
import { openPerson } from "./open-person.ts";

/** Where the phone of an erasure waits until it is finished. */
export const erasuresSealedIn = [sealedColumn({ table: "erasures", column: "phone_sealed" })];

type Wanted = { consumerId: string; reason?: EraseReason; lastDigits?: string };

/**
 * Erase a customer (R13): at once nobody reads them any more, within 24 hours nothing of them is stored. Refused while a
 * request is open or money is not settled. The ledger and the numbers of invoices stay. Asked twice it happens once.
 * `lastDigits` are the last four of the number, where somebody typed them to be sure who it is: others are refused with
 * `consumer.lastDigitsWrong`. Returns the id of the erasure, which is its receipt.
 */
export const eraseConsumer = (actor: Actor, { consumerId, reason = "asked", lastDigits }: Wanted): Promise<string> =>
  transaction(async () => {
    needMay(actor, "erase");
    const consumer = await row<{ id: string; phone: string | null }>(
      sql`select id, phone from consumers where id = ${consumerId} for update`,
    );
    if (!consumer) throw missing("consumers.notFound");
    if (consumer.phone === null) {
      const before = await row<{ id: string }>(sql`select id from erasures where consumer_id = ${consumerId}`);
      if (!before) throw missing("consumers.notFound");
      return before.id;
    }
    const { phone } = consumer;
    if (lastDigits !== undefined && !phone.endsWith(lastDigits))
      throw invalid("form.incomplete", { lastDigits: "consumer.lastDigitsWrong" });
    const tickets = await rows<{ id: string }>(sql`select id from tickets where phone = ${phone} for update`);
    if (!isFree(await inTheWay({ id: consumerId, phone }))) throw conflict("consumers.inTheWay");
    return beginErasure(actor, {
      id: rowId(),
      reason,
      person: { consumerId, phone, ticketIds: tickets.map((ticket) => ticket.id), before: now() },
    });
  });

/**
 * Erase whoever has a phone, also one whom only requests, rides, files or messages name (fixed point 29), by the rules of
 * `eraseConsumer`. Refuses as `openPerson` does. Returns the id of the customer, whose receipt it is.
 */
export const eraseByPhone = (
  actor: Actor,
  { phone, reason, inWords = false }: { phone: string; reason?: EraseReason; inWords?: boolean },
): Promise<string> =>
  transaction(async () => {
    const consumerId = await openPerson(actor, phone, { inWords });
    await eraseConsumer(actor, { consumerId, ...(reason && { reason }) });
    return consumerId;
  });

/** Hides the person in this transaction and queues what is left; also for an erasure a backup did not know. */
export async function beginErasure(
  actor: Actor,
  { id, reason = null, person }: { id: string; reason?: EraseReason | null; person: Person },
) {
  const { consumerId, phone, ticketIds, before } = person;
  await lockForErasure();
  await rows(
    sql`insert into erasures (id, consumer_id, phone_hash, phone_sealed, ticket_ids, asked_kind, asked_by, asked_at, reason)
     values (${id}, ${consumerId}, ${hmac(erasureKey, phone)}, ${seal(phone)}, ${[...ticketIds]}, ${actor.kind}, ${actorId(actor)}, ${before}, ${reason})`,
  );
  const done: Record<string, number> = {};
  const named: Person = { ...person, words: await nameWords(person) };
  for (const place of personPlaces()) if (place.atOnce) done[placeName(place)] = await place.erase(named);
  await rows(sql`update erasures set done = ${JSON.stringify(done)} where id = ${id}`);
  if (consumerId)
    await record(actor, { subject: "consumer", id: consumerId, event: "consumer.erased", data: { id, reason } });
  await later(finishErasure, { erasureId: id });
  afterCommit(() => {
    logErasure({ id, consumerId, phone, at: before }).catch((error) =>
      log.warn({ err: error }, "the log of erasures is left to the job"),
    );
  });
  return id;
}

/** Erases what is left, one place after the other, each with its mark in one transaction: it goes on where it stopped. */
export const finishErasure: Job<{ erasureId: string }> = defineJob({
  name: "consumers.finishErasure",
  payload: z.strictObject({ erasureId: id }),
  // Every saved view with typed words is searched.
  mayTake: 3_600,
  run: ({ erasureId }: { erasureId: string }) => finish(erasureId),
});

type Erasure = {
  id: string;
  consumer_id: string | null;
  phone_sealed: string | null;
  ticket_ids: string[];
  asked_kind: string;
  asked_by: string | null;
  asked_at: string;
  done: Record<string, number>;
};

async function finish(erasureId: string) {
  const erasure = await row<Erasure>(sql`select * from erasures where id = ${erasureId}`);
  if (!erasure?.phone_sealed) return;
  const { consumer_id: consumerId, ticket_ids: ticketIds, done } = erasure;
  const before = new Date(erasure.asked_at);
  // Again where it was not written as it was asked, or on another host: the data folder of the worker has them all.
  const phone = unseal(erasure.phone_sealed);
  await logErasure({ id: erasureId, consumerId, phone, at: before });
  const person: Person = { consumerId, phone, ticketIds, before };
  for (const place of personPlaces())
    if (!(placeName(place) in done))
      await transaction(async () => {
        const erased = await place.erase(person);
        await rows(
          sql`update erasures set done = done || ${JSON.stringify({ [placeName(place)]: erased })}::jsonb where id = ${erasureId}`,
        );
      });
  await transaction(async () => {
    const [finished] = await rows(
      sql`update erasures set phone_sealed = null, finished_at = ${now()} where id = ${erasureId} and finished_at is null returning 1`,
    );
    if (finished && consumerId)
      await record(system("erasure"), {
        subject: "consumer",
        id: consumerId,
        event: "consumer.erasureFinished",
        data: { id: erasureId },
      });
    if (erasure.asked_kind === "admin" && erasure.asked_by) await announce([`admin:${erasure.asked_by}`]);
  });
}

/** Whatever was interrupted goes on, long before its 24 hours are over. */
export const finishErasuresOften = defineSchedule({
  name: "consumers.finishErasures",
  cron: "*/10 * * * *",
  run: async () => {
    const waiting = await rows<{ id: string }>(
      sql`select id from erasures where finished_at is null order by asked_at limit 500`,
    );
    for (const erasure of waiting) await later(finishErasure, { erasureId: erasure.id }, { singletonKey: erasure.id });
  },
});
