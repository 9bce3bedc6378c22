import { z } from "zod";
import { messageKey, optionalField, optionalLines, optionalText, version } from "#modules/kernel/validation.ts";
import { stillNeededAnswers } from "../labels.ts";
import { ticketReference } from "../reference.ts";
import { timePreference } from "../time-preference.ts";

const again = {
  ticketId: ticketReference,
  /** A missing field counts as no choice, so that the refusal names the field. */
  timePreference: z.preprocess((value) => value ?? {}, timePreference),
  requirement: optionalLines(300),
  proof: optionalText(200),
  version: optionalField(version),
};

/** Q88: `{ticket_obj_id, time_preference, specific_requirement?, proof?}`. */
export const Rebook = z.object(again);
export type Rebook = z.output<typeof Rebook>;

/** R097–R099. */
export const Revisit = z.object(again);
export type Revisit = z.output<typeof Revisit>;

/** The answer to "Still needed?" about a ticket. */
export const AnswerStillNeeded = z.object({
  ticketId: ticketReference,
  answer: z.enum(stillNeededAnswers, messageKey("form.choice")),
  proof: optionalText(200),
});
export type AnswerStillNeeded = z.output<typeof AnswerStillNeeded>;
