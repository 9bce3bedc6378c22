import { z } from "zod";
import { day, fromIst } from "../kernel/clock.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import { optionalText, reference, text, timePreference, wholeRupees } from "../kernel/validation.ts";
import { ticketReference } from "./booking-schemas.ts";
import { closureRemarks, paymentTypes, ratingChoices } from "./labels.ts";

/** What is asked for after a ticket was accepted: technician, work done, remarks, revisit, rating, feedback. */

const key = (message: MessageKey) => message;

/** A form sends an empty text for a choice nobody made; it must not count as 0. */
const given = (value: unknown) => (value === "" || value === null ? undefined : value);

const wholeNumber = (least: number, most: number, message: MessageKey) =>
  z.preprocess(given, z.coerce.number(key(message)).int(key(message)).min(least, key(message)).max(most, key(message)));

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(given, schema.optional());

/** R175: a technician must be chosen. */
export const AssignTechnician = z.object({
  ticketId: ticketReference,
  technicianId: z.preprocess(
    given,
    z.preprocess((value) => value ?? "", reference),
  ),
});
export type AssignTechnician = z.output<typeof AssignTechnician>;

/** R176: remarks need non-empty text. */
export const AddRemarks = z.object({ ticketId: ticketReference, text: text(500, "remarks.empty") });
export type AddRemarks = z.output<typeof AddRemarks>;

const closing = {
  ticketId: ticketReference,
  code: optionalText(10),
  technicianRemarks: optionalText(500),
  centerMessage: optionalText(500),
  takeTime: optionalText(100),
  dateOfPurchase: optional(z.iso.date(key("form.date"))),
  /** The version the dialog was opened with; a ticket changed since is refused. */
  version: optional(z.coerce.number(key("form.number")).int(key("form.number"))),
};

const paymentType = z.preprocess(given, z.enum(paymentTypes, key("form.choice")).default("Online"));

/** What a closing payload may say of the status: a request put on hold is put so in its dialog only (Q23), never closed. */
const status = z.preprocess(given, z.literal("CLOSED", key("form.choice")).optional());

/** Closing with a closure remark (fixed point 3, R166, R174); the amount is the closing price in whole rupees. */
export const CloseTicket = z.object({
  ...closing,
  status,
  amount: wholeRupees,
  closeRemarks: z.enum(closureRemarks, key("form.choice")),
  paymentType,
  overAllRating: optional(z.enum(ratingChoices, key("form.choice"))),
});
export type CloseTicket = z.output<typeof CloseTicket>;

/** The job completion dialog: material charges, payment method and rating beside the closing itself (R167–R169). */
export const CompleteJob = z.object({
  ...closing,
  material: wholeRupees,
  closeRemarks: z.enum(closureRemarks, key("form.choice")),
  paymentType,
  overAllRating: z.preprocess(given, z.enum(ratingChoices, key("form.choice")).default("Good")),
});
export type CompleteJob = z.output<typeof CompleteJob>;

/** An admin's closing (Q35, Q77): the amount entered in whole rupees, and remarks in the admin's own words. */
export const AdminCloseTicket = z.object({
  ...closing,
  amount: wholeRupees,
  closeRemarks: optionalText(500),
  revisitRemarks: optionalText(500),
  paymentType,
});
export type AdminCloseTicket = z.output<typeof AdminCloseTicket>;

const again = {
  ticketId: ticketReference,
  /** Missing altogether counts as nothing chosen, so that the refusal names the field. */
  timePreference: z.preprocess((value) => value ?? {}, timePreference),
  requirement: optionalText(300),
  proof: optionalText(200),
};

/** Q88: `{ticket_obj_id, time_preference, specific_requirement?, proof?}`. */
export const Rebook = z.object(again);
export type Rebook = z.output<typeof Rebook>;

/** R097–R099. */
export const Revisit = z.object(again);
export type Revisit = z.output<typeof Revisit>;

/** R094: 0 to 5 stars. */
export const RateTicket = z.object({ ticketId: ticketReference, rating: wholeNumber(0, 5, "rating.range") });
export type RateTicket = z.output<typeof RateTicket>;

/** One of the five answers: the number alone, or with the question it belongs to. */
const answer = z.preprocess(
  (value) => (value && typeof value === "object" ? value : { answer: value }),
  z.object({ question: optionalText(300), answer: wholeNumber(1, 10, "feedback.range") }),
);

/** R106, R107: five questions, each answered 1 to 10. */
export const SubmitFeedback = z.object({
  token: z.string(key("feedback.invalid")).trim().max(200, key("feedback.invalid")),
  answers: z.array(answer, key("feedback.incomplete")).length(5, key("feedback.incomplete")),
});
export type SubmitFeedback = z.output<typeof SubmitFeedback>;

/** A bound of a list (Q105): an instant, or a day of India, of which an end means the last moment. */
const bound = (ofDay: "start" | "end") =>
  z.preprocess((value) => {
    if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return given(value);
    return new Date(fromIst(value).getTime() + (ofDay === "end" ? day - 1 : 0));
  }, z.coerce.date(key("form.date")).optional());

/** The console's list of requests: a page after a cursor, one displayed state, a word to look for. */
export const TicketQuery = z.object({
  after: optionalText(100),
  status: optionalText(40),
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
  /** Only requests of this center; a center can name no other than itself. */
  centerId: optional(reference),
  take: optional(z.coerce.number(key("form.number")).int(key("form.number")).min(1).max(100)),
});
export type TicketQuery = z.output<typeof TicketQuery>;
