import { z } from "zod";
import type { MessageKey } from "../kernel/messages/index.ts";
import { optionalText, reference, text, timePreference, wholeRupees } from "../kernel/validation.ts";
import { ticketReference } from "./booking-schemas.ts";
import { closureRemarks, paymentTypes, ratingChoices } from "./labels.ts";

/** What is asked for after a ticket was accepted: technician, work done, remarks, revisit, rating, feedback. */

const key = (message: MessageKey) => message;
const proof = optionalText(200);

export const AssignTechnician = z.object({ ticketId: ticketReference, technicianId: reference });
export const AddRemarks = z.object({ ticketId: ticketReference, text: text(500) });

/** Closing with a closure remark (fixed point 3, R174); the price is in whole rupees. */
export const CloseTicket = z.object({
  ticketId: ticketReference,
  amount: wholeRupees,
  closeRemarks: z.enum(closureRemarks, key("form.choice")),
  technicianRemarks: optionalText(500),
  code: optionalText(10),
});

/** The job completion dialog: material charges, payment method and rating beside the closing itself (R168, R169). */
export const CompleteJob = CloseTicket.omit({ amount: true }).extend({
  material: wholeRupees,
  paymentType: z.enum(paymentTypes, key("form.choice")).default("Online"),
  overAllRating: z.enum(ratingChoices, key("form.choice")).default("Good"),
  centerMessage: optionalText(500),
  takeTime: optionalText(100),
});

export const Rebook = z.object({ ticketId: ticketReference, timePreference, requirement: optionalText(300), proof });
export const Revisit = Rebook;

/** R099: 0 to 5 stars. */
export const RateTicket = z.object({
  ticketId: ticketReference,
  rating: z.coerce
    .number(key("form.choice"))
    .int(key("form.choice"))
    .min(0, key("form.choice"))
    .max(5, key("form.choice")),
});

const answer = z.coerce
  .number(key("form.choice"))
  .int(key("form.choice"))
  .min(1, key("form.choice"))
  .max(10, key("form.choice"));

/** Five questions, each answered 1 to 10. */
export const SubmitFeedback = z.object({ token: text(100), answers: z.array(answer).length(5, key("form.choice")) });
