import { z } from "zod";
import { messageKey, optionalText, text, wholeNumber } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** R094: 0 to 5 stars. */
export const RateTicket = z.object({
  ticketId: ticketReference,
  rating: wholeNumber(0, 5, { wrong: "rating.range" }),
  proof: optionalText(200),
});
export type RateTicket = z.output<typeof RateTicket>;

/** One of the five answers: the number alone, or with the text of its question. */
const answer = z.preprocess(
  (value) => (value && typeof value === "object" ? value : { answer: value }),
  z.object({ question: optionalText(300), answer: wholeNumber(1, 10, { wrong: "feedback.range" }) }),
);

/** The token of a feedback link; a malformed one is 'Invalid Feedback Link' too. */
export const feedbackToken = text(200, "feedback.invalid", "feedback.invalid");

/** R106, R107: five questions, each answered 1 to 10. */
export const SubmitFeedback = z.object({
  token: feedbackToken,
  answers: z.array(answer, messageKey("feedback.incomplete")).length(5, messageKey("feedback.incomplete")),
});
export type SubmitFeedback = z.output<typeof SubmitFeedback>;
