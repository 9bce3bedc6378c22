import { z } from "zod";
import { exactRupees, id, text } from "#modules/kernel/validation.ts";

/** What is sold: a year; the first 120 days of one; and the rest of a year whose first days were bought. */
export const subscriptionProducts = ["annual", "first_instalment", "balance"] as const;
export type SubscriptionProduct = (typeof subscriptionProducts)[number];

/** How a subscription is paid: by card at the provider, from the center's wallet, or outside the product. */
export const subscriptionPaidBy = ["card", "wallet", "outside"] as const;
export type SubscriptionPaidBy = (typeof subscriptionPaidBy)[number];

/** `WAITING` for its payment or a second admin; `ACTIVE`: given; `NOT_GIVEN`: not paid, refused, or no longer sold. */
export const subscriptionStates = ["WAITING", "ACTIVE", "NOT_GIVEN"] as const;
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
