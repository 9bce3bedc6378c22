import vm from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configure, env } from "#modules/kernel/env.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import type { Locale } from "#modules/messages/index.ts";
import { sendSms } from "#modules/notifications/providers/sms.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { fetchOrder, razorpay } from "#modules/wallet/razorpay/razorpay.server.ts";
import { handleSandbox } from "./sandbox.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const callback = "http://localhost:3000/payment/return?draft=1";
let receipts = 0;
const anOrder = () => razorpay.openOrder({ amountPaise: toPaise(9900), receipt: `checkout-${++receipts}` });

const hosted = (fields: Record<string, string>) =>
  fetch(`${sandbox.origin}/sandbox/razorpay/v1/checkout/embedded`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });

const openCheckout = async (orderId: string, more: Record<string, string> = {}) => {
  const answer = await hosted({
    key_id: env.paymentKeyId,
    order_id: orderId,
    name: "GharSeva",
    callback_url: callback,
    ...more,
  });
  return { status: answer.status, html: await answer.text() };
};

const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));

/** The forms of a page, as a browser without JavaScript would submit them. */
const formsOf = (html: string) =>
  Array.from(html.matchAll(/<form method="post" action="([^"]+)">(.+?)<\/form>/gs), ([, action, inner]) => ({
    action: plain(action!),
    body: new URLSearchParams(
      Array.from(inner!.matchAll(/name="([^"]+)" value="([^"]*)"/g), ([, name, value]) => [
        plain(name!),
        plain(value!),
      ]),
    ),
  }));

const press = (form: { action: string; body: URLSearchParams }) =>
  fetch(`${sandbox.origin}${form.action}`, { method: "POST", body: form.body, redirect: "manual" });

describe("the hosted checkout without JavaScript", () => {
  test("paying leads back to the callback by a redirect that repeats the signed fields", async () => {
    const order = await anOrder();
    const { html } = await openCheckout(order.id);
    expect(html).toContain("₹99");
    const [success] = formsOf(html);
    const answer = await press(success!);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(callback);
    expect([...success!.body.keys()]).toEqual(["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"]);
    const signed = razorpay.readCallback(Object.fromEntries(success!.body))!;
    expect(razorpay.isCallbackGenuine(signed)).toBe(true);
    expect(await fetchOrder(order.id)).toMatchObject({ status: "paid" });
    expect((await razorpay.paymentsOfOrder(order.id))[0]).toMatchObject({
      id: signed.providerPaymentId,
      status: "captured",
    });
    expect((await openCheckout(order.id)).status).toBe(400);
    expect((await press(success!)).status).toBe(400);
  });

  test("failing leads back with the provider's error fields, and the order can be tried again", async () => {
    const order = await anOrder();
    const failure = formsOf((await openCheckout(order.id)).html)[1]!;
    expect((await press(failure)).status).toBe(307);
    expect(failure.body.get("error[code]")).toBe("BAD_REQUEST_ERROR");
    const [payment] = await razorpay.paymentsOfOrder(order.id);
    expect(JSON.parse(failure.body.get("error[metadata]")!)).toEqual({ payment_id: payment!.id, order_id: order.id });
    expect(payment).toMatchObject({ status: "failed" });
    const success = formsOf((await openCheckout(order.id)).html)[0]!;
    expect((await press(success)).status).toBe(307);
  });

  test("a form with fields of another order pays nothing", async () => {
    const first = await anOrder();
    const second = await anOrder();
    const success = formsOf((await openCheckout(first.id)).html)[0]!;
    success.body.set("razorpay_order_id", second.id);
    expect((await press(success)).status).toBe(400);
    expect(await fetchOrder(second.id)).toMatchObject({ status: "created" });
  });

  test("a foreign key, an unknown order or an address that is no web page is refused", async () => {
    const order = await anOrder();
    expect((await openCheckout(order.id, { key_id: "rzp_live_other" })).status).toBe(400);
    expect((await openCheckout("order_unknown")).status).toBe(400);
    expect((await openCheckout(order.id, { callback_url: "javascript:alert(1)" })).status).toBe(400);
  });

  test("what the shop's form says is shown as text", async () => {
    const { html } = await openCheckout((await anOrder()).id, { name: '"><script>alert(1)</script>' });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&#60;script&#62;");
  });
});

test("the checkout script is valid, closed to injection and speaks the page's language", async () => {
  const script = await (await handleSandbox(new Request("http://x/sandbox/checkout.js"), "hi")).text();
  expect(script).toContain("सफल भुगतान करें");
  expect(script).not.toMatch(/\beval\b|new Function|createElement\("style"\)|innerHTML/);
  const window: { Razorpay?: new (options: object) => { open(): void; on(event: string, run: () => void): void } } = {};
  vm.runInNewContext(script, { window, document: {}, Intl });
  expect(() => new window.Razorpay!({})).toThrow("No key passed");
  expect(new window.Razorpay!({ key: "k" })).toMatchObject({ open: expect.any(Function), on: expect.any(Function) });
});

test("the sandbox page lists messages and payments, escaped, in both languages", async () => {
  await sendSms("9876511111", "otp", { code: "445566" });
  const order = await anOrder();
  const page = async (path: string, locale: Locale) =>
    (await handleSandbox(new Request(`http://x${path}`), locale)).text();
  const english = await page("/sandbox", "en");
  expect(english).toContain("445566");
  expect(english).toContain(order.id);
  expect(english).toContain("₹99.00");
  expect(await page("/sandbox?to=9876511111", "hi")).toContain("445566");
  expect(await page("/sandbox?to=%3Cscript%3E", "en")).not.toContain("<script>");
});

test("outside the sandbox nothing of it exists", async () => {
  configure({ sandbox: false });
  const statuses = await Promise.all(
    ["/sandbox", "/sandbox/outbox?to=9876543210", "/sandbox/checkout.js", "/sandbox/razorpay/v1/orders"].map(
      async (path) => (await handleSandbox(new Request(`http://x${path}`))).status,
    ),
  );
  configure({ sandbox: true });
  expect(statuses).toEqual([404, 404, 404, 404]);
  for (const part of ["constructor", "__proto__", "nothing"]) {
    expect((await handleSandbox(new Request(`http://x/sandbox/${part}`))).status).toBe(404);
  }
});
