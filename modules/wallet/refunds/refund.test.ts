import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { clearFaults, setFaults } from "#modules/sandbox/payments/faults.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aServedTicket, asVisitor } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderPaid } from "../events.ts";
import { earnBookingFee } from "../ledger/booking-fee.ts";
import { creditLatePayment } from "../ledger/lead-fee.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { reconcileOrders } from "../settling/reconcile-orders.ts";
import { refundToSource } from "./refund-to-source.ts";
import { sendRefund } from "./send-refund.ts";

openDatabase();

const till = openTill();
const cancelled = new Set<string>();
const late = new Set<string>();
beforeAll(() => {
  hear(orderPaid, async (purchase) => {
    if (purchase.ticketId && cancelled.has(purchase.ticketId))
      await refundToSource({ orderId: purchase.orderId, reason: "cancelled before it was paid" });
    if (purchase.ticketId && late.has(purchase.ticketId)) await creditLatePayment(purchase);
  });
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

async function aPaidFee() {
  const { id: ticketId } = await aServedTicket();
  const order = await till.anOrder({ ticketId });
  await confirmCheckout(asVisitor(), (await till.pay(order.providerOrderId!))!);
  return { ticketId, orderId: order.id };
}
const refundOf = async (orderId: string) =>
  (await rows<{ id: string; status: string }>(sql`select id, status from refunds where order_id = ${orderId}`))[0];
const kindsOf = async (orderId: string) =>
  (await rows<{ kind: string }>(sql`select kind from transfers where order_id = ${orderId}`))
    .map(({ kind }) => kind)
    .sort();
const refundsAtProvider = async (orderId: string) =>
  rows(
    sql`select 1 from sandbox_refunds r join payments p on p.provider_payment_id = r.payment_id where p.order_id = ${orderId}`,
  );
const ask = (orderId: string) => refundToSource({ orderId, reason: "cancelled" });

describe("a refund to the source", () => {
  test("is requested with the cancellation and moves the ledger when the provider processed it", async () => {
    const { orderId } = await aPaidFee();
    expect((await ask(orderId)).status).toBe("requested");
    expect(await kindsOf(orderId)).toEqual(["booking_fee"]);
    await till.work();
    expect((await refundOf(orderId))?.status).toBe("processed");
    expect(await kindsOf(orderId)).toEqual(["booking_fee", "booking_fee_refund"]);
  });

  test("asked for ten times at once, sent five times, is one refund", async () => {
    const { orderId } = await aPaidFee();
    const refunds = await Promise.all(Array.from({ length: 10 }, () => unitOfWork(() => ask(orderId))));
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
    const send = () => unitOfWork(() => sendRefund.run({ refundId: refunds[0]!.id }) as Promise<void>);
    await Promise.all(Array.from({ length: 5 }, send));
    await till.work();
    expect(await refundsAtProvider(orderId)).toHaveLength(1);
    expect(await kindsOf(orderId)).toEqual(["booking_fee", "booking_fee_refund"]);
    expect((await ask(orderId)).status).toBe("processed");
  });

  test("a rolled-back cancellation asks for none", async () => {
    const { orderId } = await aPaidFee();
    await expect(
      unitOfWork(() =>
        transaction(async () => {
          await ask(orderId);
          throw new Error("rolled back");
        }),
      ),
    ).rejects.toThrow();
    await till.work();
    expect(await refundOf(orderId)).toBeUndefined();
  });

  test("of an order nobody paid is refused", async () => {
    const order = await till.anOrder({ ticketId: (await aServedTicket()).id });
    await expect(ask(order.id)).rejects.toMatchObject({ kind: "conflict", key: "refund.notPaid" });
  });

  test("a silent provider is asked again until it answers", async () => {
    const { orderId } = await aPaidFee();
    const { id } = await ask(orderId);
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: "http://127.0.0.1:9" });
    await expect(sendRefund.run({ refundId: id })).rejects.toMatchObject({ kind: "unavailable" });
    configure({ paymentBaseUrl });
    expect((await refundOf(orderId))?.status).toBe("requested");
    moveClock(16 * minute);
    await reconcileOrders();
    expect((await refundOf(orderId))?.status).toBe("processed");
  });

  test.each([
    [409, { error: { code: "CONFLICT", description: "in progress" } }, "requested"],
    [200, { id: "rfnd_1", amount: 9900, status: "pending", created_at: 1 }, "requested"],
    [400, { error: { code: "BAD_REQUEST_ERROR", description: "no" } }, "failed"],
  ])("an answer of %i leaves it where the provider says", async (status, body, expected) => {
    const { orderId } = await aPaidFee();
    const { id } = await ask(orderId);
    const [payment] = await rows<{ provider_payment_id: string }>(
      sql`select provider_payment_id from payments where order_id = ${orderId}`,
    );
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.headers["x-refund-idempotency"] ?? ""}`);
      const refund = request.method === "POST";
      response.writeHead(refund ? status : 200);
      const paid = {
        id: payment!.provider_payment_id,
        amount: 9900,
        currency: "INR",
        status: "captured",
        created_at: 1,
      };
      response.end(JSON.stringify(refund ? { payment_id: paid.id, ...body } : paid));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    await sendRefund.run({ refundId: id });
    configure({ paymentBaseUrl });
    server.close();
    expect(requests[0]).toBe(`POST refund_${id}`);
    expect((await refundOf(orderId))?.status).toBe(expected);
    // A promised refund is never earned.
    expect(await kindsOf(orderId)).toEqual(["booking_fee"]);
  });

  test("the provider's webhook settles it too, once", async () => {
    const { orderId } = await aPaidFee();
    const { id } = await ask(orderId);
    const [payment] = await rows<{ provider_payment_id: string }>(
      sql`select provider_payment_id from payments where order_id = ${orderId}`,
    );
    const entity = {
      id: "rfnd_byWebhook0001",
      payment_id: payment!.provider_payment_id,
      amount: 9900,
      currency: "INR",
      status: "processed",
      created_at: 1,
    };
    const event = { event: "refund.processed", created_at: 1, payload: { refund: { entity } } };
    await till.deliver(till.signed(event, `refund ${id}`));
    await till.work();
    expect((await refundOf(orderId))?.status).toBe("processed");
    expect(await kindsOf(orderId)).toEqual(["booking_fee", "booking_fee_refund"]);
  });
});

describe("a refund the provider refuses", () => {
  afterEach(async () => {
    await clearFaults();
    closeCircuits();
  });
  const triesOf = async (orderId: string) =>
    Number((await rows<{ tries: string }>(sql`select tries from refunds where order_id = ${orderId}`))[0]!.tries);
  const sweepAfter = async (ms: number) => {
    moveClock(ms);
    await reconcileOrders();
  };

  test("is asked for again after 15 minutes, then after twice as long, until it is there; each refusal is written down", async () => {
    const { orderId } = await aPaidFee();
    await ask(orderId);
    await setFaults({ calls: ["refund"], refuse: 1 });
    await till.work();
    expect(await refundOf(orderId)).toMatchObject({ status: "failed" });
    await sweepAfter(14 * minute);
    expect(await triesOf(orderId)).toBe(1);
    await sweepAfter(2 * minute);
    expect(await triesOf(orderId)).toBe(2);
    await sweepAfter(29 * minute);
    expect(await triesOf(orderId)).toBe(2);
    await sweepAfter(2 * minute);
    expect(await triesOf(orderId)).toBe(3);
    await rows(sql`update refunds set tries = 30 where order_id = ${orderId}`);
    await clearFaults();
    await sweepAfter(24 * hour + minute);
    expect(await refundOf(orderId)).toMatchObject({ status: "processed" });
    expect(await refundsAtProvider(orderId)).toHaveLength(1);
    expect(await kindsOf(orderId)).toEqual(["booking_fee", "booking_fee_refund"]);
    const refusals = (await historyOf("order", orderId)).filter(({ event }) => event === "order.refundFailed");
    expect(refusals.map(({ data }) => data.tries)).toEqual([1, 2, 3]);
  });

  test("while it refuses to say anything is tried again, too", async () => {
    const { orderId } = await aPaidFee();
    await ask(orderId);
    await setFaults({ refuse: 1 });
    await till.work();
    expect(await refundOf(orderId)).toMatchObject({ status: "failed" });
    await clearFaults();
    await sweepAfter(16 * minute);
    expect(await refundOf(orderId)).toMatchObject({ status: "processed" });
  });

  test("and says so although it made it, is one refund all the same", async () => {
    const { orderId } = await aPaidFee();
    await ask(orderId);
    await setFaults({ calls: ["refund"], lie: 1, lies: ["refundFailed"] });
    await till.work();
    expect(await refundOf(orderId)).toMatchObject({ status: "failed" });
    await clearFaults();
    await sweepAfter(16 * minute);
    expect(await refundOf(orderId)).toMatchObject({ status: "processed" });
    expect(await refundsAtProvider(orderId)).toHaveLength(1);
  });

  test("or says is processed although it was never made, waits and is made", async () => {
    const { orderId } = await aPaidFee();
    await ask(orderId);
    await setFaults({ calls: ["refund"], lie: 1, lies: ["refundProcessed"] });
    await till.work();
    expect(await refundOf(orderId)).toMatchObject({ status: "requested" });
    expect(await kindsOf(orderId)).toEqual(["booking_fee"]);
    await clearFaults();
    await sweepAfter(16 * minute);
    expect(await refundOf(orderId)).toMatchObject({ status: "processed" });
    expect(await refundsAtProvider(orderId)).toHaveLength(1);
  });

  test("or whose answer is lost after it was made, is one refund", async () => {
    const { orderId } = await aPaidFee();
    const { id } = await ask(orderId);
    await setFaults({ calls: ["refund"], cut: 1, done: 1 });
    await expect(sendRefund.run({ refundId: id })).rejects.toMatchObject({ kind: "unavailable" });
    await clearFaults();
    await till.work();
    expect(await refundOf(orderId)).toMatchObject({ status: "processed" });
    expect(await refundsAtProvider(orderId)).toHaveLength(1);
  });
});

describe("the booking fee", () => {
  test("is earned once when the ticket closes, and an earned fee is not refunded", async () => {
    const { ticketId, orderId } = await aPaidFee();
    expect(await earnBookingFee(ticketId)).toBe(true);
    expect(await earnBookingFee(ticketId)).toBe(true);
    expect(await kindsOf(orderId)).toEqual(["booking_fee", "booking_fee_earned"]);
    await expect(ask(orderId)).rejects.toMatchObject({ key: "refund.earned" });
  });

  test("on its way back is not earned", async () => {
    const { ticketId, orderId } = await aPaidFee();
    await ask(orderId);
    expect(await earnBookingFee(ticketId)).toBe(false);
    await till.work();
    expect(await earnBookingFee(ticketId)).toBe(false);
  });

  test("closing and cancelling at the same moment: earned or refunded, never both", async () => {
    const fees = [];
    for (let made = 0; made < 5; made++) fees.push(await aPaidFee());
    await Promise.all(
      fees.flatMap(({ ticketId, orderId }) => [
        unitOfWork(() => earnBookingFee(ticketId)),
        unitOfWork(() => ask(orderId)).catch(() => undefined),
      ]),
    );
    await till.work();
    for (const { orderId } of fees) expect(await kindsOf(orderId)).toHaveLength(2);
  });

  test("of a ticket without a paid order is nothing to earn", async () => {
    expect(await earnBookingFee((await aServedTicket()).id)).toBe(false);
  });

  test("captured after the cancellation goes back by itself", async () => {
    const { id: ticketId } = await aServedTicket();
    const order = await till.anOrder({ ticketId });
    cancelled.add(ticketId);
    await till.pay(order.providerOrderId!, "pending");
    moveClock(2 * hour);
    await reconcileOrders();
    await till.work();
    expect(await kindsOf(order.id)).toEqual(["booking_fee", "booking_fee_refund"]);
  });
});

test("a cancellation that holds the ticket and a payment that comes at that moment do not wait for each other", async () => {
  const { id: ticketId } = await aServedTicket();
  cancelled.add(ticketId);
  const order = await till.anOrder({ ticketId });
  const callback = (await till.pay(order.providerOrderId!))!;
  const cancel = () =>
    transaction(async () => {
      await rows(sql`select 1 from tickets where id = ${ticketId} for update`);
      await rows(sql`select pg_sleep(0.05)`);
      await ask(order.id).catch(() => undefined);
    });
  const outcomes = await Promise.all([
    unitOfWork(cancel),
    unitOfWork(() => confirmCheckout(asVisitor(), callback)),
    unitOfWork(cancel),
  ]);
  expect(outcomes[1]).toMatchObject({ state: "paid" });
  await till.work();
  expect(await kindsOf(order.id)).toEqual(["booking_fee", "booking_fee_refund"]);
});

test("a lead price that comes too late is in the wallet, not income, and is not refunded again", async () => {
  const { id: centerId } = await aCenter();
  const { id: ticketId } = await aServedTicket();
  late.add(ticketId);
  const order = await till.anOrder({ purpose: "lead_fee", ticketId, centerId, rupees: 49 });
  await confirmCheckout(asVisitor(), (await till.pay(order.providerOrderId!))!);
  expect(await walletBalance(centerId)).toBe(4900);
  expect(await kindsOf(order.id)).toEqual(["late_payment"]);
  await expect(ask(order.id)).rejects.toMatchObject({ key: "refund.inWallet" });
});
