import { z } from "zod";
import { toPaise } from "#modules/kernel/money.ts";
import { outsideText } from "#modules/kernel/outside/outside-text.ts";
import type {
  GatewayPayment,
  GatewayRefund,
  GatewaySettled,
  GatewaySettlement,
  GatewayWebhook,
} from "../payment-gateway.ts";

/*
 * Razorpay's entities as its API documents them, reduced to the fields used here, and what they are called in the house.
 * On the wire amounts are paise and times are Unix seconds.
 */

/** The only currency it is asked for. */
export const currency = "INR";

const amount = z.int().nonnegative().transform(toPaise);

const instant = z.int().transform((seconds) => new Date(seconds * 1000));
const optionalAmount = z
  .int()
  .nonnegative()
  .nullish()
  .transform((paise) => toPaise(paise ?? 0));
const optionalText = outsideText.nullish().transform((text) => text ?? null);

export const RazorpayOrder = z.object({
  id: outsideText,
  amount,
  amount_paid: amount,
  amount_due: amount,
  currency: outsideText,
  receipt: optionalText,
  status: z.enum(["created", "attempted", "paid"]),
  attempts: z.int(),
  /** Up to 15 key-value pairs of ours; an empty set arrives as an empty list. */
  notes: z.union([
    z.record(z.string(), z.union([z.string(), z.number()])),
    z.array(z.unknown()).transform((): Record<string, string | number> => ({})),
  ]),
  created_at: z.int(),
});
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

export const RazorpayPayment = z
  .object({
    id: outsideText,
    order_id: optionalText,
    amount,
    currency: outsideText,
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    amount_refunded: optionalAmount,
    method: optionalText,
    /** The provider's fee, its tax included; null before the capture. */
    fee: optionalAmount,
    tax: optionalAmount,
    error_code: optionalText,
    created_at: instant,
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      orderId: payment.order_id,
      amountPaise: payment.amount,
      currency: payment.currency,
      status: payment.status,
      refundedPaise: payment.amount_refunded,
      method: payment.method,
      feePaise: payment.fee,
      taxPaise: payment.tax,
      errorCode: payment.error_code,
      createdAt: payment.created_at,
    }),
  );

export const RazorpayRefund = z
  .object({
    id: outsideText,
    payment_id: outsideText,
    amount,
    currency: outsideText.nullish(),
    status: z.enum(["pending", "processed", "failed"]),
    created_at: instant,
  })
  .transform(
    (refund): GatewayRefund => ({
      id: refund.id,
      paymentId: refund.payment_id,
      amountPaise: refund.amount,
      currency: refund.currency ?? currency,
      status: refund.status,
      createdAt: refund.created_at,
    }),
  );

export const RazorpayOrderList = z.object({ items: z.array(RazorpayOrder) });
export const RazorpayPaymentList = z.object({ items: z.array(RazorpayPayment) });

export const RazorpaySettlement = z
  .object({
    id: outsideText,
    amount: z.int().transform(toPaise),
    status: z.enum(["created", "processed", "failed"]),
    created_at: instant,
  })
  .transform(
    (settlement): GatewaySettlement => ({
      id: settlement.id,
      amountPaise: settlement.amount,
      status: settlement.status,
      createdAt: settlement.created_at,
    }),
  );

export const RazorpaySettled = z
  .object({
    entity_id: outsideText,
    type: outsideText,
    debit: amount,
    credit: amount,
    fee: amount,
    tax: amount,
    currency: outsideText,
    settled_at: instant,
    settlement_id: outsideText,
  })
  .transform(
    (line): GatewaySettled => ({
      settlementId: line.settlement_id,
      entityId: line.entity_id,
      type: line.type,
      at: line.settled_at,
      creditPaise: line.credit,
      debitPaise: line.debit,
      feePaise: line.fee,
      taxPaise: line.tax,
      currency: line.currency,
    }),
  );

/** The events to switch on at the provider; any other one is ignored. */
export const webhookEvents = [
  "order.paid",
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "refund.processed",
  "refund.failed",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const wrapped = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional();

const Webhook = z.object({
  event: outsideText,
  created_at: z.int(),
  payload: z.object({
    order: wrapped(RazorpayOrder),
    payment: wrapped(RazorpayPayment),
    refund: wrapped(RazorpayRefund),
  }),
});

const handled: ReadonlySet<string> = new Set(webhookEvents);

/** See `readWebhook` of `PaymentGateway`. */
export function readWebhook(rawBody: string): GatewayWebhook | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    return undefined;
  }
  const { data } = Webhook.safeParse(body);
  if (!data) return undefined;
  const { order, payment, refund } = data.payload;
  return {
    event: data.event,
    isHandled: handled.has(data.event),
    orderId: order?.entity.id ?? payment?.entity.orderId ?? undefined,
    refund: refund?.entity,
  };
}
