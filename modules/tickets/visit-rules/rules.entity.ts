import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { TicketStatus } from "../labels.ts";
import type { VisitRuleBand, VisitRuleCause, VisitRuleState } from "./input.ts";

/** One version of what ending a visit costs: of all, one is in force and at most one waits for a second admin. */
export const VisitRuleVersionSchema = defineEntity({
  name: "VisitRuleVersion",
  tableName: "visit_rule_versions",
  properties: {
    id: primaryKey(),
    /** Counts from 1. */
    version: p.integer(),
    state: words().$type<VisitRuleState>(),
    /** Who proposed it; null for the first version, which comes with the product. */
    authorId: p.uuid().nullable(),
    /** The second admin who approved or refused it, or its author who withdrew it. */
    decidedBy: p.uuid().nullable(),
    createdAt: createdAt(),
    decidedAt: instant().nullable(),
  },
});
export type VisitRuleVersion = InferEntity<typeof VisitRuleVersionSchema>;

/** What one cause costs in one band of time, in one version. Never changed. */
export const VisitRuleSchema = defineEntity({
  name: "VisitRule",
  tableName: "visit_rules",
  properties: {
    id: primaryKey(),
    versionId: p.uuid(),
    cause: words().$type<VisitRuleCause>(),
    band: words().$type<VisitRuleBand>(),
    /** The band's border: minutes before the wanted moment (early, change), after its window (missed), after accepting (free), or at the address (absent). */
    minutes: p.integer().nullable(),
    /** How often the band holds: for one center in 30 days (free), for one request (change); null where the time alone decides. */
    atMost: p.integer().nullable(),
    /** How many calls without an answer the band needs (absent). */
    calls: p.integer().nullable(),
    /** What becomes of the booking fee: back to its payer, kept by the house, or held as before. */
    fee: words().$type<"back" | "kept" | "held">(),
    /** How much of the lead price goes back to the center's wallet. */
    leadBackPercent: p.integer(),
    /** Whether it counts: against the center in its history. */
    counted: p.boolean(),
  },
});
export type VisitRuleRow = InferEntity<typeof VisitRuleSchema>;

/** A decision that was made by a rule, with what it moved in paise. */
export const VisitDecisionSchema = defineEntity({
  name: "VisitDecision",
  tableName: "visit_decisions",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    ruleId: p.uuid(),
    /** The center that had the request. */
    centerId: p.uuid().nullable(),
    /** The paid booking fee that the rule decided about. */
    feePaise: paise(),
    /** What of the lead price goes back to the center's wallet. */
    leadBackPaise: paise(),
    reason: words().nullable(),
    /** The status the request had, to which an undo leads back. */
    was: words().$type<Extract<TicketStatus, "PENDING" | "ACCEPTED" | "VERIFIED">>().nullable(),
    /** UNDOABLE until its effects happen; a decision without an undo is FINAL at once. */
    state: words().$type<"UNDOABLE" | "FINAL" | "UNDONE">(),
    undoUntil: instant().nullable(),
    createdAt: createdAt(),
    endedAt: instant().nullable(),
  },
});
export type VisitDecision = InferEntity<typeof VisitDecisionSchema>;
