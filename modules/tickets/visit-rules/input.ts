import { z } from "zod";
import { id, messageKey, version, wholeNumber } from "#modules/kernel/validation.ts";

export const visitRuleCauses = [
  "customer_cancel",
  "customer_change",
  "customer_absent",
  "center_missed",
  "hand_back",
] as const;
export type VisitRuleCause = (typeof visitRuleCauses)[number];

/** The bands of time of each cause. */
export const visitRuleBands = {
  customer_cancel: ["before_acceptance", "early", "late"],
  customer_change: ["change"],
  customer_absent: ["absent"],
  center_missed: ["missed"],
  hand_back: ["free", "later"],
} as const satisfies Record<VisitRuleCause, readonly string[]>;
export type VisitRuleBand = (typeof visitRuleBands)[VisitRuleCause][number];

/** WAITING for a second admin, then IN_FORCE until another one is, REFUSED, or WITHDRAWN by its author. */
export const visitRuleStates = ["WAITING", "IN_FORCE", "REPLACED", "REFUSED", "WITHDRAWN"] as const;
export type VisitRuleState = (typeof visitRuleStates)[number];

/** A center's hand-backs count for so many days. */
export const handBackDays = 30;

const percent = wholeNumber(0, 100, { wrong: "visitRules.percent" });

/**
 * Another version of the rules. Before acceptance, and until the border of the early band, everything goes back always;
 * what a free hand-back returns is the whole lead price.
 */
export const ProposeVisitRules = z.object({
  /** The version in force that the form was filled from. */
  version,
  /** Until how many minutes before the wanted moment a cancellation is free: 0 to 48 hours. */
  earlyMinutes: wholeNumber(0, 2_880, { wrong: "visitRules.minutes" }),
  lateFee: z.enum(["back", "kept"], messageKey("form.choice")),
  lateLeadPercent: percent,
  /** Until how many minutes before the visit its time can be changed, and how often. */
  changeMinutes: wholeNumber(0, 1_440, { wrong: "visitRules.minutes" }),
  changeAtMost: wholeNumber(0, 5, { wrong: "visitRules.changes" }),
  /** After how many calls without an answer, and minutes at the address, a request is closed as not found. */
  absentCalls: wholeNumber(1, 10, { wrong: "visitRules.calls" }),
  absentMinutes: wholeNumber(5, 120, { wrong: "visitRules.minutes" }),
  /** From how many minutes after its end on a visit without a start is missed, and what of the lead price goes back then. */
  missedMinutes: wholeNumber(0, 240, { wrong: "visitRules.missedMinutes" }),
  missedLeadPercent: percent,
  freeMinutes: wholeNumber(0, 1_440, { wrong: "visitRules.minutes" }),
  freeAtMost: wholeNumber(0, 100, { wrong: "visitRules.atMost" }),
  laterLeadPercent: percent,
});
export type ProposeVisitRules = z.output<typeof ProposeVisitRules>;

/** A version that waits for its decision. */
export const VisitRulesRef = z.object({ versionId: id });
export type VisitRulesRef = z.output<typeof VisitRulesRef>;
