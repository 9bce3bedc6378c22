import type { Door } from "#app/http/request/door.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Payable } from "#modules/wallet/index.ts";
import { gateway } from "#modules/wallet/index.ts";

/**
 * A page that depends on a payment is asked for anew whenever it is shown, by Back and Forward too: a browser that kept
 * it would offer to pay what is paid.
 */
export const preventCaching = ({ headers }: Pick<Door, "headers">) => headers.set("cache-control", "private, no-store");

type CheckoutOptions = {
  description: string;
  /** The address after closing the checkout, with its query. */
  cancelTo: string;
  /** Phone and name for the checkout, if this browser may disclose them. */
  contact?: { name: string; phone: string } | undefined;
};

/**
 * The provider's checkout of an order; the content security policy is widened for this page only. Without an order, or
 * while the provider does not answer, there are no fields.
 */
export async function gatewayOf(
  due: Promise<Payable | null>,
  { description, cancelTo, contact }: CheckoutOptions,
  door: Door,
) {
  const { scriptUrl, hostedUrl, cspAllow } = gateway.checkout();
  if (cspAllow) door.headers.set("x-csp-allow", cspAllow);
  const order = await due.catch(unlessDown);
  const fields =
    order &&
    gateway.checkoutFields(
      { keyId: order.key_id, orderId: order.order_id, amountPaise: order.amount, currency: order.currency },
      {
        shopName: env.productName,
        description,
        contact,
        returnUrl: `${env.publicUrl}/payment/return`,
        cancelUrl: `${env.publicUrl}${cancelTo}`,
      },
    );
  return { script: scriptUrl, hosted: hostedUrl, fields };
}
export type Gateway = Awaited<ReturnType<typeof gatewayOf>>;

function unlessDown(error: unknown): null {
  if (error instanceof DomainError && error.kind === "unavailable") return null;
  throw error;
}
