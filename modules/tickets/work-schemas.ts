import { z } from "zod";
import {
  bound,
  cursor,
  istDay,
  lines,
  optionalLines,
  optionalText,
  reference,
  shaped,
  text,
  timePreference,
  trueOrFalse,
  version,
  wholeNumber,
  wholeRupees,
} from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { ticketReference } from "./booking-schemas.ts";
import { closureRemarks, handBackReasons, paymentTypes, ratingChoices, stillNeededAnswers } from "./labels.ts";

/** Input schemas for the work after acceptance: technician, closing, remarks, revisit, rating, feedback. */

const key = (message: MessageKey) => message;

/** A form sends an empty text for a choice not made; it must not count as 0. */
const emptyAsUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUndefined, schema.optional());

/** R175: a technician must be chosen. */
export const AssignTechnician = z.object({
  ticketId: ticketReference,
  technicianId: z.preprocess(
    emptyAsUndefined,
    z.preprocess((value) => value ?? "", reference),
  ),
  version: optional(version),
});
export type AssignTechnician = z.output<typeof AssignTechnician>;

/** R176: remarks need non-empty text. */
export const AddRemarks = z.object({
  ticketId: ticketReference,
  text: lines(500, "remarks.empty"),
  version: optional(version),
});
export type AddRemarks = z.output<typeof AddRemarks>;

const closing = {
  ticketId: ticketReference,
  code: optionalText(10),
  technicianRemarks: optionalLines(500),
  centerMessage: optionalLines(500),
  takeTime: optionalText(100),
  dateOfPurchase: optional(istDay),
  /** The version the dialog was opened with; refused if the ticket changed since. */
  version: optional(version),
};

const paymentType = z.preprocess(emptyAsUndefined, z.enum(paymentTypes, key("form.choice")).default("Online"));

/** Letters and digits without spaces, in capitals: 12 digits of UPI (RRN), 16 or 22 characters of a bank (UTR). */
const paymentReference = z.preprocess(
  (value) => (typeof value === "string" ? value.replaceAll(/\s/g, "").toUpperCase() : value),
  shaped(/^[A-Z0-9]{12,22}$/, 40, "jobPayment.reference"),
);

/** How the closing price was paid, and whether it was. */
const payment = {
  paymentType,
  paymentReference: z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : emptyAsUndefined(value)),
    paymentReference.optional(),
  ),
  notYetPaid: optional(trueOrFalse),
  /** Whether its sender was offered both: then an online payment without one of them is refused. */
  needsReference: optional(trueOrFalse),
};

/** The status in a closing payload can only be CLOSED: putting a request on hold has its own dialog (Q23). */
const status = z.preprocess(emptyAsUndefined, z.literal("CLOSED", key("form.choice")).optional());

/** Closing with a closure remark (fixed point 3, R166, R174); the amount is the closing price in whole rupees. */
export const CloseTicket = z.object({
  ...closing,
  status,
  amount: wholeRupees,
  closeRemarks: z.enum(closureRemarks, key("form.choice")),
  ...payment,
  overAllRating: optional(z.enum(ratingChoices, key("form.choice"))),
});
export type CloseTicket = z.output<typeof CloseTicket>;

/** The job completion dialog: closing plus labour and material charges, payment method and rating (R167–R169). */
export const CompleteJob = z.object({
  ...closing,
  labour: z.preprocess((value) => emptyAsUndefined(value) ?? 0, wholeRupees),
  material: wholeRupees,
  closeRemarks: z.enum(closureRemarks, key("form.choice")),
  ...payment,
  overAllRating: z.preprocess(emptyAsUndefined, z.enum(ratingChoices, key("form.choice")).default("Good")),
});
export type CompleteJob = z.output<typeof CompleteJob>;

/**
 * An admin's closing (Q35, Q77, R288): the amount in whole rupees, and free-text remarks. A repeated visit is closed with
 * what was found, and the part of the amount that is for coming again. `centerId`, where it is sent, must be the center that has the request.
 */
export const AdminCloseTicket = z.object({
  ...closing,
  centerId: optional(reference),
  amount: wholeRupees,
  closeRemarks: optionalLines(500),
  revisitRemarks: optionalLines(500),
  revisitPrice: optional(wholeRupees),
  ...payment,
});
export type AdminCloseTicket = z.output<typeof AdminCloseTicket>;

/** The online payment of a request that was closed as not yet paid. */
export const RecordPayment = z.object({
  ticketId: ticketReference,
  paymentReference: z.preprocess((value) => value ?? "", paymentReference),
  version: optional(version),
});
export type RecordPayment = z.output<typeof RecordPayment>;

/** A job a center hands back, with one of five reasons. */
export const HandBackTicket = z.object({
  ticketId: ticketReference,
  reason: z.enum(handBackReasons, key("form.choice")),
  /** Whether the form showed it as free: then it is refused when it is not. */
  free: optional(trueOrFalse),
  version: optional(version),
});
export type HandBackTicket = z.output<typeof HandBackTicket>;

const again = {
  ticketId: ticketReference,
  /** A missing field counts as no choice, so that the refusal names the field. */
  timePreference: z.preprocess((value) => value ?? {}, timePreference),
  requirement: optionalLines(300),
  proof: optionalText(200),
  version: optional(version),
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
  answer: z.enum(stillNeededAnswers, key("form.choice")),
  proof: optionalText(200),
});
export type AnswerStillNeeded = z.output<typeof AnswerStillNeeded>;

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
  answers: z.array(answer, key("feedback.incomplete")).length(5, key("feedback.incomplete")),
});
export type SubmitFeedback = z.output<typeof SubmitFeedback>;

/** Query of the console's request list: a cursor, one displayed status, a search word. */
export const TicketQuery = z.object({
  after: cursor,
  status: optionalText(40),
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
  /** Only requests of this center; a center may name only itself. */
  centerId: optional(reference),
  take: optional(wholeNumber(1, 100)),
});
export type TicketQuery = z.output<typeof TicketQuery>;
