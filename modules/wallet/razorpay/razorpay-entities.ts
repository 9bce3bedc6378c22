import { z } from "zod";
import { toPaise } from "#modules/kernel/money.ts";
import { outsideText } from "#modules/kernel/outside/outside-text.ts";

/*
 * Razorpay's entities as its API documents them, reduced to the fields used here. Amounts are paise; times are Unix
 * seconds.
 */

const amount = z.int().nonnegative().transform(toPaise);

/** Up to 15 key-value pairs of ours; an empty set arrives as an empty list. */
const Notes = z
  .union([z.record(z.string(), z.union([z.string(), z.number()])), z.array(z.unknown()).transform(() => ({}))])
  .transform((notes): RazorpayNotes => notes as RazorpayNotes);
export type RazorpayNotes = Record<string, string | number>;

export const RazorpayOrder = z.object({
  id: outsideText,
  amount,
  amount_paid: amount,
  amount_due: amount,
  currency: outsideText,
  receipt: outsideText.nullish().transform((receipt) => receipt ?? null),
  status: z.enum(["created", "attempted", "paid"]),
  attempts: z.int(),
  notes: Notes,
  created_at: z.int(),
});
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

const optionalPaise = z
  .int()
  .nonnegative()
  .nullish()
  .transform((paise) => toPaise(paise ?? 0));

export const RazorpayPayment = z.object({
  id: outsideText,
  order_id: outsideText.nullish().transform((id) => id ?? null),
  amount,
  currency: outsideText,
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  captured: z
    .boolean()
    .nullish()
    .transform((captured) => captured ?? false),
  amount_refunded: z
    .int()
    .nonnegative()
    .nullish()
    .transform((refunded) => toPaise(refunded ?? 0)),
  refund_status: z.enum(["null", "partial", "full"]).nullish(),
  method: outsideText.nullish(),
  /** The provider's fee, its tax included; null before the capture. */
  fee: optionalPaise,
  tax: optionalPaise,
  error_code: outsideText.nullish(),
  error_description: outsideText.nullish(),
  error_reason: outsideText.nullish(),
  created_at: z.int(),
});
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

export const RazorpayRefund = z.object({
  id: outsideText,
  payment_id: outsideText,
  amount,
  currency: outsideText.nullish(),
  status: z.enum(["pending", "processed", "failed"]),
  created_at: z.int(),
});
export type RazorpayRefund = z.infer<typeof RazorpayRefund>;

export const RazorpayOrderList = z.object({ items: z.array(RazorpayOrder) });
export const RazorpayPaymentList = z.object({ items: z.array(RazorpayPayment) });

/** A payment to the operator's bank account. */
export const RazorpaySettlement = z.object({
  id: outsideText,
  amount: z.int().transform(toPaise),
  status: z.enum(["created", "processed", "failed"]),
  utr: outsideText.nullish(),
  created_at: z.int(),
});
export type RazorpaySettlement = z.infer<typeof RazorpaySettlement>;

/** One line of what was settled: a payment less its fee, a refund, or an adjustment, transfer and so on. */
export const RazorpaySettled = z.object({
  entity_id: outsideText,
  type: outsideText,
  debit: amount,
  credit: amount,
  fee: amount,
  tax: amount,
  currency: outsideText,
  settled_at: z.int(),
  settlement_id: outsideText,
});
export type RazorpaySettled = z.infer<typeof RazorpaySettled>;

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

export type RazorpayWebhook = {
  /** One of `webhookEvents`, or another one that is switched on at the provider. */
  event: string;
  createdAt: number;
  order: RazorpayOrder | undefined;
  payment: RazorpayPayment | undefined;
  refund: RazorpayRefund | undefined;
};

/** Parse a webhook's raw body; undefined when it is not an event. Check its signature first. */
export function readWebhook(rawBody: string): RazorpayWebhook | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    return undefined;
  }
  const { data } = Webhook.safeParse(body);
  return (
    data && {
      event: data.event,
      createdAt: data.created_at,
      order: data.payload.order?.entity,
      payment: data.payload.payment?.entity,
      refund: data.payload.refund?.entity,
    }
  );
}
