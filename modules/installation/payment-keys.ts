import { type Actor, isSuperAdmin } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { checkKeys } from "#modules/wallet/index.ts";

/**
 * Whether the payment provider takes the configured keys, tried by an order of ₹1 that nobody pays; for a SUPER_ADMIN.
 * Why it did not is in the log, where no browser reads it.
 */
export async function tryPaymentKeys(actor: Actor): Promise<"ok" | "bad"> {
  if (actor.kind !== "system" && !isSuperAdmin(actor)) throw denied();
  try {
    await checkKeys();
    return "ok";
  } catch (error) {
    log.warn({ err: error }, "the payment keys were tried in vain");
    return "bad";
  }
}
