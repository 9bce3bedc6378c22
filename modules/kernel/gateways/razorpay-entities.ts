import { z } from "zod";
import { toPaise } from "../money.ts";

/*
 * Razorpay's entities as its API documents them, cut to what we use. Amounts are paise; times are Unix seconds.
 */

const amount = z.int().nonnegative().transform(toPaise);

/** Up to 15 pairs we may attach; an empty set arrives as an empty list. */
const Notes = z
  .union([z.record(z.string(), z.union([z.string(), z.number()])), z.array(z.unknown()).transform(() => ({}))])
  .transform((notes): RazorpayNotes => notes as RazorpayNotes);
export type RazorpayNotes = Record<string, string | number>;

export const RazorpayOrder = z.object({
  id: z.string(),
  amount,
  amount_paid: amount,
  amount_due: amount,
  currency: z.string(),
  receipt: z
    .string()
    .nullish()
    .transform((receipt) => receipt ?? null),
  status: z.enum(["created", "attempted", "paid"]),
  attempts: z.int(),
  notes: Notes,
  created_at: z.int(),
});
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

export const RazorpayPayment = z.object({
  id: z.string(),
  order_id: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  amount,
  currency: z.string(),
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
  method: z.string().nullish(),
  error_code: z.string().nullish(),
  error_description: z.string().nullish(),
  error_reason: z.string().nullish(),
  created_at: z.int(),
});
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

export const RazorpayRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount,
  currency: z.string().nullish(),
  status: z.enum(["pending", "processed", "failed"]),
  created_at: z.int(),
});
export type RazorpayRefund = z.infer<typeof RazorpayRefund>;

export const RazorpayOrderList = z.object({ items: z.array(RazorpayOrder) });
export const RazorpayPaymentList = z.object({ items: z.array(RazorpayPayment) });

const wrapped = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional();

const Webhook = z.object({
  event: z.string(),
  created_at: z.int(),
  payload: z.object({
    order: wrapped(RazorpayOrder),
    payment: wrapped(RazorpayPayment),
    refund: wrapped(RazorpayRefund),
  }),
});

export type RazorpayWebhook = {
  /** `order.paid`, `payment.authorized`, `payment.captured`, `payment.failed`, `refund.processed`, … */
  event: string;
  createdAt: number;
  order: RazorpayOrder | undefined;
  payment: RazorpayPayment | undefined;
  refund: RazorpayRefund | undefined;
};

/** A webhook's raw body as an event, or undefined when it is none; check its signature first. */
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
