import type { Door } from "#app/http/request/door.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { payable } from "#modules/wallet/index.ts";
import type { Sheet } from "./checkout-form.tsx";
import { gatewayOf } from "./gateway.server.ts";

type Shown = { description: string /** The address after closing the checkout, with its query. */; cancelTo: string };

/**
 * The checkout of an order for a console page. Without a sheet it has a reason: the provider does not answer, or the
 * order is already paid or expired.
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
