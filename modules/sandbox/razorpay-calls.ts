/** The calls of the emulated API. */
export const providerCalls = [
  "createOrder",
  "listOrders",
  "order",
  "orderPayments",
  "payment",
  "capture",
  "refund",
] as const;
export type ProviderCall = (typeof providerCalls)[number];
