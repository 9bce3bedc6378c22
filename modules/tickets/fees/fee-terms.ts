import { env } from "#modules/kernel/env.server.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { rulesInForce, type VisitRule, visitRulesTopic } from "../visit-rules/rules-in-force.ts";

/** When a booking fee goes back, by the rules in force. */
export type FeeTerms = {
  /** After how many hours without a center. */
  refundHours: number;
  /** Until how many minutes before the visit its customer cancels free of charge, once a center has the request. */
  earlyMinutes: number;
  /** What becomes of it when its customer cancels later than that. */
  lateFee: VisitRule["fee"];
  /** From how many minutes after its end on a visit without a start is missed. */
  missedMinutes: number;
};

/** The terms as pages say them; what a cancellation does is decided by the rules of its moment. */
export const feeTerms = cachedBriefly(visitRulesTopic, async (): Promise<FeeTerms> => {
  const { of } = await rulesInForce();
  return {
    refundHours: env.refundUnacceptedAfterHours,
    earlyMinutes: of("customer_cancel", "early").minutes ?? 0,
    lateFee: of("customer_cancel", "late").fee,
    missedMinutes: of("center_missed", "missed").minutes ?? 0,
  };
});
