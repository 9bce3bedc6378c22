import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderPaid } from "../events.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { openOrder } from "../orders/open-order.ts";
import { getOrder } from "../orders/orders.ts";
import { payable } from "../orders/payable.ts";
import { reconcileOrders } from "./reconcile-orders.ts";

openDatabase();

const till = openTill();
afterEach(async () => {
  resetClock();
  await rows(sql`update orders set status = 'closed' where status in ('created', 'attempted')`);
  expect(await ledgerFaults()).toEqual([]);
});

const aFee = async () => till.anOrder({ ticketId: (await aServedTicket()).id });
const statusOf = async (orderId: string) => (await getOrder(orderId)).status;

test("R5 a lost webhook is made good by the sweep of the sixteenth minute, without anybody's help", async () => {
  const many = { quick: 5, whole: 20 }[env.testSize];
  const orders = [];
  while (orders.length < many) orders.push(await aFee());
  for (const { providerOrderId } of orders) await till.pay(providerOrderId!);
  moveClock(14 * minute);
  expect(await reconcileOrders()).toMatchObject({ asked: 0 });
  moveClock(2 * minute);
  expect(await reconcileOrders()).toMatchObject({ asked: many });
  for (const { id } of orders) expect(await statusOf(id)).toBe("paid");
  expect(await reconcileOrders()).toMatchObject({ asked: 0 });
});

test("an open order is asked about less and less often", async () => {
  await aFee();
  moveClock(16 * minute);
  expect(await reconcileOrders()).toMatchObject({ asked: 1 });
  moveClock(4 * minute);
  expect(await reconcileOrders()).toMatchObject({ asked: 0 });
  moveClock(2 * minute);
  expect(await reconcileOrders()).toMatchObject({ asked: 1 });
  moveClock(day);
  await reconcileOrders();
  moveClock(4 * hour);
  expect(await reconcileOrders()).toMatchObject({ asked: 0 });
});

test("two sweeps at once never ask about the same order", async () => {
  for (let made = 0; made < 10; made++) await aFee();
  moveClock(16 * minute);
  const [left, right] = await Promise.all([reconcileOrders(), reconcileOrders()]);
  expect(left!.asked + right!.asked).toBe(10);
});

test("a late authorization within three days is captured", async () => {
  const order = await aFee();
  await till.pay(order.providerOrderId!, "failure");
  moveClock(16 * minute);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("attempted");
  moveClock(2 * day);
  await rows(sql`update sandbox_payments set status = 'authorized' where order_id = ${order.providerOrderId}`);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("paid");
});

test("an order nobody paid is closed after three days; money that comes even later still counts", async () => {
  const order = await aFee();
  const unknown = await transaction(() => openOrder({ purpose: "recharge", amountPaise: toPaise(100) }));
  moveClock(3 * day - minute);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("created");
  moveClock(2 * minute);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("closed");
  expect(await statusOf(unknown.id)).toBe("closed");
  await till.pay(order.providerOrderId!);
  await till.settled();
  await till.deliver(...till.sent);
  expect(await statusOf(order.id)).toBe("paid");
});

test("a payment made after the closing is found even when its webhook is lost", async () => {
  const order = await aFee();
  moveClock(3 * day + minute);
  await reconcileOrders();
  await till.pay(order.providerOrderId!);
  moveClock(day + hour);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("paid");
});

test("an order that cannot be completed is tried once in a sweep, and again in the next one", async () => {
  const order = await aFee();
  await till.pay(order.providerOrderId!);
  let broken = true;
  hear(orderPaid, async ({ orderId }) => {
    if (broken && orderId === order.id) throw new Error("a bug in a listener");
  });
  moveClock(3 * day + minute);
  expect(await reconcileOrders()).toEqual({ asked: 1, waiting: 1 });
  expect(await statusOf(order.id)).toBe("created");
  broken = false;
  moveClock(minute);
  expect(await reconcileOrders()).toEqual({ asked: 1, waiting: 0 });
  expect(await statusOf(order.id)).toBe("paid");
});

test("a provider that is down stops the sweep; the next one begins where it stopped", async () => {
  const orders = [await aFee(), await aFee()];
  for (const { providerOrderId } of orders) await till.pay(providerOrderId!);
  moveClock(16 * minute);
  const { paymentBaseUrl } = env;
  configure({ paymentBaseUrl: "http://127.0.0.1:9" });
  expect(await reconcileOrders()).toMatchObject({ asked: 0 });
  configure({ paymentBaseUrl });
  expect(await reconcileOrders()).toMatchObject({ asked: 2 });
});

test("R5 who comes back to the checkout of an old order and pays without a webhook waits no longer than the first time", async () => {
  const order = await aFee();
  for (const wait of [16 * minute, 4 * hour, 4 * hour]) {
    moveClock(wait);
    await reconcileOrders();
  }
  await payable(order.id);
  moveClock(5 * minute);
  await till.pay(order.providerOrderId!);
  moveClock(15 * minute);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("paid");
});

test("answers that differ keep no other order waiting, and are asked for again each minute", async () => {
  const orders = [];
  for (let made = 0; made < 12; made++) orders.push(await aFee());
  for (const { providerOrderId } of orders) await till.pay(providerOrderId!);
  moveClock(16 * minute);
  await setFaults({ seed: 5, calls: ["payment"], lie: 0.5, lies: ["amount"] });
  const { asked } = await reconcileOrders();
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(12);
  await clearFaults();
  moveClock(minute);
  expect(await reconcileOrders()).toMatchObject({ asked: 12 - asked });
  for (const { id } of orders) expect(await statusOf(id)).toBe("paid");
});

test("an order the provider does not know does not keep the others waiting", async () => {
  const ghost = await aFee();
  await rows(sql`update orders set provider_order_id = 'order_gone' where id = ${ghost.id}`);
  const order = await aFee();
  await till.pay(order.providerOrderId!);
  moveClock(16 * minute);
  await reconcileOrders();
  expect(await statusOf(order.id)).toBe("paid");
  moveClock(4 * day);
  await reconcileOrders();
  expect(await statusOf(ghost.id)).toBe("closed");
});
