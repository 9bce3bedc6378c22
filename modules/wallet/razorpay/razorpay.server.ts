import { createHmac } from "node:crypto";
import { z } from "zod";
import { istDate } from "#modules/kernel/clock.ts";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import type { NewOrder, PaymentGateway } from "../payment-gateway.ts";
import { checkout, checkoutFields, readCallback, readFailure } from "./checkout.server.ts";
import { askRazorpay } from "./razorpay-client.server.ts";
import { day } from "./razorpay-days.server.ts";
import {
  currency,
  RazorpayOrder,
  RazorpayOrderList,
  RazorpayPayment,
  RazorpayPaymentList,
  RazorpayRefund,
  readWebhook,
} from "./razorpay-entities.ts";

/** Razorpay as the wallet's payment gateway. */
export const razorpay: PaymentGateway = {
  name: "Razorpay",
  variables: { keys: ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET"], webhookSecret: "RAZORPAY_WEBHOOK_SECRET" },
  webhook: {
    path: "/webhooks/razorpay",
    headers: { signature: "x-razorpay-signature", eventId: "x-razorpay-event-id" },
  },

  checkout,
  checkoutFields,
  readCallback,
  readFailure,
  isCallbackGenuine: ({ providerOrderId, providerPaymentId, signature }) =>
    sameSecret(checkoutSignature(providerOrderId, providerPaymentId), signature),

  openOrder,
  paymentsOfOrder: async (orderId) =>
    (await askRazorpay(RazorpayPaymentList, ({ orders }) => orders.fetchPayments(inPath(orderId)))).items,
  payment: (paymentId) =>
    askRazorpay(RazorpayPayment.refine(is(paymentId), "another payment"), ({ payments }) =>
      payments.fetch(inPath(paymentId)),
    ),
  capture: (paymentId, amountPaise, inCurrency) =>
    askRazorpay(RazorpayPayment.refine(is(paymentId), "another payment"), ({ payments }) =>
      payments.capture(inPath(paymentId), amountPaise, inCurrency),
    ),
  refund: (paymentId, amountPaise, key) =>
    askRazorpay(
      RazorpayRefund.refine(
        (made) => made.paymentId === paymentId && made.amountPaise === amountPaise,
        "another refund",
      ),
      ({ payments }) => payments.refund(inPath(paymentId), { amount: amountPaise, notes: {} }),
      { "x-refund-idempotency": refundKey(key) },
    ),

  isWebhookGenuine: (rawBody, signature) => sameSecret(webhookSignature(rawBody), signature ?? ""),
  readWebhook,

  day,

  checkKeys: async () => {
    // The same order all day.
    await openOrder({ amountPaise: fromRupees(1), receipt: `check-keys-${istDate()}` });
  },
  readWithKeys: async () => {
    await askRazorpay(z.object({ items: z.array(z.unknown()) }), ({ orders }) => orders.all({ count: 1 }));
  },
};

/** A retry after a lost answer is refused for its receipt, and finds the first order by it (B3). */
async function openOrder({ amountPaise: amount, receipt, notes = {} }: NewOrder): Promise<RazorpayOrder> {
  const fits = (order: RazorpayOrder) => order.amount === amount && order.currency === currency;
  try {
    const ours = RazorpayOrder.refine(fits, "another order");
    const order = { amount, currency, receipt, notes, unique_receipt: true };
    return await askRazorpay(ours, ({ orders }) => orders.create(order));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error;
    const earlier = await orderWithReceipt(receipt);
    if (!earlier || !fits(earlier)) throw error;
    return earlier;
  }
}

const orderWithReceipt = async (receipt: string): Promise<RazorpayOrder | undefined> =>
  (await askRazorpay(RazorpayOrderList, ({ orders }) => orders.all({ receipt }))).items.find(
    (order) => order.receipt === receipt,
  );

/** An order in its current state at the provider. */
export const fetchOrder = (orderId: string): Promise<RazorpayOrder> =>
  askRazorpay(RazorpayOrder.refine(is(orderId), "another order"), ({ orders }) => orders.fetch(inPath(orderId)));

const is = (requestedId: string) => (answered: { id: string }) => answered.id === requestedId;

/** The package puts ids into the URL unescaped: an id from outside must not lead to another path. */
const inPath = encodeURIComponent;

/** Razorpay takes keys of at least 10 letters, digits, hyphens and underscores. */
function refundKey(key: string) {
  if (!/^[\w-]{10,}$/.test(key)) throw new Error(`not a refund idempotency key: ${key}`);
  return key;
}

/** The signature of a successful checkout: HMAC-SHA256 of `order|payment` with the key secret, hex. */
export const checkoutSignature = (orderId: string, paymentId: string) =>
  createHmac("sha256", env.paymentKeySecret).update(`${orderId}|${paymentId}`).digest("hex");

/** The signature of a webhook: HMAC-SHA256 of the raw body with the webhook secret, hex. */
export const webhookSignature = (rawBody: string | Uint8Array) =>
  createHmac("sha256", env.paymentWebhookSecret).update(rawBody).digest("hex");
