import { createHmac } from "node:crypto";
import { z } from "zod";
import { sameSecret } from "../crypto.server.ts";
import { env } from "../env.server.ts";
import type { Paise } from "../money.ts";
import { callProvider, GatewayError } from "./provider-call.server.ts";
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
 * Make the order of one purchase (amount in paise). The receipt (≤ 40 characters) is unique at the provider, so a
 * retry after a lost answer finds the first order instead of making a second one (B3).
 */
export async function createOrder({ amount, currency = "INR", receipt, notes = {} }: NewOrder): Promise<RazorpayOrder> {
  try {
    const ours = RazorpayOrder.refine((made) => made.amount === amount && made.currency === currency, "another order");
    return await ask("POST", "/v1/orders", ours, { body: { amount, currency, receipt, notes, unique_receipt: true } });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error;
    const earlier = await findOrderByReceipt(receipt);
    if (earlier?.amount !== amount || earlier.currency !== currency) throw error;
    return earlier;
  }
}

/** The order with this receipt, if the provider has one. */
export const findOrderByReceipt = async (receipt: string): Promise<RazorpayOrder | undefined> =>
  (await ask("GET", `/v1/orders?receipt=${encodeURIComponent(receipt)}`, RazorpayOrderList)).items.find(
    (order) => order.receipt === receipt,
  );

/** An order as the provider sees it now. */
export const fetchOrder = (orderId: string): Promise<RazorpayOrder> =>
  ask("GET", `/v1/orders/${encodeURIComponent(orderId)}`, RazorpayOrder.refine(is(orderId), "another order"));

/** Every payment tried on an order, newest first; the reconciler's question. */
export const fetchOrderPayments = async (orderId: string): Promise<RazorpayPayment[]> =>
  (await ask("GET", `/v1/orders/${encodeURIComponent(orderId)}/payments`, RazorpayPaymentList)).items;

/** A payment as the provider sees it now. */
export const fetchPayment = (paymentId: string): Promise<RazorpayPayment> =>
  ask("GET", `/v1/payments/${encodeURIComponent(paymentId)}`, RazorpayPayment.refine(is(paymentId), "another payment"));

/** Capture an authorized payment; the amount in paise must be the order's. */
export const capturePayment = (paymentId: string, amount: Paise, currency = "INR"): Promise<RazorpayPayment> =>
  ask(
    "POST",
    `/v1/payments/${encodeURIComponent(paymentId)}/capture`,
    RazorpayPayment.refine(is(paymentId), "another payment"),
    { body: { amount, currency } },
  );

/** An answer about something else than what was asked about counts as no answer. */
const is = (asked: string) => (answered: { id: string }) => answered.id === asked;

/**
 * Give paise of a captured payment back to its source. The same key with the same amount is one refund, however often
 * it is asked; a GatewayError with status 409 means the first request is still being worked on (B3).
 */
export const refund = (
  paymentId: string,
  amount: Paise,
  idempotencyKey: string,
  notes: RazorpayNotes = {},
): Promise<RazorpayRefund> =>
  ask(
    "POST",
    `/v1/payments/${encodeURIComponent(paymentId)}/refund`,
    RazorpayRefund.refine((made) => made.payment_id === paymentId && made.amount === amount, "another refund"),
    { headers: { "x-refund-idempotency": refundKey(idempotencyKey) }, body: { amount, notes } },
  );

/** Razorpay takes keys of at least 10 letters, digits, hyphens and underscores. */
function refundKey(key: string) {
  if (!/^[\w-]{10,}$/.test(key)) throw new Error(`not a refund idempotency key: ${key}`);
  return key;
}

/**
 * Whether the checkout's callback was signed for this order: give the *stored* order id, never the one the callback
 * brought (B3, BP-02).
 */
export const checkoutSignatureHolds = (callback: { orderId: string; paymentId: string; signature: string }) =>
  sameSecret(checkoutSignature(callback.orderId, callback.paymentId), callback.signature);

/** What Razorpay signs a successful checkout with: HMAC-SHA256 of `order|payment` by the key secret, hex. */
export const checkoutSignature = (orderId: string, paymentId: string) =>
  createHmac("sha256", env.razorpayKeySecret).update(`${orderId}|${paymentId}`).digest("hex");

/** Whether a webhook's raw body (the bytes as received, before any parsing) carries the provider's signature. */
export const webhookSignatureHolds = (rawBody: string | Uint8Array, signature: string | null | undefined) =>
  sameSecret(webhookSignature(rawBody), signature ?? "");

/** HMAC-SHA256 of the raw body by the webhook secret, hex. */
export const webhookSignature = (rawBody: string | Uint8Array) =>
  createHmac("sha256", env.razorpayWebhookSecret).update(rawBody).digest("hex");

/** Long enough for a bank behind a capture, short enough that five silent calls open the circuit within ten seconds. */
const timeoutMs = 5_000;

const Refusal = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

const ask = <T>(
  method: "GET" | "POST",
  path: string,
  answer: z.ZodType<T>,
  { headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<T> =>
  callProvider({
    provider: "razorpay",
    method,
    url: `${env.razorpayBaseUrl}${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${env.razorpayKeyId}:${env.razorpayKeySecret}`).toString("base64")}`,
      ...headers,
    },
    body,
    timeoutMs,
    answer,
    refusal: (refused) => Refusal.safeParse(refused).data?.error ?? {},
  });
