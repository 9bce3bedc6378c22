import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aServedTicket, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderFailed, orderPaid } from "../events.ts";
import { gateway } from "../gateway.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { openOrder } from "../orders/open-order.ts";
import { getOrder } from "../orders/orders.ts";
import { payable } from "../orders/payable.ts";
import { completeOrder } from "./complete-order.ts";
import { confirmCheckout, confirmWithProvider } from "./confirm-payment.ts";
import { receiveWebhook } from "./receive-webhook.ts";

openDatabase();

const till = openTill();
const paidOrders: string[] = [];
const failedOrders: string[] = [];
beforeAll(() => {
  hear(orderPaid, async ({ orderId }) => paidOrders.push(orderId));
  hear(orderFailed, async ({ orderId }) => failedOrders.push(orderId));
});
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const anyone = asVisitor();
const timesPaid = (orderId: string) => paidOrders.filter((id) => id === orderId).length;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

/** Opens all connections of the pool, so that calls started together run together. */
const atOnce = async <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  await Promise.all(Array.from({ length: 10 }, () => unitOfWork(() => rows(sql`select pg_sleep(0.05)`))));
  return Promise.all(Array.from({ length: times }, (_, index) => unitOfWork(() => work(index))));
};

const aFee = async () => till.anOrder({ ticketId: (await aServedTicket()).id });

describe("one order per purchase", () => {
  test("the fee of a ticket has one order, and a second try to pay stays on it", async () => {
    const { id: ticketId } = await aServedTicket();
    const first = await till.anOrder({ ticketId });
    const second = await till.anOrder({ ticketId });
    expect(second.id).toBe(first.id);
    expect(await payable(first.id)).toEqual({
      order_id: first.providerOrderId,
      amount: 9900,
      currency: "INR",
      key_id: env.paymentKeyId,
    });
  });

  test("twenty calls at once open one order and make one order at the provider", async () => {
    const { id: ticketId } = await aServedTicket();
    const answers = await atOnce(20, async () => {
      const order = await transaction(() =>
        openOrder({ purpose: "booking_fee", ticketId, amountPaise: toPaise(9900) }),
      );
      return payable(order.id);
    });
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1);
  });

  test("the provider's silence leaves the order to be asked for again", async () => {
    const { id } = await transaction(() => openOrder({ purpose: "recharge", amountPaise: toPaise(50000) }));
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: "http://127.0.0.1:9" });
    expect(await refusal(payable(id))).toBe("unavailable payment.unavailable");
    configure({ paymentBaseUrl });
    expect((await payable(id)).amount).toBe(50000);
  });

  test("a paid order is not payable again and its ticket gets no second one", async () => {
    const { id: ticketId } = await aServedTicket();
    const order = await till.anOrder({ ticketId });
    await confirmCheckout(anyone, (await till.pay(order.providerOrderId!))!);
    expect(await refusal(payable(order.id))).toBe("conflict payment.alreadyPaid");
    expect(await refusal(till.anOrder({ ticketId }))).toBe("conflict payment.alreadyPaid");
  });
});

