import { z } from "zod";
import { shaped, text } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

const unanswered: MessageKey = "feedback.incomplete";
const range: MessageKey = "feedback.range";

const answer = shaped(/^([1-9]|10)$/, 2, range, unanswered).transform(Number);

/** The five questions as separate fields (R106, R107), because radio buttons cannot be sent as a list. */
export const FeedbackForm = z.object({
  token: text(200, unanswered, "feedback.invalid"),
  question1: answer,
  question2: answer,
  question3: answer,
  question4: answer,
  question5: answer,
});
export type FeedbackForm = z.output<typeof FeedbackForm>;

export const questionFields = ["question1", "question2", "question3", "question4", "question5"] as const;
