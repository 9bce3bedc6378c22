/** The calls of the emulated API. */
export const providerCalls = [
  "createOrder",
  "listOrders",
  "order",
  "orderPayments",
  "payment",
  "capture",
  "refund",
  "payments",
  "refunds",
  "settlements",
  "recon",
] as const;
export type ProviderCall = (typeof providerCalls)[number];
