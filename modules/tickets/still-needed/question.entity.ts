import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { StillNeededAnswer, StillNeededReason } from "../labels.ts";

/** "Still needed?", asked of a request's customer: one answer, expires. */
export const StillNeededQuestionSchema = defineEntity({
  name: "StillNeededQuestion",
  tableName: "still_needed_questions",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    reason: words().$type<StillNeededReason>(),
    createdAt: createdAt(),
    expiresAt: instant(),
    answer: words().$type<StillNeededAnswer>().nullable(),
    /** When it was answered, or replaced by a later one after it had expired. */
    endedAt: instant().nullable(),
    /** The request that a yes made, of one that was not visited. */
    newTicketId: p.uuid().nullable(),
  },
});
export type StillNeededQuestion = InferEntity<typeof StillNeededQuestionSchema>;
