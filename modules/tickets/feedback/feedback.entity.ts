import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

export type FeedbackAnswer = { question: string; answer: number };

/** The link to the feedback form: 128 bits, hashed at rest, single submit, expires. */
export const FeedbackLinkSchema = defineEntity({
  name: "FeedbackLink",
  tableName: "feedback_links",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    tokenHash: words(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type FeedbackLink = InferEntity<typeof FeedbackLinkSchema>;

/** Five answers of 1–10 about a closed ticket. */
export const FeedbackSchema = defineEntity({
  name: "Feedback",
  tableName: "feedbacks",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    answers: p.json<FeedbackAnswer[]>().columnType("jsonb"),
    /** Average of the answers, one decimal (Q102). */
    overAllRating: p.decimal("number").precision(3).scale(1),
    createdAt: createdAt(),
  },
});
export type Feedback = InferEntity<typeof FeedbackSchema>;
