import { z } from "zod";
import {
  id,
  lines,
  messageKey,
  optionalField,
  optionalText,
  phone,
  text,
  version,
  wholeNumber,
} from "#modules/kernel/validation.ts";
import { cancelReasons } from "../labels.ts";
import { ticketReference } from "../reference.ts";

export { cancelReasons };

/** The most paise that a confirmation names: more than any fee. */
const mostPaise = 100_000_000;

/** A customer cancels by the rule and the fee that the page showed. */
export const CancelOwn = z.object({
  ticketId: ticketReference,
  /** The rule that was shown. */
  ruleId: id,
  /** The paid fee that was shown, in paise. */
  feePaise: wholeNumber(0, mostPaise),
  reason: optionalField(z.enum(cancelReasons, messageKey("form.choice"))),
});
export type CancelOwn = z.output<typeof CancelOwn>;

/** What a customer corrects of the place: not the pincode, the city or the phone it was booked with. */
export const CorrectOwn = z.object({
  ticketId: ticketReference,
  houseNumber: text(200),
  locality: optionalText(100),
  alternatePhone: optionalField(phone),
  version,
});
export type CorrectOwn = z.output<typeof CorrectOwn>;

/** Something else: what a customer writes to the center and the operators. */
export const WriteNote = z.object({ ticketId: ticketReference, text: lines(300, "remarks.empty") });
export type WriteNote = z.output<typeof WriteNote>;
