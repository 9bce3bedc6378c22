import { z } from "zod";
import { sameSecret } from "../crypto.server.ts";
import { transaction, unitOfWork } from "../db.server.ts";
import { checkoutSignature } from "../gateways/razorpay.server.ts";
import { badRequest, unknownId } from "./razorpay-answers.ts";
import { paymentFailure } from "./razorpay-shapes.ts";
import { findOrder, findPayment, markCaptured, newId, type PaymentRow, savePayment } from "./razorpay-store.ts";
import { sendWebhooks } from "./razorpay-webhooks.ts";

export const Pay = z.object({
  order_id: z.string(),
  /** `pending` leaves the payment authorized, for a late capture. */
  outcome: z.enum(["success", "failure", "pending"]),
  /** false loses the webhook, as happens to real ones. */
  webhook: z.boolean().default(true),
  /** Another amount than the order's, which a provider should never take. */
  amount: z.int().min(100).optional(),
  /** A failed payment that succeeds after all (late authorisation), or the id a hosted checkout prepared. */
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

/** What a customer does in the checkout: pay an order, fail to, or leave the payment authorized. */
export async function pay(asked: z.output<typeof Pay>): Promise<CheckoutCallback> {
  const { order_id, outcome, webhook } = asked;
  const paid = await unitOfWork(() => transaction(() => attempt(asked)));
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

/** The two events of a captured payment; the second one when it paid its order. */
export const capturedEvents = ({
  payment,
  order,
}: Awaited<ReturnType<typeof markCaptured>>): Parameters<typeof sendWebhooks> => [
  ["payment.captured", { payment }],
  ...(order ? [["order.paid", { payment, order }] satisfies Parameters<typeof sendWebhooks>[0]] : []),
];

/** The three fields a successful checkout hands back. */
export const signedCallback = (orderId: string, paymentId: string): CheckoutCallback => ({
  razorpay_payment_id: paymentId,
  razorpay_order_id: orderId,
  razorpay_signature: checkoutSignature(orderId, paymentId),
});

/** Whether these three fields are ones this emulator prepared. */
export const isOurs = (callback: CheckoutCallback) =>
  sameSecret(checkoutSignature(callback.razorpay_order_id, callback.razorpay_payment_id), callback.razorpay_signature);

const declined = (orderId: string, paymentId: string) =>
  badRequest(paymentFailure.description, { ...paymentFailure, metadata: { order_id: orderId, payment_id: paymentId } });
