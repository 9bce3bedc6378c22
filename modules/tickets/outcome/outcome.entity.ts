import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { OutcomeProof } from "./input.ts";

/** The question about a closed request, with its clock; one a request. */
export const OutcomeQuestionSchema = defineEntity({
  name: "OutcomeQuestion",
  tableName: "outcome_questions",
  properties: {
    ticketId: p.uuid().primary(),
    /** The closing. */
    createdAt: createdAt(),
    /** From when silence decides, and no answer is taken any more. */
    dueAt: instant(),
    remindedAt: instant().nullable(),
    /** When silence, or the answer given before, was settled. */
    settledAt: instant().nullable(),
  },
});
export type OutcomeQuestion = InferEntity<typeof OutcomeQuestionSchema>;

/** A link that was sent to the customer's phone: 128 bits, hashed at rest. */
export const OutcomeLinkSchema = defineEntity({
  name: "OutcomeLink",
  tableName: "outcome_links",
  properties: { id: primaryKey(), ticketId: p.uuid(), tokenHash: words(), createdAt: createdAt() },
});
export type OutcomeLink = InferEntity<typeof OutcomeLinkSchema>;

/** What the customer says happened: one answer a request. */
export const OutcomeAnswerSchema = defineEntity({
  name: "OutcomeAnswer",
  tableName: "outcome_answers",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    came: p.boolean(),
    /** Whether the work is done; asked only where the closing says so. */
    done: p.boolean().nullable(),
    /** What the customer says to have paid. */
    paidPaise: paise().nullable(),
    /** How it was proven; a bare one counts for nothing and is replaced by a proven one. */
    proof: words().$type<OutcomeProof>(),
    answeredAt: instant(),
  },
});
export type OutcomeAnswer = InferEntity<typeof OutcomeAnswerSchema>;
