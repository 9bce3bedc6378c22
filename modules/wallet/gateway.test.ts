import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket, asVisitor } from "#modules/testing/factories.ts";
import { gateway } from "./gateway.ts";
import { ledgerFaults } from "./ledger/ledger-faults.ts";
import { openOrder } from "./orders/open-order.ts";
import { getOrder } from "./orders/orders.ts";
import { payable } from "./orders/payable.ts";
import { paymentsOf } from "./orders/payments.ts";
import type { GatewayPayment, GatewayRefund, PaymentGateway } from "./payment-gateway.ts";
import { refundToSource } from "./refunds/refund-to-source.ts";
import { sendRefund } from "./refunds/send-refund.ts";
import { confirmCheckout } from "./settling/confirm-payment.ts";
import { receiveWebhook } from "./settling/receive-webhook.ts";
import { settleOrderLater } from "./settling/settle-order.ts";

/* Another provider, whole: none of its words is known outside of this object, and the wallet works with it. */

const payments = new Map<string, GatewayPayment>();

/** A customer of the bank pays a reference. */
function payAtBank(orderId: string, amountPaise: Paise): GatewayPayment {
  const payment: GatewayPayment = {
    id: `slip-${orderId}`,
    orderId,
    amountPaise,
    currency: "INR",
    status: "captured",
    refundedPaise: toPaise(0),
    method: "branch",
    feePaise: toPaise(0),
    taxPaise: toPaise(0),
    errorCode: null,
    createdAt: now(),
  };
  payments.set(payment.id, payment);
  return payment;
}

const bank: PaymentGateway = {
  name: "Village Bank",
  variables: { keys: ["BANK_KEY"], webhookSecret: "BANK_STAMP" },
  webhook: { path: "/webhooks/bank", headers: { signature: "bank-stamp", eventId: "bank-letter" } },

  checkout: () => ({
    keyId: "branch-7",
    scriptUrl: "",
    hostedUrl: "https://bank.example/pay",
    cspAllow: "form-action https://bank.example",
  }),
  checkoutFields: (order, page) => ({ reference: order.orderId, back: page.returnUrl }),
  readCallback: ({ reference = "", slip = "", stamp = "" }) =>
    stamp ? { providerOrderId: reference, providerPaymentId: slip, signature: stamp } : undefined,
  readFailure: ({ refused }) => refused,
  isCallbackGenuine: ({ providerOrderId, providerPaymentId, signature }) =>
    signature === `${providerOrderId} paid by ${providerPaymentId}`,

  openOrder: async ({ receipt }) => ({ id: `reference-${receipt}` }),
  paymentsOfOrder: async (orderId) => [...payments.values()].filter((payment) => payment.orderId === orderId),
  payment: async (paymentId) => payments.get(paymentId)!,
  capture: async (paymentId) => payments.get(paymentId)!,
  refund: async (paymentId, amountPaise, key): Promise<GatewayRefund> => {
    payments.get(paymentId)!.refundedPaise = amountPaise;
    return { id: key, paymentId, amountPaise, currency: "INR", status: "processed", createdAt: now() };
  },

  isWebhookGenuine: (_rawBody, signature) => signature === "sealed",
  readWebhook: (letter) => ({ event: "letter", isHandled: true, orderId: letter.split(" ")[1], refund: undefined }),

  day: {
    most: { payments: 100, refunds: 100, settlements: 100, recon: 100 },
    payments: async () => [],
    refunds: async () => [],
    settlements: async () => [],
    recon: async () => [],
  },

  checkKeys: async () => {},
  readWithKeys: async () => {},
};

openDatabase();

const usual: PaymentGateway = Object.fromEntries(Object.entries(gateway)) as PaymentGateway;
beforeAll(() => void Object.assign(gateway, bank));
afterAll(() => void Object.assign(gateway, usual));
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

async function aFee() {
  const { id: ticketId } = await aServedTicket();
  const { id } = await transaction(() => openOrder({ purpose: "booking_fee", ticketId, amountPaise: toPaise(9900) }));
  return { id, checkout: await payable(id) };
}

test("a fee is paid by the callback of another provider, proved by its own stamp alone", async () => {
  const { id, checkout } = await aFee();
  expect(checkout).toMatchObject({ order_id: expect.stringMatching(/^reference-/), key_id: "branch-7" });
  const { id: slip } = payAtBank(checkout.order_id, checkout.amount);
  const fields = { reference: checkout.order_id, slip, stamp: `${checkout.order_id} paid by ${slip}` };
  const forged = gateway.readCallback({ reference: checkout.order_id, slip, stamp: "forged" })!;
  await expect(confirmCheckout(asVisitor(), forged)).rejects.toMatchObject({ key: "payment.notProven" });
  expect(await confirmCheckout(asVisitor(), gateway.readCallback(fields)!)).toMatchObject({ state: "paid" });
  expect(await paymentsOf(id)).toMatchObject([{ providerPaymentId: slip, status: "captured", method: "branch" }]);
});

test("another is paid by its webhook, and goes back by its refund", async () => {
  const { id, checkout } = await aFee();
  payAtBank(checkout.order_id, checkout.amount);
  const rawBody = `Paid: ${checkout.order_id}`;
  await expect(receiveWebhook({ rawBody, signature: "open", eventId: "1" })).rejects.toMatchObject({ kind: "denied" });
  expect(await receiveWebhook({ rawBody, signature: "sealed", eventId: `letter ${id}` })).toEqual({ fresh: true });
  await drain([settleOrderLater]);
  expect((await getOrder(id)).status).toBe("paid");
  await transaction(() => refundToSource({ orderId: id, reason: "cancelled" }));
  await drain([sendRefund]);
  expect(await paymentsOf(id)).toMatchObject([{ status: "refunded" }]);
});
