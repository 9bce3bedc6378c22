import { createHmac } from "node:crypto";
import { z } from "zod";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { askProvider, GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { type Client, sendBy } from "./razorpay-client.server.ts";
import {
  type RazorpayNotes,
  RazorpayOrder,
  RazorpayOrderList,
  RazorpayPayment,
  RazorpayPaymentList,
  RazorpayRefund,
} from "./razorpay-entities.ts";

export type { RazorpayNotes, RazorpayWebhook } from "./razorpay-entities.ts";
export { RazorpayOrder, RazorpayPayment, RazorpayRefund, readWebhook } from "./razorpay-entities.ts";

type NewOrder = { amount: Paise; currency?: "INR"; receipt: string; notes?: RazorpayNotes };

/**
 * Make the provider's order of a purchase (amount in paise). The receipt (≤ 40 characters) is unique there, so a retry
 * after a lost answer finds the first order instead of making a second one (B3).
 */
export async function createOrder({ amount, currency = "INR", receipt, notes = {} }: NewOrder): Promise<RazorpayOrder> {
  try {
    const ours = RazorpayOrder.refine((made) => made.amount === amount && made.currency === currency, "another order");
    const order = { amount, currency, receipt, notes, unique_receipt: true };
    return await askRazorpay(ours, ({ orders }) => orders.create(order));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error;
    const earlier = await findOrderByReceipt(receipt);
    if (earlier?.amount !== amount || earlier.currency !== currency) throw error;
    return earlier;
  }
}

/** The order with this receipt, if the provider has one. */
export const findOrderByReceipt = async (receipt: string): Promise<RazorpayOrder | undefined> =>
  (await askRazorpay(RazorpayOrderList, ({ orders }) => orders.all({ receipt }))).items.find(
    (order) => order.receipt === receipt,
  );

/** An order in its current state at the provider. */
export const fetchOrder = (orderId: string): Promise<RazorpayOrder> =>
  askRazorpay(RazorpayOrder.refine(is(orderId), "another order"), ({ orders }) => orders.fetch(inPath(orderId)));

/** Every payment attempt of an order, newest first; used by the reconciler. */
export const fetchOrderPayments = async (orderId: string): Promise<RazorpayPayment[]> =>
  (await askRazorpay(RazorpayPaymentList, ({ orders }) => orders.fetchPayments(inPath(orderId)))).items;

/** A payment in its current state at the provider. */
export const fetchPayment = (paymentId: string): Promise<RazorpayPayment> =>
  askRazorpay(RazorpayPayment.refine(is(paymentId), "another payment"), ({ payments }) =>
    payments.fetch(inPath(paymentId)),
  );

/** Capture an authorized payment; the amount in paise must be the order's. */
export const capturePayment = (paymentId: string, amount: Paise, currency = "INR"): Promise<RazorpayPayment> =>
  askRazorpay(RazorpayPayment.refine(is(paymentId), "another payment"), ({ payments }) =>
    payments.capture(inPath(paymentId), amount, currency),
  );

/** An answer about another object than the requested one counts as no answer. */
const is = (requestedId: string) => (answered: { id: string }) => answered.id === requestedId;

/** The library puts ids into the URL unescaped: an id from outside must not lead to another path. */
const inPath = encodeURIComponent;

/**
 * Refund paise of a captured payment to its source. The same key with the same amount is one refund, however often it
 * is sent; a GatewayError with status 409 means the first request is still being processed (B3).
 */
export const refund = (
  paymentId: string,
  amount: Paise,
  idempotencyKey: string,
  notes: RazorpayNotes = {},
): Promise<RazorpayRefund> =>
  askRazorpay(
    RazorpayRefund.refine((made) => made.payment_id === paymentId && made.amount === amount, "another refund"),
    ({ payments }) => payments.refund(inPath(paymentId), { amount, notes }),
    { "x-refund-idempotency": refundKey(idempotencyKey) },
  );

/** Razorpay takes keys of at least 10 letters, digits, hyphens and underscores. */
function refundKey(key: string) {
  if (!/^[\w-]{10,}$/.test(key)) throw new Error(`not a refund idempotency key: ${key}`);
  return key;
}

/**
 * Whether the checkout's callback was signed for this order. Pass the *stored* order id, never the one from the
 * callback (B3, BP-02).
 */
export const checkoutSignatureHolds = (callback: { orderId: string; paymentId: string; signature: string }) =>
  sameSecret(checkoutSignature(callback.orderId, callback.paymentId), callback.signature);

/** The signature of a successful checkout: HMAC-SHA256 of `order|payment` with the key secret, hex. */
export const checkoutSignature = (orderId: string, paymentId: string) =>
  createHmac("sha256", env.razorpayKeySecret).update(`${orderId}|${paymentId}`).digest("hex");

/** Whether a webhook's raw body (the bytes as received, before any parsing) carries the provider's signature. */
export const webhookSignatureHolds = (rawBody: string | Uint8Array, signature: string | null | undefined) =>
  sameSecret(webhookSignature(rawBody), signature ?? "");

/** The signature of a webhook: HMAC-SHA256 of the raw body with the webhook secret, hex. */
export const webhookSignature = (rawBody: string | Uint8Array) =>
  createHmac("sha256", env.razorpayWebhookSecret).update(rawBody).digest("hex");

const Refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

/** One request to Razorpay; errors as in `askProvider`. */
export const askRazorpay = <T>(
  answer: z.ZodType<T>,
  call: (client: Client) => Promise<unknown>,
  headers?: Record<string, string>,
) =>
  askProvider({
    provider: "razorpay",
    url: env.razorpayBaseUrl,
    send: () => sendBy(call, headers),
    answer,
    refusal: (refused) => Refusal.safeParse(refused).data?.error ?? {},
  });
