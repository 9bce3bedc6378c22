import { z } from "zod";
import { sameSecret } from "#modules/kernel/crypto.server.ts";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { GatewayPayment } from "#modules/wallet/index.ts";
import { checkoutSignature } from "#modules/wallet/razorpay/razorpay.server.ts";
import { RazorpayPayment } from "#modules/wallet/razorpay/razorpay-entities.ts";
import { badRequest, unknownId } from "./answers.ts";
import { paymentEntity, paymentFailure } from "./shapes.ts";
import {
  findOrder,
  findPayment,
  insertOrder,
  markCaptured,
  type Notes,
  newId,
  type PaymentRow,
  savePayment,
} from "./store.ts";
import { sendWebhooks } from "./webhooks.ts";

export const Pay = z.object({
  order_id: z.string(),
  /** `pending` leaves the payment authorized, for a late capture. */
  outcome: z.enum(["success", "failure", "pending"]),
  /** false loses the webhook, as can happen in reality. */
  webhook: z.boolean().default(true),
  /** A different amount than the order's, which a real provider should not accept. */
  amount: z.int().min(100).optional(),
  /** The id of a failed payment that succeeds after all (late authorisation), or one a hosted checkout prepared. */
  payment_id: z
    .string()
    .regex(/^pay_\w{14}$/)
    .optional(),
});

export type CheckoutCallback = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

/** A customer's action in the checkout: pay an order, fail to, or leave the payment authorized. */
export async function pay(input: z.output<typeof Pay>): Promise<CheckoutCallback> {
  const { order_id, outcome, webhook } = input;
  const paid = await unitOfWork(() => transaction(() => attempt(input)));
  if (webhook) sendWebhooks(...paid.events);
  if (outcome === "failure") throw declined(order_id, paid.payment.id);
  return signedCallback(order_id, paid.payment.id);
}

async function attempt({ order_id: orderId, outcome, amount, payment_id: paymentId }: z.output<typeof Pay>) {
  const order = await findOrder(orderId, { lock: true });
  if (!order) throw unknownId();
  if (order.status === "paid")
    throw badRequest("Payment failed because the order is already paid", { reason: "order_already_paid" });
  const earlier = paymentId ? await findPayment(paymentId, { lock: true }) : undefined;
  if (earlier && (earlier.order_id !== orderId || earlier.status !== "failed"))
    throw badRequest("The payment has already been processed");

  const status = outcome === "failure" ? "failed" : "authorized";
  const payment = await savePayment(order, paymentId ?? newId("pay"), status, amount);
  if (outcome !== "success") return { payment, events: [eventOf(payment)] };
  const captured = await markCaptured(payment);
  return { payment: captured.payment, events: capturedEvents(captured) };
}

const eventOf = (payment: PaymentRow): Parameters<typeof sendWebhooks>[0] => [
  payment.status === "failed" ? "payment.failed" : "payment.authorized",
  { payment },
];

/** The events of a captured payment; the second only when it paid its order. */
export const capturedEvents = ({
  payment,
  order,
}: Awaited<ReturnType<typeof markCaptured>>): Parameters<typeof sendWebhooks> => [
  ["payment.captured", { payment }],
  ...(order ? [["order.paid", { payment, order }] satisfies Parameters<typeof sendWebhooks>[0]] : []),
];

/** The three fields returned by a successful checkout. */
export const signedCallback = (orderId: string, paymentId: string): CheckoutCallback => ({
  razorpay_payment_id: paymentId,
  razorpay_order_id: orderId,
  razorpay_signature: checkoutSignature(orderId, paymentId),
});

/** Whether these three fields were signed by this emulator. */
export const isOurs = (callback: CheckoutCallback) =>
  sameSecret(checkoutSignature(callback.razorpay_order_id, callback.razorpay_payment_id), callback.razorpay_signature);

const declined = (orderId: string, paymentId: string) =>
  badRequest(paymentFailure.description, { ...paymentFailure, metadata: { order_id: orderId, payment_id: paymentId } });

type PaidOrder = {
  /** Paise. */
  amount: number;
  /** Ours; null for what somebody took in at the provider's own desk. */
  receipt: string | null;
  notes: Notes;
};

/**
 * Make an order of the emulated provider that is paid and captured at the clock's instant, in the running transaction,
 * and return its payment as the gateway reads it. No webhook is sent.
 */
export async function paidOrder({ amount, receipt, notes }: PaidOrder): Promise<GatewayPayment> {
  const order = await insertOrder({ amount, currency: "INR", receipt, uniqueReceipt: receipt !== null, notes });
  if (!order) throw new Error(`the receipt ${receipt} was used before`);
  const { payment } = await markCaptured(await savePayment(order, newId("pay"), "authorized"));
  return RazorpayPayment.parse(paymentEntity(payment));
}
