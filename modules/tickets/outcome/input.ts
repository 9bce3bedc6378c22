import { z } from "zod";
import { messageKey, optionalField, optionalText, rupeesAndPaise, text } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** How an answer was proven: by a browser that proved the phone, an OTP, the link sent to the phone, or not at all. */
export const outcomeProofs = ["visitor", "proof", "link", "bare"] as const;
export type OutcomeProof = (typeof outcomeProofs)[number];

/** Until how many hours after the closing the question can be answered, and when it is asked again. */
export const outcomeHours = { open: 48, again: 24 } as const;

const yesOrNo = z.enum(["yes", "no"], messageKey("form.choice"));

const says = {
  /** Did they come? */
  came: yesOrNo,
  /** Is it done? Asked where the closing says so. */
  done: optionalField(yesOrNo),
  /** What was paid, in rupees. */
  paid: optionalField(rupeesAndPaise),
};

/** The customer's answer about a closed request, by its link, with what proves it. */
export const AnswerOutcome = z.object({ ...says, ticketId: ticketReference, proof: optionalText(200) });
export type AnswerOutcome = z.output<typeof AnswerOutcome>;

/** The token of a link that was sent to the customer's phone. */
const outcomeToken = text(200, "outcome.noLink", "outcome.noLink");

/** The same by the link that was sent. */
export const AnswerOutcomeByLink = z.object({ ...says, token: outcomeToken });
export type AnswerOutcomeByLink = z.output<typeof AnswerOutcomeByLink>;
