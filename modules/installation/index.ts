/** An installation: what it needs before its first booking, and how it gets it. */

export { tryPaymentKeys } from "./payment-keys.ts";
export { PlannedCenter, PlannedPrices, SetupPlan } from "./plan.ts";
export { type Readiness, readiness } from "./readiness.ts";
export { type Done, setUp } from "./set-up.ts";
