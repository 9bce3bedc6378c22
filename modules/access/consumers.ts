import { randomUUIDv7 } from "node:crypto";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { inTransaction, peek, row, rows, transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { needProof, spending } from "./proofs.ts";
import type { ConsumerCard } from "./shared.ts";

/** The language a phone's latest code was asked in. */
const latestLanguage = "select locale from otps where phone = $1 order by created_at desc limit 1";

const renewing = `on conflict (phone) do update set name = excluded.name,
  pincode = coalesce(excluded.pincode, consumers.pincode), locale = coalesce(excluded.locale, consumers.locale),
  updated_at = excluded.updated_at`;

const recordKept = (actor: Actor, { id, made }: { id: string; made: boolean }) =>
  record(actor, { subject: "consumer", id, event: made ? "consumer.registered" : "consumer.renewed" });

type Consumer = { name: string; phone: string; pincode?: string | undefined; proof?: string | undefined };

/**
 * Keep a member of the public by the proved phone (R038, R040); registering again renews name and pincode. A public
 * caller needs the proof of the booking, which stays for the booking itself.
 */
export const registerConsumer = (actor: Actor, { name, phone, pincode, proof }: Consumer): Promise<ConsumerCard> =>
  transaction(async () => {
    if (actor.kind === "anyone") await needProof({ phone, purpose: "booking", proof, address: actor.address });
    else if (actor.kind !== "admin" && actor.kind !== "system") throw denied();
    const [consumer] = await rows<ConsumerCard & { made: boolean }>(
      `insert into consumers (id, name, phone, pincode, locale, created_at, updated_at)
       values ($1, $2, $3, $4, (${latestLanguage.replace("$1", "$3")}), $5, $5)
       ${renewing} returning id, name, phone, pincode, xmax = 0 as made`,
      [randomUUIDv7(), name, phone, pincode ?? null, now()],
    );
    const { made, ...card } = consumer!;
    await recordKept(actor, { id: card.id, made });
    return card;
  });

/**
 * Use up the proof of a booking and keep its phone's consumer, in the transaction of the booking: what
 * `registerConsumer` and `spendProof` do after each other, in one question.
 */
export async function registerBySpending(
  actor: ActorOf<"anyone">,
  { name, phone, pincode, proof }: Consumer & { pincode: string },
): Promise<void> {
  if (!inTransaction()) throw new Error("a proof is spent in the transaction of its act");
  const { text, params } = spending({ phone, purpose: "booking", proof, address: actor.address });
  const [kept] = await peek<{ id: string; made: boolean }>(
    `with ${text}
     insert into consumers (id, name, phone, pincode, locale, created_at, updated_at)
     select $5, $6, $1, $7, (${latestLanguage}), $3, $3 from spent ${renewing} returning id, xmax = 0 as made`,
    [...params, randomUUIDv7(), name, pincode],
  );
  if (!kept) throw denied("otp.proofNeeded");
  await recordKept(actor, kept);
}

/** The language somebody chose, as far as it is known; English otherwise. */
export async function localeOf(phone: string): Promise<Locale> {
  const found = await row<{ locale: Locale | null }>(
    `select coalesce((${latestLanguage}), (select locale from consumers where phone = $1)) as locale`,
    [phone],
  );
  return found?.locale ?? "en";
}
