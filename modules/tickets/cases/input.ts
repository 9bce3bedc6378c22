import { z } from "zod";
import { id, lines, messageKey } from "#modules/kernel/validation.ts";
import { caseDecisions } from "../labels.ts";

export { type CaseDecision, caseDecisions } from "../labels.ts";

/**
 * Why a case was opened: the customer's proven answer contradicts the closing, their answers or stars are low, they gave
 * the unhappy code, or they were not found.
 */
export const caseCauses = ["not_so", "low_answer", "unhappy_code", "not_found"] as const;
export type CaseCause = (typeof caseCauses)[number];

export const caseStates = ["open", "decided", "appealed", "closed"] as const;
export type CaseState = (typeof caseStates)[number];

/** How long a decision can be appealed, in days. */
export const appealDays = 30;

const reason = lines(300, "case.why");

export const CaseRef = z.object({ caseId: id });
export type CaseRef = z.output<typeof CaseRef>;

/** The decision of a case, or of its appeal, with its reason. */
export const DecideCase = z.object({
  caseId: id,
  decision: z.enum(caseDecisions, messageKey("form.choice")),
  reason,
});
export type DecideCase = z.output<typeof DecideCase>;

/** An appeal against a decision, in the words of who appeals. */
export const AppealCase = z.object({ caseId: id, reason });
export type AppealCase = z.output<typeof AppealCase>;
