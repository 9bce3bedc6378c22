import { setTimeout as pause } from "node:timers/promises";
import { env } from "../kernel/env.server.ts";
import { DomainError, unavailable } from "../kernel/errors.ts";
import { log } from "../kernel/log.server.ts";
import { type Payable, payable } from "../wallet/index.ts";

/**
 * What a checkout needs, or unavailable("payment.unavailable") when the provider takes too long; what was begun goes on
 * without the one who asked, so that the next time it is there.
 */
export async function payableSoon(orderId: string): Promise<Payable> {
  const asked = payable(orderId);
  const patience = new AbortController();
  const tooLong = pause(env.paymentPatienceMs, undefined, { signal: patience.signal, ref: false }).catch(
    () => undefined,
  );
  try {
    const answered = await Promise.race([asked, tooLong]);
    if (answered) return answered;
    asked.catch((error: unknown) => log.warn({ err: error, order: orderId }, "payment not prepared"));
    throw unavailable("payment.unavailable");
  } finally {
    patience.abort();
  }
}

/** Null when the provider is down or slow: then the payment is asked for again. */
export const payableIfUp = (orderId: string): Promise<Payable | null> =>
  payableSoon(orderId).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === "unavailable") return null;
    throw error;
  });
