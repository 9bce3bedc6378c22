import { now } from "../kernel/clock.ts";
import { inTransaction, rows } from "../kernel/db.server.ts";
import { conflict, DomainError, unavailable } from "../kernel/errors.ts";
import { checkout } from "../kernel/gateways/checkout.server.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import { createOrder } from "../kernel/gateways/razorpay.server.ts";
import { log } from "../kernel/log.server.ts";
import type { Paise } from "../kernel/money.ts";
import type { Order } from "./order.entity.ts";
import { getOrder } from "./orders.ts";

/** What a checkout needs: the provider's order id, the amount in paise (fixed point 9), the currency, our public key. */
export type Payable = { order_id: string; amount: Paise; currency: string; key_id: string };

/**
 * What a checkout needs to have an order paid; makes the provider's order when there is none yet. Called outside
 * transactions; safe to repeat, because the provider knows the receipt. unavailable("payment.unavailable") when the
 * provider does not answer: the order stays and can be asked for again.
 */
export async function payable(orderId: string): Promise<Payable> {
  if (inTransaction()) throw new Error("the provider is asked outside transactions");
  const order = await getOrder(orderId);
  if (order.status === "paid") throw conflict("payment.alreadyPaid");
  if (order.status === "closed") throw conflict("payment.closed");
  return {
    order_id: order.providerOrderId ?? (await providerOrderOf(order)),
    amount: order.amountPaise,
    currency: order.currency,
    key_id: checkout().keyId,
  };
}

async function providerOrderOf(order: Order): Promise<string> {
  const made = await askForOrder(order);
  await rows("update orders set provider_order_id = $2, updated_at = $3 where id = $1 and provider_order_id is null", [
    order.id,
    made.id,
    now(),
  ]);
  const stored = (await getOrder(order.id)).providerOrderId;
  if (stored !== made.id) throw new Error(`order ${order.id} has two provider orders: ${stored}, ${made.id}`);
  return stored;
}

async function askForOrder(order: Order) {
  try {
    return await createOrder({ amount: order.amountPaise, receipt: order.receipt, notes: { purpose: order.purpose } });
  } catch (error) {
    if (error instanceof GatewayError) log.error({ err: error, order: order.id }, "the provider refused an order");
    else if (!(error instanceof DomainError)) throw error;
    throw unavailable("payment.unavailable");
  }
}
