import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type {
  CenterSubscription,
  CenterSubscriptionView,
  SubscriptionPurchase,
  SubscriptionRefunded,
} from "#modules/wallet/index.ts";
import {
  adjustmentStates,
  refundWays,
  subscriptionPaidBy,
  subscriptionProducts,
  subscriptionStates,
} from "#modules/wallet/shared.ts";
import { moment, rupees } from "../line/answer.ts";
import { PaymentShape } from "./booked.ts";

/** A purchase of a subscription. */
export const PurchasedShape = z.strictObject({
  _id: z.string(),
  product: z.enum(subscriptionProducts),
  state: z.enum(subscriptionStates),
  paid_by: z.enum(subscriptionPaidBy),
  amount: rupees,
  starts_at: moment.nullable(),
  ends_at: moment.nullable(),
  createdAt: moment,
});
type Purchased = Pick<CenterSubscription, "id" | "product" | "state" | "paidBy" | "amountPaise" | "createdAt"> &
  Partial<Pick<CenterSubscription, "startsAt" | "endsAt">>;
export const purchased = (made: Purchased): z.input<typeof PurchasedShape> => ({
  _id: made.id,
  product: made.product,
  state: made.state,
  paid_by: made.paidBy,
  amount: toRupees(made.amountPaise),
  starts_at: made.startsAt ?? null,
  ends_at: made.endsAt ?? null,
  createdAt: made.createdAt,
});

/** A purchase with the payment it waits for; that amount is the provider's, in paise (fixed point 9). */
export const SubscriptionPurchaseShape = PurchasedShape.extend({
  payment_response: PaymentShape.omit({ order_id: true }).extend({ id: z.string() }).nullable(),
});
export const subscriptionPurchase = ({
  subscription: made,
  payment,
}: SubscriptionPurchase): z.input<typeof SubscriptionPurchaseShape> => ({
  ...purchased(made),
  payment_response: payment && {
    id: payment.order_id,
    amount: payment.amount,
    currency: payment.currency,
    key_id: payment.key_id,
  },
});

/** How a center is subscribed, and what is sold to it now. */
export const SubscriptionShape = z.strictObject({
  subscribed: z.boolean(),
  subscribe_end_date: moment.nullable(),
  trial_end_date: moment,
  wallet_balance: rupees,
  balance: z.strictObject({ amount: rupees, due_date: moment, ends_at: moment }).nullable(),
  offers: z.array(
    z.strictObject({
      product: z.enum(subscriptionProducts),
      price: rupees,
      starts_at: moment,
      ends_at: moment,
      days: z.number(),
      balance: rupees.nullable(),
    }),
  ),
  last_purchase: PurchasedShape.nullable(),
  last_refund: z
    .strictObject({ product: z.enum(subscriptionProducts), amount: rupees, to: z.enum(refundWays), createdAt: moment })
    .nullable(),
});
export const subscription = (view: CenterSubscriptionView): z.input<typeof SubscriptionShape> => ({
  subscribed: view.isSubscribed,
  subscribe_end_date: view.endsAt,
  trial_end_date: view.trialEndsAt,
  wallet_balance: toRupees(view.walletPaise),
  balance: view.balance && {
    amount: toRupees(view.balance.amountPaise),
    due_date: view.balance.dueAt,
    ends_at: view.balance.endsAt,
  },
  offers: view.offers.map(({ product, pricePaise, startsAt, endsAt, days, balancePaise }) => ({
    product,
    price: toRupees(pricePaise),
    starts_at: startsAt,
    ends_at: endsAt,
    days,
    balance: balancePaise === null ? null : toRupees(balancePaise),
  })),
  last_purchase: view.last && purchased(view.last),
  last_refund: view.refund && {
    product: view.refund.product,
    amount: toRupees(view.refund.amountPaise),
    to: view.refund.way,
    createdAt: view.refund.at,
  },
});

/** What became of a refund of a subscription, and of the subscription by it. */
export const SubscriptionRefundShape = z.strictObject({
  _id: z.string(),
  state: z.enum(adjustmentStates),
  amount: rupees,
  subscription: PurchasedShape,
});
export const subscriptionRefund = ({
  adjustment,
  subscription: refunded,
}: SubscriptionRefunded): z.input<typeof SubscriptionRefundShape> => ({
  _id: adjustment.id,
  state: adjustment.state,
  amount: toRupees(adjustment.amountPaise),
  subscription: purchased(refunded),
});
