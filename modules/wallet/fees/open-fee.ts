import { system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { type Paise, toPaise, zero } from "#modules/kernel/money.ts";
import { paidFromBalance, takeFromBalance } from "../ledger/customer-balance.ts";
import { type NewOrder, openOrder } from "../orders/open-order.ts";
import type { Order } from "../orders/order.entity.ts";
import { getOrder } from "../orders/orders.ts";

/**
 * Open the order of a request's fee in the running transaction. `consumerId` is a customer who has just proved the phone:
 * their balance pays as much of the fee as it holds, and the order is over the rest. An order whose fee the balance pays
 * as a whole is `paid`, with nothing to pay at the provider.
 */
export async function openFee({ consumerId, ...fee }: NewOrder & { consumerId?: string | undefined }): Promise<Order> {
  const order = await openOrder(fee);
  if (!consumerId) return order;
  const taken = await takeFromBalance(order, { consumerId, mostPaise: order.amountPaise, cause: order.id });
  if (taken === 0) return order;
  order.walletPaise = taken;
  order.amountPaise = toPaise(order.amountPaise - taken);
  if (order.amountPaise > 0) {
    await em().flush();
    return order;
  }
  order.status = "paid";
  order.paidAt = now();
  await em().flush();
  await record(system("payments"), {
    subject: "order",
    id: order.id,
    event: "order.paid",
    from: "created",
    to: "paid",
    data: { fromBalancePaise: taken },
  });
  return order;
}

/**
 * What was paid for a paid order in all, and what of it a customer's balance paid, in paise. `walletPaise` is what the
 * balance was to pay: more than it paid where it was spent otherwise before a late payment.
 */
export async function paidOf(
  orderId: string,
): Promise<{ amountPaise: Paise; balancePaise: Paise; walletPaise: Paise }> {
  const { id, amountPaise, walletPaise } = await getOrder(orderId);
  const balancePaise = walletPaise ? await paidFromBalance(id) : zero;
  return { amountPaise: toPaise(amountPaise + balancePaise), balancePaise, walletPaise };
}
