import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { CaseCause, CaseDecision, CaseState } from "./input.ts";

/** A dispute about a closed request that a person decides: one open at a time, one appeal each. */
export const CaseSchema = defineEntity({
  name: "Case",
  tableName: "cases",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    cause: words().$type<CaseCause>(),
    /** open → decided → appealed → closed. */
    state: words().$type<CaseState>(),
    createdAt: createdAt(),
    /** By when it is to be decided: 24 working hours after it was opened, and after an appeal. */
    dueAt: instant(),
    decision: words().$type<CaseDecision>().nullable(),
    /** The decider's words; an erasure of the customer empties them, like those of the appeal. */
    reason: words().nullable(),
    decidedBy: p.uuid().nullable(),
    decidedAt: instant().nullable(),
    appealReason: words().nullable(),
    appealedBy: p.uuid().nullable(),
    appealedAt: instant().nullable(),
    appealDecision: words().$type<CaseDecision>().nullable(),
    appealDecisionReason: words().nullable(),
    appealDecidedBy: p.uuid().nullable(),
    appealDecidedAt: instant().nullable(),
    /** Whether the closer decided it, or the decider its appeal, because no other admin may move money. */
    sameAdmin: p.boolean().default(false),
  },
});
export type Case = InferEntity<typeof CaseSchema>;
