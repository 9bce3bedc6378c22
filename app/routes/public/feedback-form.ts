import { z } from "zod";
import type { MessageKey } from "#modules/kernel/messages/index.ts";

const unanswered: MessageKey = "feedback.incomplete";
const range: MessageKey = "feedback.range";

const answer = z
  .string(unanswered)
  .min(1, unanswered)
  .regex(/^([1-9]|10)$/, range)
  .transform(Number);

/** The five questions as form fields (R106, R107): radio buttons cannot be sent as a list. */
export const FeedbackForm = z.object({
  token: z.string(unanswered),
  question1: answer,
  question2: answer,
  question3: answer,
  question4: answer,
  question5: answer,
});
export type FeedbackForm = z.output<typeof FeedbackForm>;

export const questionFields = ["question1", "question2", "question3", "question4", "question5"] as const;
