import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, hour, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket, asVisitor } from "#modules/testing/factories.ts";
import { openTill, type Sent } from "#modules/testing/payments.ts";
import { fc } from "#modules/testing/property.ts";
import { gateway } from "../gateway.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import type { Order, OrderStatus } from "../orders/order.entity.ts";
import { getOrder } from "../orders/orders.ts";
import type { GatewayPayment, PaymentStatus } from "../payment-gateway.ts";
import type { CheckoutCallback } from "../shared.ts";
import { completeOrder } from "./complete-order.ts";
import { confirmCheckout, confirmWithProvider } from "./confirm-payment.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { reconcileOrders } from "./reconcile-orders.ts";

openDatabase();

const till = openTill();
afterEach(resetClock);

const orderRank: Record<OrderStatus, number> = { created: 0, attempted: 1, closed: 2, paid: 3 };
const paymentRank: Record<PaymentStatus, number> = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 };

/** What can happen between a customer, the provider and us, in any order and number. */
const happening = fc.oneof(
  fc.record({ is: fc.constantFrom("pays", "fails", "is authorized") }),
  fc.record({ is: fc.constantFrom("callback", "webhook", "old news"), which: fc.nat({ max: 7 }) }),
  fc.record({ is: fc.constantFrom("asks", "reconciler", "queue", "three days pass") }),
);
/** Events of one step run at once; an event that is left out is a lost delivery. */
const story = fc.array(fc.array(happening, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 7 });

test("R5 however callback, webhook and reconciler interleave, repeat, reorder or get lost: one fulfilment, never backward", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (moments) => {
      resetClock();
      till.sent.length = 0;
      const order = await till.anOrder({ ticketId: (await aServedTicket()).id });
      const callbacks: CheckoutCallback[] = [];
      const news: GatewayPayment[][] = [];
      const before = await progressOf(order.id);
      for (const moment of moments) {
        moveClock(hour);
        await Promise.all(moment.map((what) => unitOfWork(() => happen(what, order, callbacks, news))));
        await till.settled();
        news.push(await gateway.paymentsOfOrder(order.providerOrderId!));
        const after = await progressOf(order.id);
        forward(before, after);
        Object.assign(before, after);
      }
      moveClock(2 * day);
      await reconcileOrders();
      await till.work();
      await fulfilledOnceIfPaid(order.id, order.providerOrderId!);
    }),
    { numRuns: { quick: 2, whole: 40 }[env.testSize] },
  );
}, 120_000);

type Happening = { is: string; which?: number };

async function happen(
  { is, which = 0 }: Happening,
  order: Order,
  callbacks: CheckoutCallback[],
  news: GatewayPayment[][],
) {
  const outcome = ({ pays: "success", fails: "failure", "is authorized": "pending" } as const)[is];
  if (outcome) {
    const callback = await till.pay(order.providerOrderId!, outcome);
    if (callback) callbacks.push(callback);
    return;
  }
  const callback = callbacks[which % (callbacks.length || 1)];
  const webhook: Sent | undefined = till.sent[which % (till.sent.length || 1)];
  if (is === "callback" && callback) await confirmCheckout(asVisitor(), callback);
  if (is === "webhook" && webhook) await receiveWebhook(webhook);
  if (is === "old news" && news.length > 0) await completeOrder(order.id, news[which % news.length]!, "webhook");
  if (is === "asks") await confirmWithProvider(asVisitor(), { orderId: order.id });
  if (is === "reconciler") await reconcileOrders();
  if (is === "queue") await till.work();
  if (is === "three days pass" && now() < new Date(order.createdAt.getTime() + 3 * day)) {
    moveClock(3 * day);
    await reconcileOrders();
  }
}

type OrderProgress = { order: number; payments: Record<string, number> };

async function progressOf(orderId: string): Promise<OrderProgress> {
  const status: OrderStatus = (await getOrder(orderId)).status;
  const payments = await rows<{ id: string; status: PaymentStatus }>(
    sql`select id, status from payments where order_id = ${orderId}`,
  );
  return {
    order: orderRank[status],
    payments: Object.fromEntries(payments.map((payment) => [payment.id, paymentRank[payment.status]])),
  };
}

function forward(before: OrderProgress, after: OrderProgress) {
  expect(after.order).toBeGreaterThanOrEqual(before.order);
  for (const [id, rank] of Object.entries(before.payments)) expect(after.payments[id]).toBeGreaterThanOrEqual(rank);
}

async function fulfilledOnceIfPaid(orderId: string, providerOrderId: string) {
  const [provider] = await rows<{ status: string }>(
    sql`select status from sandbox_orders where id = ${providerOrderId}`,
  );
  const history = await historyOf("order", orderId);
  const steps = history.filter(({ to_state }) => to_state && to_state in orderRank);
  for (const { from_state, to_state } of steps)
    expect(orderRank[to_state as OrderStatus]).toBeGreaterThan(orderRank[from_state as OrderStatus]);
  const [held] = await rows<{ count: string }>(
    sql`select count(*) from transfers where order_id = ${orderId} and kind = 'booking_fee'`,
  );
  const once = provider?.status === "paid" ? 1 : 0;
  expect(history.filter(({ event }) => event === "order.paid")).toHaveLength(once);
  expect(Number(held?.count)).toBe(once);
  expect((await getOrder(orderId)).status === "paid").toBe(once === 1);
  expect(await ledgerFaults()).toEqual([]);
}
