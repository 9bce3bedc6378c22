import type { Door } from "#app/http/door.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { checkout } from "#modules/kernel/gateways/checkout.server.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";
import { payable } from "#modules/wallet/index.ts";
import type { Sheet } from "./checkout-form.tsx";

type Shown = { description: string /** Where closing the checkout leads, with its query. */; cancelTo: string };

/**
 * The checkout of an order as a page shows it; only the page that shows it lets the gateway in. Without a sheet stands
 * why there is none: the provider does not answer, or the order is paid or over by now.
 */
export async function checkoutView(
  orderId: string,
  { description, cancelTo }: Shown,
  door: Door,
): Promise<{ sheet: Sheet | null; problem: MessageKey | null }> {
  const { scriptUrl, hostedUrl, cspAllow } = checkout();
  if (cspAllow) door.headers.set("x-csp-allow", cspAllow);
  try {
    const { order_id, amount, currency, key_id } = await payable(orderId);
    const fields = {
      key_id,
      order_id,
      amount: String(amount),
      currency,
      name: env.productName,
      description,
      callback_url: new URL("/payment/return", door.url).href,
      cancel_url: new URL(cancelTo, door.url).href,
    };
    return { sheet: { scriptUrl, hostedUrl, fields }, problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { sheet: null, problem: error.key };
  }
}
