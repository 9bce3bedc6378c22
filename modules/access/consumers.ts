import { randomUUIDv7 } from "node:crypto";
import type { Actor } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { rows, transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { needProof } from "./proofs.ts";
import type { ConsumerCard } from "./shared.ts";

/**
 * Keep a member of the public by the proved phone (R038, R040); registering again renews name and pincode. A public
 * caller needs the proof of the booking, which stays for the booking itself.
 */
export const registerConsumer = (
  actor: Actor,
  {
    name,
    phone,
    pincode,
    proof,
  }: { name: string; phone: string; pincode?: string | undefined; proof?: string | undefined },
): Promise<ConsumerCard> =>
  transaction(async () => {
    if (actor.kind === "anyone") await needProof({ phone, purpose: "booking", proof, address: actor.address });
    else if (actor.kind !== "admin" && actor.kind !== "system") throw denied();
    const [consumer] = await rows<ConsumerCard & { made: boolean }>(
      `insert into consumers (id, name, phone, pincode, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (phone) do update set name = excluded.name, pincode = coalesce(excluded.pincode, consumers.pincode),
         updated_at = excluded.updated_at
       returning id, name, phone, pincode, xmax = 0 as made`,
      [randomUUIDv7(), name, phone, pincode ?? null, now()],
    );
    const { made, ...card } = consumer!;
    await record(actor, { subject: "consumer", id: card.id, event: made ? "consumer.registered" : "consumer.renewed" });
    return card;
  });
