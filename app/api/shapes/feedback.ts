import { z } from "zod";
import type { FeedbackLinkState, FeedbackRow } from "#modules/tickets/index.ts";

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

const RatingShape = z.strictObject({ mean: z.number(), count: z.number() }).nullable();

/** A feedback of the operators' list, or a link that awaits one. */
export const ListedFeedbackShape = z.strictObject({
  _id: z.string(),
  ticket_obj_id: z.string(),
  ticket_id: z.string(),
  center_obj_id: z.string().nullable(),
  center_name: z.string().nullable(),
  center_rating: RatingShape,
  technician_name: z.string().nullable(),
  technician_rating: RatingShape,
  customer_name: z.string(),
  address: z.string(),
  feedBackResponse: FeedbackAnswersShape,
  over_all_rating: z.number().nullable(),
  is_already_submitted: z.boolean(),
  is_aldready_submitted: z.boolean(),
  createdAt: z.string(),
});

export const listedFeedback = (row: FeedbackRow): z.input<typeof ListedFeedbackShape> => ({
  _id: row.id,
  ticket_obj_id: row.ticketId,
  ticket_id: row.number,
  center_obj_id: row.centerId,
  center_name: row.center,
  center_rating: row.centerRating,
  technician_name: row.technician,
  technician_rating: row.technicianRating,
  customer_name: row.name,
  address: row.address,
  feedBackResponse: row.answers,
  over_all_rating: row.overAllRating,
  is_already_submitted: row.submitted,
  is_aldready_submitted: row.submitted,
  createdAt: row.createdAt.toISOString(),
});
