import { z } from "zod";
import { messageKey, shaped, version } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/**
 * A customer wants another time for an own request: IMMEDIATELY, WITHIN_24_HOURS, or the begin of a window as
 * `YYYY-MM-DDTHH:MM` in India time.
 */
export const ChangeTime = z.object({
  ticketId: ticketReference,
  when: shaped(/^(IMMEDIATELY|WITHIN_24_HOURS|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})$/, 16, "changeTime.choose"),
  /** The version of the request that was shown. */
  version,
});
export type ChangeTime = z.output<typeof ChangeTime>;

export const timeChangeAnswers = ["agree", "refuse"] as const;

/** A center answers the customer who wants another time. */
export const AnswerTimeChange = z.object({
  ticketId: ticketReference,
  answer: z.enum(timeChangeAnswers, messageKey("form.choice")),
});
export type AnswerTimeChange = z.output<typeof AnswerTimeChange>;
