import { sql } from "kysely";
import { type Actor, needAll } from "#modules/kernel/actor.ts";
import { hmac, hmacs } from "#modules/kernel/crypto.server.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { say } from "#modules/messages/index.ts";
import { gateway } from "#modules/wallet/index.ts";

const event = "installation.paymentKeysTried";
const purpose = "payment keys";
const keysNow = () => `${env.paymentKeyId}:${env.paymentKeySecret}`;

/** What became of the last try of the keys that are configured now; undefined when they were never tried. */
export async function paymentKeysTried(): Promise<"taken" | "refused" | undefined> {
  const last = await row<{ to_state: "taken" | "refused" }>(
    sql`select to_state from history
     where subject = ${installation.subject} and subject_id = ${installation.id} and event = ${event} and data->>'keys' = any(${hmacs(purpose, keysNow())}::text[])
     order by at desc, id desc limit 1`,
  );
  return last?.to_state;
}

/**
 * Tries whether the payment provider takes the configured keys, by an order of ₹1 that nobody pays, and keeps what
 * became of it with a keyed hash of the keys; for a SUPER_ADMIN. Answers why they were refused, which is for the
 * command line and the log: no browser reads it.
 */
export async function tryPaymentKeys(actor: Actor): Promise<string | undefined> {
  needAll(actor);
  const why = await gateway.checkKeys().then(
    () => undefined,
    (error: Error) => (error instanceof DomainError ? say(error.key, error.params) : error.message),
  );
  if (why !== undefined) log.warn({ why }, "the payment keys were tried in vain");
  await transaction(() =>
    record(actor, {
      ...installation,
      event,
      to: why === undefined ? "taken" : "refused",
      data: { keys: hmac(purpose, keysNow()) },
    }),
  );
  return why;
}
