import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { checkout } from "#modules/kernel/gateways/checkout.server.ts";
import type { Payable } from "#modules/wallet/index.ts";
import type { Door } from "./door.server.ts";

type Asked = {
  description: string;
  /** Where leaving the checkout leads, with its query. */
  cancelTo: string;
  /** Whose phone and name the checkout may be told. */
  contact?: Record<string, string>;
};

/**
 * The payment provider's checkout of an order, for a page that shows it; only such a page lets the provider in. Without
 * fields while the provider does not answer, and without an order.
 */
export async function gatewayOf(due: Promise<Payable | null>, { description, cancelTo, contact }: Asked, door: Door) {
  const { scriptUrl, hostedUrl, cspAllow } = checkout();
  if (cspAllow) door.headers.set("x-csp-allow", cspAllow);
  const order = await due.catch(unlessDown);
  const fields: Record<string, string> | null = order && {
    key_id: order.key_id,
    order_id: order.order_id,
    amount: String(order.amount),
    currency: order.currency,
    name: env.productName,
    description,
    ...contact,
    callback_url: `${env.publicUrl}/payment/return`,
    cancel_url: `${env.publicUrl}${cancelTo}`,
  };
  return { script: scriptUrl, hosted: hostedUrl, fields };
}
export type Gateway = Awaited<ReturnType<typeof gatewayOf>>;

function unlessDown(error: unknown): null {
  if (error instanceof DomainError && error.kind === "unavailable") return null;
  throw error;
}
