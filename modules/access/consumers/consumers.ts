import { sql } from "kysely";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, inTransaction, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import { needProof, sent, spending } from "../otp/proofs.ts";
import { needMay } from "../policy.ts";
import type { ConsumerCard } from "../shared.ts";
import { ConsumerSchema } from "./consumer.entity.ts";

/** The language a phone's latest code was requested in. */
const latestLanguageOf = (phone: string) =>
  sql`select locale from otps where phone = ${phone} order by created_at desc limit 1`;

const renewing = sql`on conflict (phone) do update set name = excluded.name,
  pincode = coalesce(excluded.pincode, consumers.pincode), locale = coalesce(excluded.locale, consumers.locale),
  updated_at = excluded.updated_at`;

const recordSaved = (actor: Actor, { id, made }: { id: string; made: boolean }) =>
  record(actor, { subject: "consumer", id, event: made ? "consumer.registered" : "consumer.renewed" });

/**
 * Enter a person whom only requests, rides or files name, so that what is done with their data has a place; nothing
 * changes for a phone that is registered. Returns the id.
 */
export async function enterConsumer(actor: Actor, { name, phone }: { name: string; phone: string }): Promise<string> {
  const registered = await em().findOne(ConsumerSchema, { phone });
  if (registered) return registered.id;
  const { id } = em().create(ConsumerSchema, { name, phone });
  await em().flush();
  await record(actor, { subject: "consumer", id, event: "consumer.entered" });
  return id;
}

type Consumer = { name: string; phone: string; pincode?: string | undefined; proof?: string | undefined };

/**
 * Register a member of the public by the verified phone (R038, R040); registering again updates name and pincode. A
 * public caller needs the proof of the booking, which is not used up here.
 */
export const registerConsumer = (actor: Actor, { name, phone, pincode, proof }: Consumer): Promise<ConsumerCard> =>
  transaction(async () => {
    if (actor.kind === "anyone") await needProof(actor, { phone, purpose: "booking", proof });
    else needMay(actor, "registerConsumers");
    const at = now();
    const [consumer] = await rows<ConsumerCard & { made: boolean }>(
      sql`insert into consumers (id, name, phone, pincode, locale, created_at, updated_at)
       values (${rowId()}, ${name}, ${phone}, ${pincode ?? null}, (${latestLanguageOf(phone)}), ${at}, ${at})
       ${renewing} returning id, name, phone, pincode, xmax = 0 as made`,
    );
    const { made, ...card } = consumer!;
    await recordSaved(actor, { id: card.id, made });
    return card;
  });

/**
 * Use up a booking's proof and register its phone's consumer, in the booking's transaction: `registerConsumer` and
 * `spendProof` in one query.
 */
export async function registerBySpending(
  actor: ActorOf<"anyone">,
  { name, phone, pincode, proof }: Consumer & { pincode: string },
): Promise<void> {
  if (!inTransaction()) throw new Error("a proof is spent in the transaction of its act");
  const at = now();
  const spent = spending(sent(actor, { phone, purpose: "booking", proof }));
  const saved = await row<{ id: string; made: boolean }>(
    sql`with ${spent}
     insert into consumers (id, name, phone, pincode, locale, created_at, updated_at)
     select ${rowId()}, ${name}, ${phone}, ${pincode}, (${latestLanguageOf(phone)}), ${at}, ${at} from spent ${renewing} returning id, xmax = 0 as made`,
  );
  if (!saved) throw denied("otp.proofNeeded");
  await recordSaved(actor, saved);
}

/** The language a person chose, as far as known; otherwise English. */
export async function localeOf(phone: string): Promise<Locale> {
  const consumer = await row<{ locale: Locale | null }>(
    sql`select coalesce((${latestLanguageOf(phone)}), (select locale from consumers where phone = ${phone})) as locale`,
  );
  return consumer?.locale ?? "en";
}