describe("the checkout's callback", () => {
  test("H7 a proven and captured payment pays the order, holds the fee and is told once", async () => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "paid", order: { status: "paid" } });
    expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "paid" });
    expect(timesPaid(order.id)).toBe(1);
    expect((await historyOf("order", order.id)).map(({ event }) => event)).toEqual(["order.attempted", "order.paid"]);
    const [held] = await rows<{ kind: string }>(sql`select kind from transfers where order_id = ${order.id}`);
    expect(held?.kind).toBe("booking_fee");
  });

  test("H7 a forged or tampered signature is refused and pays nothing", async () => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    const tampered = callback.signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const signature of [tampered, "", "0".repeat(64), callback.signature.slice(1)])
      expect(await refusal(confirmCheckout(anyone, { ...callback, signature }))).toBe("invalid payment.notProven");
    expect((await getOrder(order.id)).status).toBe("created");
  });

  test("H7 the signature of a cheap order does not pay another one", async () => {
    const cheap = await till.anOrder({ purpose: "recharge", centerId: (await aCenter()).id, rupees: 1 });
    const dear = await aFee();
    const callback = (await till.pay(cheap.providerOrderId!))!;
    expect(await refusal(confirmCheckout(anyone, { ...callback, orderId: dear.id }))).toBe("invalid payment.notProven");
    expect(await refusal(confirmCheckout(anyone, { ...callback, providerOrderId: dear.providerOrderId! }))).toBe(
      "invalid payment.notProven",
    );
    expect((await getOrder(dear.id)).status).toBe("created");
  });

  test("H7 a payment of another order, signed for this one, pays nothing", async () => {
    const other = await aFee();
    const order = await aFee();
    const { providerPaymentId } = (await till.pay(other.providerOrderId!))!;
    const mixed = till.callbackOf(order.providerOrderId!, providerPaymentId);
    expect(await confirmCheckout(anyone, mixed)).toMatchObject({ state: "failed" });
    expect((await getOrder(order.id)).status).toBe("created");
  });

  test.each([
    ["another amount", "amount = 100"],
    ["another currency", "currency = 'USD'"],
  ])("H7 a captured payment of %s pays nothing", async (_what, change) => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    await rows(sql`update sandbox_payments set ${sql.raw(change)} where id = ${callback.providerPaymentId}`);
    expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "failed" });
    expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({ state: "failed" });
    expect(timesPaid(order.id)).toBe(0);
  });

  test("an authorized payment is captured by us", async () => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!, "pending"))!;
    expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "paid" });
  });

  test("a provider that does not answer leaves the state pending, and a job finds out later", async () => {
    const order = await aFee();
    const callback = (await till.pay(order.providerOrderId!))!;
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: "http://127.0.0.1:9" });
    expect(await confirmCheckout(anyone, callback)).toMatchObject({ state: "pending" });
    configure({ paymentBaseUrl });
    await till.work();
    expect((await getOrder(order.id)).status).toBe("paid");
  });

  test("H12 another center's order does not exist for a center", async () => {
    const owner = await aCenter();
    const stranger = await aCenter();
    const order = await till.anOrder({ purpose: "recharge", centerId: owner.id });
    const callback = (await till.pay(order.providerOrderId!))!;
    expect(await refusal(confirmCheckout(asCenter(stranger), callback))).toBe("missing payment.missing");
    expect(await refusal(confirmWithProvider(asCenter(stranger), { orderId: order.id }))).toBe(
      "missing payment.missing",
    );
    expect(await confirmCheckout(asCenter(owner), callback)).toMatchObject({ state: "paid" });
    expect(await walletBalance(owner.id)).toBe(9900);
  });
});

describe("asking the provider", () => {
  test("an order nobody tried to pay has failed, a failed try too, and a later success pays it", async () => {
    const order = await aFee();
    expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({ state: "failed" });
    await till.pay(order.providerOrderId!, "failure");
    expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({
      state: "failed",
      order: { status: "attempted" },
    });
    expect(failedOrders.filter((id) => id === order.id)).toHaveLength(1);
    await till.pay(order.providerOrderId!);
    expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({ state: "paid" });
  });

  test("twenty completions at once are one orderPaid, with and without a ticket", async () => {
    const center = await aCenter();
    for (const order of [await aFee(), await till.anOrder({ purpose: "recharge", centerId: center.id })]) {
      const callback = (await till.pay(order.providerOrderId!))!;
      const outcomes = await atOnce(20, (index) =>
        index % 2 ? confirmCheckout(anyone, callback) : confirmWithProvider(anyone, { orderId: order.id }),
      );
      // On a busy machine some answers are "being confirmed" after three seconds; none may be "failed".
      expect(outcomes.map(({ state }) => state)).not.toContain("failed");
      expect(await unitOfWork(() => confirmCheckout(anyone, callback))).toMatchObject({ state: "paid" });
      expect(timesPaid(order.id)).toBe(1);
    }
    expect(await walletBalance(center.id)).toBe(9900);
  });

  test("news that comes late never moves a payment backward", async () => {
    const order = await aFee();
    await till.pay(order.providerOrderId!, "pending");
    const [authorized] = await gateway.paymentsOfOrder(order.providerOrderId!);
    await confirmWithProvider(anyone, { orderId: order.id });
    for (const status of ["authorized", "failed", "created"] as const)
      expect(await completeOrder(order.id, [{ ...authorized!, status }], "webhook")).toMatchObject({ state: "paid" });
    const [payment] = await rows<{ status: string }>(sql`select status from payments where order_id = ${order.id}`);
    expect(payment?.status).toBe("captured");
    expect(failedOrders).not.toContain(order.id);
  });

  test("an order the provider does not know any more stays pending for the sweep", async () => {
    const order = await aFee();
    await rows(sql`update orders set provider_order_id = ${`order_gone_${order.id}`} where id = ${order.id}`);
    expect(await confirmWithProvider(anyone, { orderId: order.id })).toMatchObject({ state: "pending" });
  });
});

