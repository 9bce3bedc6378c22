import { setTimeout as pause } from "node:timers/promises";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { type Payable, payable } from "#modules/wallet/index.ts";

/**
 * The data for a checkout, or unavailable("payment.unavailable") when the provider is slower than the timeout. The
 * provider's order is still completed in the background, so that a retry finds it.
 */
export async function payableSoon(orderId: string): Promise<Payable> {
  const pending = payable(orderId);
  const patience = new AbortController();
  const tooLong = pause(env.paymentPatienceMs, undefined, { signal: patience.signal, ref: false }).catch(
    () => undefined,
  );
  try {
    const answered = await Promise.race([pending, tooLong]);
    if (answered) return answered;
    pending.catch((error: unknown) => log.warn({ err: error, order: orderId }, "payment not prepared"));
    throw unavailable("payment.unavailable");
  } finally {
    patience.abort();
  }
}

/**
 * The data for a checkout; null when the provider is down or slow, so that the caller offers to pay later; "paid" when
 * the order is paid, which may happen at any moment by the provider's webhook.
 */
export const payableIfUp = (orderId: string): Promise<Payable | "paid" | null> =>
  payableSoon(orderId).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === "unavailable") return null;
    if (error instanceof DomainError && error.key === "payment.alreadyPaid") return "paid";
    throw error;
  });
