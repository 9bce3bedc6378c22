import { z } from "zod";
import type { FeedbackLinkState } from "#modules/tickets/index.ts";

/** The answers of a feedback form. */
export const FeedbackAnswersShape = z.array(z.strictObject({ question: z.string(), answer: z.number() }));

/** Whether a feedback link can be used. */
export const FeedbackLinkShape = z.strictObject({
  invalidFeedBackLink: z.boolean(),
  is_link_expired: z.boolean(),
  isFeedBackAldreadySubmitted: z.boolean(),
  isFeedBackExists: z.strictObject({ feedBackResponse: FeedbackAnswersShape }),
  feedBackResponse: FeedbackAnswersShape,
});

export const feedbackLink = (link: FeedbackLinkState): z.input<typeof FeedbackLinkShape> => ({
  invalidFeedBackLink: link.state === "invalid",
  is_link_expired: link.state === "expired",
  isFeedBackAldreadySubmitted: link.state === "used",
  isFeedBackExists: { feedBackResponse: link.answers ?? [] },
  feedBackResponse: link.answers ?? [],
});