describe("the webhook", () => {
  test("a delivery pays the order; the same event again has no effect", async () => {
    const order = await aFee();
    await till.pay(order.providerOrderId!);
    await till.settled();
    await till.deliver(...till.sent);
    expect(await receiveWebhook(till.sent[0]!)).toEqual({ fresh: false });
    await till.deliver(...till.sent.toReversed(), ...till.sent);
    expect((await getOrder(order.id)).status).toBe("paid");
    expect(timesPaid(order.id)).toBe(1);
  });

  test("a forged body, a tampered body and a missing signature are denied", async () => {
    const order = await aFee();
    await till.pay(order.providerOrderId!);
    await till.settled();
    const { rawBody, signature, eventId } = till.sent[0]!;
    const tampered = String(rawBody).replace("9900", "9901");
    for (const forged of [
      { rawBody: tampered, signature, eventId },
      { rawBody, signature: null, eventId },
      { rawBody, signature: till.signed(tampered, "").signature, eventId },
      { rawBody: `${rawBody} `, signature, eventId },
    ])
      expect(await refusal(receiveWebhook(forged))).toBe("denied payment.notProven");
    await till.work();
    expect((await getOrder(order.id)).status).toBe("created");
  });

  test("an unknown order and an unknown shape are taken without effect", async () => {
    expect(await receiveWebhook(till.signed({ hello: "there" }, ""))).toEqual({ fresh: false });
    const order = {
      id: "order_nobodyknowsit",
      amount: 100,
      amount_paid: 100,
      amount_due: 0,
      currency: "INR",
      status: "paid",
      attempts: 1,
      notes: [],
      created_at: 1,
    };
    const stranger = till.signed({ event: "order.paid", created_at: 1, payload: { order: { entity: order } } }, "");
    expect(await receiveWebhook(stranger)).toEqual({ fresh: true });
    expect(await receiveWebhook(stranger)).toEqual({ fresh: false });
  });

  test("of an event that is not handled nothing follows, whatever it brings", async () => {
    const order = await aFee();
    await till.pay(order.providerOrderId!);
    await till.settled();
    const paid = JSON.parse(String(till.sent.find(({ rawBody }) => String(rawBody).includes("order.paid"))!.rawBody));
    const dispute = till.signed({ ...paid, event: "payment.dispute.created" }, "a dispute");
    expect(await receiveWebhook(dispute)).toEqual({ fresh: true });
    await till.work();
    expect((await getOrder(order.id)).status).toBe("created");
  });

  test("a second captured payment of a paid order goes back to its source", async () => {
    const order = await aFee();
    await confirmCheckout(anyone, (await till.pay(order.providerOrderId!))!);
    await rows(sql`update sandbox_orders set status = 'attempted' where id = ${order.providerOrderId}`);
    await till.pay(order.providerOrderId!);
    await till.settled();
    await till.deliver(...till.sent);
    expect(timesPaid(order.id)).toBe(1);
    const kinds = await rows<{ kind: string }>(
      sql`select kind from transfers where order_id = ${order.id} order by created_at, id`,
    );
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(["booking_fee", "extra_payment", "extra_payment_refund"]);
  });
});

test("a listener that fails undoes the completion, and the next source completes it", async () => {
  let failing = true;
  const order = await aFee();
  hear(orderPaid, async ({ orderId }) => {
    if (orderId === order.id && failing) throw new Error("a bug in a listener");
  });
  const callback = (await till.pay(order.providerOrderId!))!;
  await expect(confirmCheckout(anyone, callback)).rejects.toThrow("a bug");
  expect((await unitOfWork(() => getOrder(order.id))).status).toBe("created");
  failing = false;
  moveClock(60_000);
  expect(await unitOfWork(() => confirmWithProvider(anyone, { orderId: order.id }))).toMatchObject({ state: "paid" });
});
