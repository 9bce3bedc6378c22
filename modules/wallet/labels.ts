/** What is sold: a year; the first 120 days of one; and the rest of a year whose first days were bought. */
export const subscriptionProducts = ["annual", "first_instalment", "balance"] as const;
export type SubscriptionProduct = (typeof subscriptionProducts)[number];
