import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { configure, env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { checkout } from "./checkout.server.ts";
import { fetchOrder, razorpay } from "./razorpay.server.ts";

openDatabase();

type Hook = { body: string; signature: string; eventId: string };
const hooks: Hook[] = [];
let refuseNext = 0;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
let receipts = 0;

beforeAll(async () => {
  sandbox = await serveSandbox(async (request) => {
    hooks.push({
      body: await request.text(),
      signature: request.headers.get("x-razorpay-signature") ?? "",
      eventId: request.headers.get("x-razorpay-event-id") ?? "",
    });
    return new Response(null, { status: refuseNext-- > 0 ? 500 : 200 });
  });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.settled();
  hooks.length = 0;
  refuseNext = 0;
});

const anOrder = (amount = 9900) =>
  razorpay.openOrder({ amountPaise: toPaise(amount), receipt: `receipt-${++receipts}`, notes: { kind: "fee" } });

async function pay(body: object) {
  const answer = await fetch(`${sandbox.origin}/sandbox/razorpay/pay`, { method: "POST", body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function aCapturedPayment(amount = 9900): Promise<string> {
  const order = await anOrder(amount);
  const { body } = await pay({ order_id: order.id, outcome: "success", webhook: false });
  return body.razorpay_payment_id;
}

const eventsSent = () => hooks.map(({ body }) => razorpay.readWebhook(body)!.event);

describe("orders", () => {
  test("an order is made at our price and can be fetched", async () => {
    const order = await anOrder(9900);
    expect(order).toMatchObject({
      amount: 9900,
      amount_due: 9900,
      currency: "INR",
      status: "created",
      notes: { kind: "fee" },
    });
    expect(await fetchOrder(order.id)).toEqual(order);
    expect(await razorpay.paymentsOfOrder(order.id)).toEqual([]);
  });

  test("a retry with the same receipt finds the first order", async () => {
    const first = await razorpay.openOrder({ amountPaise: toPaise(4900), receipt: "same" });
    expect(await razorpay.openOrder({ amountPaise: toPaise(4900), receipt: "same" })).toEqual(first);
    await expect(razorpay.openOrder({ amountPaise: toPaise(5000), receipt: "same" })).rejects.toThrow(GatewayError);
  });

  test("fifty simultaneous retries make one order", async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, () => razorpay.openOrder({ amountPaise: toPaise(4900), receipt: "race" })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test("an unknown order is refused in the provider's words", async () => {
    const error = await fetchOrder("order_nothere").catch((e) => e);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ provider: "razorpay", status: 400, code: "BAD_REQUEST_ERROR" });
  });

  test("wrong credentials are refused", async () => {
    const orders = `${sandbox.origin}/sandbox/razorpay/v1/orders`;
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
    expect((await fetch(orders)).status).toBe(401);
    expect((await fetch(orders, { headers: basic(`${env.paymentKeyId}:wrong`) })).status).toBe(401);
    expect((await fetch(orders, { headers: basic(`${env.paymentKeyId}:${env.paymentKeySecret}`) })).status).toBe(200);
  });
});

describe("paying", () => {
  test("a paid order is captured, signed and told by signed webhooks", async () => {
    const order = await anOrder();
    const { status, body } = await pay({ order_id: order.id, outcome: "success" });
    expect(status).toBe(200);
    expect(body.razorpay_order_id).toBe(order.id);
    expect(
      razorpay.isCallbackGenuine({
        providerOrderId: order.id,
        providerPaymentId: body.razorpay_payment_id,
        signature: body.razorpay_signature,
      }),
    ).toBe(true);
    expect(await razorpay.payment(body.razorpay_payment_id)).toMatchObject({
      status: "captured",
      amountPaise: 9900,
      orderId: order.id,
    });
    expect(await fetchOrder(order.id)).toMatchObject({ status: "paid", amount_paid: 9900, amount_due: 0, attempts: 1 });

    await sandbox.settled();
    expect(eventsSent()).toEqual(["payment.captured", "order.paid"]);
    for (const { body: raw, signature } of hooks) expect(razorpay.isWebhookGenuine(raw, signature)).toBe(true);
    expect(razorpay.readWebhook(hooks[1]!.body)).toMatchObject({ isHandled: true, orderId: order.id });
    expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test("a signature changed by one character is refused, of the checkout and of the webhook", async () => {
    const order = await anOrder();
    const { body } = await pay({ order_id: order.id, outcome: "success" });
    await sandbox.settled();
    const flipped = (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`;
    const good = razorpay.readCallback(body)!;
    expect(razorpay.isCallbackGenuine({ ...good, signature: flipped(good.signature) })).toBe(false);
    expect(razorpay.isCallbackGenuine({ ...good, providerOrderId: flipped(good.providerOrderId) })).toBe(false);
    expect(razorpay.isCallbackGenuine({ ...good, signature: "" })).toBe(false);
    const { body: raw, signature } = hooks[0]!;
    expect(razorpay.isWebhookGenuine(raw, flipped(signature))).toBe(false);
    expect(razorpay.isWebhookGenuine(`${raw} `, signature)).toBe(false);
    expect(razorpay.isWebhookGenuine(raw, null)).toBe(false);
  });

  test("a failed payment leaves the order open for another try", async () => {
    const order = await anOrder();
    const { status, body } = await pay({ order_id: order.id, outcome: "failure" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "BAD_REQUEST_ERROR", metadata: { order_id: order.id } });
    expect(await fetchOrder(order.id)).toMatchObject({ status: "attempted", attempts: 1 });
    await sandbox.settled();
    await pay({ order_id: order.id, outcome: "success" });
    expect((await razorpay.paymentsOfOrder(order.id)).map(({ status }) => status).sort()).toEqual([
      "captured",
      "failed",
    ]);
    await sandbox.settled();
    expect(eventsSent()).toEqual(["payment.failed", "payment.captured", "order.paid"]);
  });

  test("a failed payment that succeeds late is captured under its own id", async () => {
    const order = await anOrder();
    const failed = (await pay({ order_id: order.id, outcome: "failure" })).body.error.metadata.payment_id;
    const { body } = await pay({ order_id: order.id, outcome: "success", payment_id: failed });
    expect(body.razorpay_payment_id).toBe(failed);
    expect(await razorpay.payment(failed)).toMatchObject({ status: "captured" });
  });

  test("a paid order takes no second payment, also when two come at once", async () => {
    const order = await anOrder();
    const both = await Promise.all([1, 2].map(() => pay({ order_id: order.id, outcome: "success" })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("a lost webhook is really lost", async () => {
    const order = await anOrder();
    await pay({ order_id: order.id, outcome: "success", webhook: false });
    await sandbox.settled();
    expect(hooks).toEqual([]);
    expect((await razorpay.paymentsOfOrder(order.id))[0]).toMatchObject({ status: "captured" });
  });

  test("a webhook that is not answered with 2xx is delivered again under the same event id", async () => {
    refuseNext = 1;
    await pay({ order_id: (await anOrder()).id, outcome: "failure" });
    await sandbox.settled();
    expect(hooks).toHaveLength(2);
    expect(hooks[0]!.eventId).toBe(hooks[1]!.eventId);
  });

  test("a pending payment is authorized and captured later, once and at its amount only", async () => {
    const order = await anOrder();
    const { body } = await pay({ order_id: order.id, outcome: "pending" });
    // The provider promises no order between the events of two acts.
    await sandbox.settled();
    const id = body.razorpay_payment_id;
    expect(await razorpay.payment(id)).toMatchObject({ status: "authorized" });
    await expect(razorpay.capture(id, toPaise(100), "INR")).rejects.toThrow("equal to the amount");
    expect(await razorpay.capture(id, toPaise(9900), "INR")).toMatchObject({ status: "captured" });
    await expect(razorpay.capture(id, toPaise(9900), "INR")).rejects.toThrow("already been captured");
    await sandbox.settled();
    expect(eventsSent()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
  });
});

describe("refunds", () => {
  test("the same key refunds once, however often it is asked, and a changed body is refused", async () => {
    const payment = await aCapturedPayment();
    const refunds = await Promise.all(
      Array.from({ length: 20 }, () => razorpay.refund(payment, toPaise(4000), "refund-key-1")),
    );
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
    expect(await razorpay.payment(payment)).toMatchObject({
      refundedPaise: 4000,
      status: "captured",
    });
    await expect(razorpay.refund(payment, toPaise(4001), "refund-key-1")).rejects.toThrow(GatewayError);
    await sandbox.settled();
    expect(eventsSent()).toEqual(["refund.processed"]);
  });

  test("refunds never exceed what was captured, also when many come at once", async () => {
    const payment = await aCapturedPayment(1000);
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => razorpay.refund(payment, toPaise(300), `refund-race-${index}`)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await razorpay.payment(payment)).toMatchObject({ refundedPaise: 900 });
    expect(await razorpay.refund(payment, toPaise(100), "refund-rest-0")).toMatchObject({
      status: "processed",
      amountPaise: 100,
    });
    expect(await razorpay.payment(payment)).toMatchObject({ status: "refunded", refundedPaise: 1000 });
  });

  test("an uncaptured payment is not refunded", async () => {
    const { body } = await pay({ order_id: (await anOrder()).id, outcome: "pending", webhook: false });
    await expect(razorpay.refund(body.razorpay_payment_id, toPaise(100), "refund-key-2")).rejects.toThrow("captured");
  });

  test("a key Razorpay would not take is a bug", () => {
    expect(() => razorpay.refund("pay_x", toPaise(100), "short")).toThrow("idempotency key");
  });
});

/** Runs `ask` against another provider. */
async function withProvider<T>(handler: RequestListener, ask: () => Promise<T>): Promise<T> {
  const server = createServer(handler);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { paymentBaseUrl } = env;
  configure({ paymentBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base` });
  try {
    return await ask();
  } finally {
    configure({ paymentBaseUrl });
    server.closeAllConnections();
    server.close();
  }
}

describe("what leaves the house", () => {
  /** The requests `ask` sends to a provider that refuses all of them. */
  const leaving = async (ask: () => Promise<unknown>) => {
    const requests: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const refuses: RequestListener = async (request, response) => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
      response.writeHead(400).end("{}");
    };
    await expect(withProvider(refuses, ask)).rejects.toThrow(GatewayError);
    return requests[0]!;
  };

  test("a refund carries its key in the header, its amount in the body, and our credentials", async () => {
    const { line, headers, body } = await leaving(() => razorpay.refund("pay_1", toPaise(4000), "refund-key-1"));
    expect(line).toBe("POST /base/v1/payments/pay_1/refund");
    expect(headers).toMatchObject({
      "x-refund-idempotency": "refund-key-1",
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${env.paymentKeyId}:${env.paymentKeySecret}`).toString("base64")}`,
    });
    expect(JSON.parse(body)).toEqual({ amount: 4000, notes: {} });
  });

  test("an order asks for a receipt of its own, and no other call carries a refund's key", async () => {
    const { line, headers, body } = await leaving(() =>
      razorpay.openOrder({ amountPaise: toPaise(9900), receipt: "r-1" }),
    );
    expect(line).toBe("POST /base/v1/orders");
    expect(JSON.parse(body)).toEqual({
      amount: 9900,
      currency: "INR",
      receipt: "r-1",
      notes: {},
      unique_receipt: true,
    });
    expect(headers["x-refund-idempotency"]).toBeUndefined();
  });

  test("an id from outside leads to no other address", async () => {
    const { line } = await leaving(() => razorpay.payment("../orders?x=/1"));
    expect(line).toBe("GET /base/v1/payments/..%2Forders%3Fx%3D%2F1");
  });

  test("no proxy of the environment is taken", async () => {
    const before = process.env.http_proxy;
    process.env.http_proxy = "http://127.0.0.1:9";
    try {
      expect(await anOrder()).toMatchObject({ status: "created" });
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
    }
  });
});

describe("a provider in trouble is unavailable, and its reason is kept", () => {
  const troubled = (handler: RequestListener, ask = () => fetchOrder("order_x")) =>
    withProvider(handler, () => ask().catch((error: Error) => error as never));

  test.each([
    ["an error page", 502, "<h1>Bad gateway</h1>"],
    ["too many requests", 429, "{}"],
    ["a page that is not JSON", 200, "<h1>Welcome</h1>"],
    ["an entity of another shape", 200, '{"id":"order_x","amount":"many"}'],
  ])("%s", async (_, status, body) => {
    const error = await troubled((_request, response) => response.writeHead(status).end(body));
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ kind: "unavailable", cause: expect.anything() });
  });

  test("a connection that is cut", async () => {
    const error = await troubled((request) => request.destroy());
    expect(error).toMatchObject({ kind: "unavailable", cause: { code: "ECONNRESET" } });
    const errorText = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(errorText).not.toContain(env.paymentKeySecret);
    expect(errorText).not.toContain(Buffer.from(`${env.paymentKeyId}:${env.paymentKeySecret}`).toString("base64"));
  });

  test("a body that goes on and on", async () => {
    // The deadline of five seconds, ten times sooner.
    const { timeout } = AbortSignal;
    const sooner = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 10));
    onTestFinished(() => void sooner.mockRestore());
    const endless: RequestListener = (_request, response) => {
      const drip = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(drip));
    };
    expect(await troubled(endless)).toMatchObject({ kind: "unavailable", cause: { name: "TimeoutError" } });
  });

  test("an answer larger than any of its answers", async () => {
    const error = await troubled((_request, response) => response.end(" ".repeat(1024 * 1024 + 1)));
    expect(error).toMatchObject({
      kind: "unavailable",
      cause: { message: expect.stringContaining("maxContentLength") },
    });
  });

  test("a redirect is not followed", async () => {
    const urls: (string | undefined)[] = [];
    const error = await troubled((request, response) => {
      urls.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(error).toMatchObject({ kind: "unavailable", cause: { message: "answered 302" } });
    expect(urls).toHaveLength(1);
  });
});

test("pay pages learn where the checkout is and what their CSP must allow", () => {
  expect(checkout()).toEqual({
    keyId: env.paymentKeyId,
    scriptUrl: "/sandbox/checkout.js",
    hostedUrl: "/sandbox/razorpay/v1/checkout/embedded",
    cspAllow: "",
  });
  const { paymentBaseUrl } = env;
  configure({ paymentBaseUrl: "https://api.razorpay.com" });
  const real = checkout();
  configure({ paymentBaseUrl });
  expect(real).toMatchObject({
    scriptUrl: "https://checkout.razorpay.com/v1/checkout.js",
    hostedUrl: "https://api.razorpay.com/v1/checkout/embedded",
  });
  expect(real.cspAllow).toContain("script-src https://checkout.razorpay.com;");
  expect(real.cspAllow).toContain("form-action https://api.razorpay.com");
});
