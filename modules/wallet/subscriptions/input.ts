import { z } from "zod";
import { bankReference, blankableField, bound, exactRupees, id, text } from "#modules/kernel/validation.ts";
import { type SubscriptionProduct, subscriptionProducts } from "../labels.ts";

export { type SubscriptionProduct, subscriptionProducts };

/** How a subscription is paid: by card at the provider, from the center's wallet, or outside the product. */
export const subscriptionPaidBy = ["card", "wallet", "outside"] as const;
export type SubscriptionPaidBy = (typeof subscriptionPaidBy)[number];

/**
 * `WAITING` for its payment or a second admin; `ACTIVE`: given; `NOT_GIVEN`: not paid, refused, or no longer sold;
 * `REFUNDED`: given, and refunded as a whole by an operator.
 */
export const subscriptionStates = ["WAITING", "ACTIVE", "NOT_GIVEN", "REFUNDED"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

const product = z.enum(subscriptionProducts, "subscription.product");

/** The price that was shown, in whole rupees; another price in force is a conflict. */
const amount = exactRupees(1, 1_000_000, "adjust.amount").optional();

/** A center buys what is sold to it. */
export const BuySubscription = z.object({
  product,
  payBy: z.enum(["card", "wallet"], "subscription.payBy"),
  amount,
});
export type BuySubscription = z.output<typeof BuySubscription>;

/** An operator enters what a center paid outside the product, with the reference of that payment. */
export const EnterSubscription = z.object({
  centerId: id,
  product,
  reference: text(100, "subscription.reference"),
  amount,
});
export type EnterSubscription = z.output<typeof EnterSubscription>;

/** The same as its form sends it: with the price each product was shown at. */
export const EnterSubscriptionForm = EnterSubscription.omit({ amount: true }).extend({
  annual: amount,
  first_instalment: amount,
  balance: amount,
});
export type EnterSubscriptionForm = z.output<typeof EnterSubscriptionForm>;

/** Where the money of a subscription goes back to: the source of its payment, the center's wallet, or by hand to its bank. */
export const refundWays = ["source", "wallet", "bank"] as const;
export type RefundWay = (typeof refundWays)[number];

/**
 * An operator refunds a given subscription, as a whole or in part; without its id the newest one of the center. `amount` is
 * in whole rupees. `reference` is the bank's, for what was paid outside. `until` is until when a refund of a part leaves
 * the center subscribed; without it such a refund takes no days. A refund of the rest takes those that are to come.
 */
export const RefundSubscription = z.object({
  centerId: id,
  subscriptionId: blankableField(id),
  amount: exactRupees(1, 1_000_000, "adjust.amount"),
  remarks: text(300, "adjust.why"),
  reference: bankReference,
  until: bound("end"),
});
export type RefundSubscription = z.output<typeof RefundSubscription>;
