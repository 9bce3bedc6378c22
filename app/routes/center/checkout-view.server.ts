import type { Door } from "#app/http/door.server.ts";
import { gatewayOf } from "#app/http/gateway.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";
import { payable } from "#modules/wallet/index.ts";
import type { Sheet } from "./checkout-form.tsx";

type Shown = { description: string /** Where closing the checkout leads, with its query. */; cancelTo: string };

/**
 * The checkout of an order as a page of the console shows it. Without a sheet stands why there is none: the provider
 * does not answer, or the order is paid or over by now.
 */
export async function checkoutView(
  orderId: string,
  shown: Shown,
  door: Door,
): Promise<{ sheet: Sheet | null; problem: MessageKey | null }> {
  let problem: MessageKey | null = null;
  const due = payable(orderId).catch((error) => {
    if (!(error instanceof DomainError)) throw error;
    problem = error.key;
    return null;
  });
  const { script: scriptUrl, hosted: hostedUrl, fields } = await gatewayOf(due, shown, door);
  return { sheet: fields && { scriptUrl, hostedUrl, fields }, problem };
}
