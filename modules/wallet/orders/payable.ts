import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { inTransaction, kysely, row } from "#modules/kernel/db/db.server.ts";
import { conflict, DomainError, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { gateway } from "../gateway.ts";
import type { Order, OrderSchema, OrderStatus } from "./order.entity.ts";
import { getOrder } from "./orders.ts";

/**
 * The data a checkout needs: the provider's order id, the amount in paise (fixed point 9), the currency, our public
 * key.
 */
export type Payable = { order_id: string; amount: Paise; currency: string; key_id: string };

/**
 * The data of an order's checkout; makes the provider's order when there is none yet. Call it outside transactions.
 * Safe to repeat, because the provider finds an order by its receipt. Throws unavailable("payment.unavailable") when
 * the provider does not answer; the call can be repeated. Refuses with `payment.alreadyPaid` or `payment.closed` an
 * order that is over, also when it ended while this call was running.
 */
export async function payable(orderId: string): Promise<Payable> {
  if (inTransaction()) throw new Error("the provider is asked outside transactions");
  const order = await getOrder(orderId);
  refuseOver(order);
  return {
    order_id: order.providerOrderId ? await handedOut(order.id, order.providerOrderId) : await providerOrderOf(order),
    amount: order.amountPaise,
    currency: order.currency,
    key_id: gateway.checkout().keyId,
  };
}

/** Notes that the customer is about to pay: the reconciler treats the order like a new one from now on. */
async function handedOut(orderId: string, providerOrderId: string): Promise<string> {
  const open = await row(
    kysely<typeof OrderSchema>()
      .updateTable("orders")
      .set({ payable_at: now() })
      .where("id", "=", orderId)
      .where("status", "in", ["created", "attempted"])
      .returning("id"),
  );
  if (!open) refuseOver(await getOrder(orderId));
  return providerOrderId;
}

function refuseOver({ status }: { status: OrderStatus }) {
  if (status === "paid") throw conflict("payment.alreadyPaid");
  if (status === "closed") throw conflict("payment.closed");
}

async function providerOrderOf(order: Order): Promise<string> {
  const made = await askForOrder(order);
  const stored = await keepProviderOrder(order.id, made.id);
  if (stored?.id === made.id) {
    refuseOver(stored);
    return made.id;
  }
  log.error({ order: order.id, provider: made.id, stored: stored?.id }, "the provider answered with another order");
  throw unavailable("payment.unavailable");
}

/**
 * Note the provider's order of an order, unless it has one; what it has now. Undefined where the provider's order is
 * another order's.
 */
export function keepProviderOrder(orderId: string, providerOrderId: string) {
  const at = now();
  return row<{ id: string; status: OrderStatus }>(
    sql`update orders set provider_order_id = coalesce(provider_order_id, ${providerOrderId}), payable_at = ${at}, updated_at = ${at}
     where id = ${orderId} and not exists (select 1 from orders other where other.provider_order_id = ${providerOrderId} and other.id <> ${orderId})
     returning provider_order_id as id, status`,
  );
}

async function askForOrder(order: Order) {
  try {
    return await gateway.openOrder({
      amountPaise: order.amountPaise,
      receipt: order.receipt,
      notes: { purpose: order.purpose },
    });
  } catch (error) {
    if (error instanceof GatewayError) log.error({ err: error, order: order.id }, "the provider refused an order");
    else if (!(error instanceof DomainError)) throw error;
    throw unavailable("payment.unavailable");
  }
}
