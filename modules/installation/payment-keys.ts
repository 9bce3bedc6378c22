import { type Actor, isSuperAdmin } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { checkKeys } from "#modules/wallet/index.ts";

/** The id of the keys the provider took, as long as this process lives. */
let taken: string | undefined;

/** Whether the keys that are configured were tried here and taken. */
export const keysWereTaken = () => taken !== undefined && taken === env.razorpayKeyId;

/**
 * Whether the payment provider takes the configured keys, tried by an order of ₹1 that nobody pays; for a SUPER_ADMIN.
 * Why it did not is in the log, where no browser reads it.
 */
export async function tryPaymentKeys(actor: Actor): Promise<"ok" | "bad"> {
  if (actor.kind !== "system" && !isSuperAdmin(actor)) throw denied();
  try {
    await checkKeys();
    taken = env.razorpayKeyId;
    return "ok";
  } catch (error) {
    taken = undefined;
    log.warn({ err: error }, "the payment keys were tried in vain");
    return "bad";
  }
}
