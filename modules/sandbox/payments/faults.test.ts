import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toPaise } from "#modules/kernel/money.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { gateway } from "#modules/wallet/index.ts";
import { handleSandbox } from "../sandbox.ts";
import { clearFaults, setFaults } from "./faults.ts";

openDatabase();

const received: { body: string; signature: string | null; eventId: string | null }[] = [];
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox(async (request) => {
    const { headers } = gateway.webhook;
    received.push({
      body: await request.text(),
      signature: request.headers.get(headers.signature),
      eventId: request.headers.get(headers.eventId),
    });
    return new Response(null, { status: 200 });
  });
});
afterAll(() => sandbox.stop());
afterEach(async () => {
  await clearFaults();
  closeCircuits();
  await sandbox.settled();
  received.length = 0;
});

let receipts = 0;
const anOrder = () => gateway.openOrder({ amountPaise: toPaise(9900), receipt: `faults-${++receipts}` });
async function aPayment(fields: object = {}) {
  const { id: orderId } = await anOrder();
  const answer = await fetch(`${sandbox.origin}/sandbox/razorpay/pay`, {
    method: "POST",
    body: JSON.stringify({ order_id: orderId, outcome: "success", webhook: false, ...fields }),
  });
  return { orderId, paymentId: ((await answer.json()) as { razorpay_payment_id: string }).razorpay_payment_id };
}
const tell = (method: string, body?: object) =>
  fetch(`${sandbox.origin}/sandbox/razorpay/faults`, { method, ...(body && { body: JSON.stringify(body) }) });
/** The outcomes of repeated calls, in words. */
const manyTimes = async (count: number, ask: () => Promise<unknown>) => {
  const outcomes: string[] = [];
  for (let turn = 0; turn < count; turn++) {
    closeCircuits();
    outcomes.push(await ask().then(String, (error: Error) => error.message));
  }
  return outcomes;
};

test("the provider is told over HTTP to misbehave and to stop, and refuses a plan it does not understand", async () => {
  expect(await (await tell("GET")).json()).toEqual({ faults: null });
  const { faults } = (await (await tell("POST", { fail: 1, calls: ["createOrder"] })).json()) as { faults: object };
  expect(faults).toMatchObject({ fail: 1, calls: ["createOrder"], cut: 0 });
  await expect(anOrder()).rejects.toMatchObject({ kind: "unavailable" });
  expect(await (await handleSandbox(new Request("http://x/sandbox"))).text()).toContain("&#34;fail&#34;: 1");
  for (const senseless of [{ fail: 2 }, { lies: ["nothing"] }, { unknown: 1 }])
    expect((await tell("POST", senseless)).status).toBe(400);
  expect(await (await tell("DELETE")).json()).toEqual({ faults: null });
  closeCircuits();
  expect(await anOrder()).toMatchObject({ status: "created" });
});

test("the same seed has the same answers misbehave", async () => {
  const { paymentId } = await aPayment();
  const run = async (seed: number) => {
    await setFaults({ seed, fail: 0.3, cut: 0.3, refuse: 0.2 });
    return manyTimes(12, async () => (await gateway.payment(paymentId)).status);
  };
  const first = await run(1);
  expect(new Set(first).size).toBeGreaterThan(2);
  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
});

test("a cut connection and a failure may come before the work or after it", async () => {
  for (const broken of ["fail", "cut"]) {
    const { paymentId } = await aPayment();
    const giveBack = () => gateway.refund(paymentId, toPaise(9900), `refund-of-${paymentId}`);
    await setFaults({ [broken]: 1 });
    await expect(giveBack()).rejects.toMatchObject({ kind: "unavailable" });
    await clearFaults();
    expect((await gateway.payment(paymentId)).refundedPaise).toBe(0);
    await setFaults({ [broken]: 1, done: 1 });
    await expect(giveBack()).rejects.toMatchObject({ kind: "unavailable" });
    await clearFaults();
    expect((await gateway.payment(paymentId)).refundedPaise).toBe(9900);
  }
});

test("a slow answer is the right one, later", async () => {
  const { paymentId } = await aPayment();
  await setFaults({ slow: 1, slowMs: 200 });
  const started = performance.now();
  expect((await gateway.payment(paymentId)).status).toBe("captured");
  expect(performance.now() - started).toBeGreaterThan(190);
});

test.each([
  ["amount", { amountPaise: 10_000 }],
  ["currency", { currency: "USD" }],
  ["failed", { status: "failed" }],
  ["refunded", { status: "refunded", refundedPaise: 9900 }],
] as const)("it lies about a payment: %s", async (lie, expected) => {
  const { orderId, paymentId } = await aPayment();
  await setFaults({ lie: 1, lies: [lie] });
  expect(await gateway.payment(paymentId)).toMatchObject(expected);
  expect(await gateway.paymentsOfOrder(orderId)).toMatchObject([expected]);
  await clearFaults();
  expect(await gateway.payment(paymentId)).toMatchObject({ amountPaise: 9900, currency: "INR", status: "captured" });
});

test("it says captured of what is not, refunded of what never was, and answers about another payment or none", async () => {
  await aPayment();
  const { orderId, paymentId } = await aPayment({ outcome: "pending" });
  await setFaults({ lie: 1, lies: ["captured"] });
  expect(await gateway.payment(paymentId)).toMatchObject({ status: "captured" });
  await setFaults({ lie: 1, lies: ["none"] });
  expect(await gateway.paymentsOfOrder(orderId)).toEqual([]);
  await setFaults({ lie: 1, lies: ["another"] });
  await expect(gateway.payment(paymentId)).rejects.toMatchObject({ kind: "unavailable" });

  const captured = await aPayment();
  const giveBack = () => gateway.refund(captured.paymentId, toPaise(9900), `refund-of-${captured.paymentId}`);
  await setFaults({ lie: 1, lies: ["refundProcessed"] });
  expect((await giveBack()).status).toBe("processed");
  expect((await gateway.payment(captured.paymentId)).refundedPaise).toBe(0);
  await setFaults({ lie: 1, lies: ["refundFailed"] });
  expect((await giveBack()).status).toBe("failed");
  expect((await gateway.payment(captured.paymentId)).refundedPaise).toBe(9900);
});

test("a capture over another amount than the order's does not pay the order", async () => {
  const { orderId } = await aPayment({ amount: 100 });
  expect(await gateway.paymentsOfOrder(orderId)).toMatchObject([{ amountPaise: 100, status: "captured" }]);
});

test("webhooks are lost, doubled, turned round, forged, tampered with and untrue", async () => {
  const sent = async (webhooks: object) => {
    received.length = 0;
    await setFaults({ webhooks });
    await aPayment({ webhook: true });
    await sandbox.settled();
    return received.map((hook) => ({
      ...hook,
      event: gateway.readWebhook(hook.body)?.event,
      genuine: gateway.isWebhookGenuine(hook.body, hook.signature),
    }));
  };
  expect(await sent({ drop: 1 })).toEqual([]);
  const doubled = await sent({ duplicate: 1 });
  expect(doubled.map(({ event }) => event).sort()).toEqual([
    "order.paid",
    "order.paid",
    "payment.captured",
    "payment.captured",
  ]);
  expect(new Set(doubled.map(({ eventId }) => eventId)).size).toBe(2);
  expect((await sent({ reorder: 1 })).map(({ event }) => event)).toEqual(["order.paid", "payment.captured"]);
  for (const how of ["forge", "tamper"]) {
    const both = await sent({ [how]: 1 });
    expect(both.map(({ genuine }) => genuine)).toEqual([false, true, false, true]);
    expect(both[0]!.eventId).toBe(both[1]!.eventId);
  }
  const untrue = await sent({ lie: 1 });
  expect(untrue.every(({ genuine }) => genuine)).toBe(true);
});
