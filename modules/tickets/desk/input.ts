import { z } from "zod";
import { sentReference } from "#modules/kernel/text/references.ts";
import {
  clearable,
  id,
  lines,
  messageKey,
  optionalField,
  optionalText,
  reference,
  rupeesAndPaise,
  text,
  version,
  visitTime,
  wholeRupees,
  wholeRupeesSaying,
} from "#modules/kernel/validation.ts";
import { BookTicket } from "../booking/input.ts";
import { changeShape, deskShape } from "../fields/texts.ts";
import { ticketReference } from "../reference.ts";
import { timePreferenceTypes } from "../time-preference.ts";

/** Input schemas of the operators' request form (R268–R276, Q18, Q19). */

const { requirement, email, ...ofCustomer } = deskShape;
const { serviceId, name, phone, pincode, timePreference, offerCode } = BookTicket.shape;

/** A switch: the word a form sends, or true and false. */
const onOrOff = z.preprocess(
  (value) => (typeof value === "boolean" ? String(value) : value),
  z.enum(["true", "false"], messageKey("form.choice")).transform((word) => word === "true"),
);

/** What a client owes for a request: whole rupees of at most 10 digits (R270). */
const dueRupees = wholeRupeesSaying("form.amount", 9_999_999_999, "form.amountDigits");

/**
 * To whom the request is billed: a client, its own id of the request, and what it owes for it in whole rupees. Which of
 * these a client sets itself is declared in field-rights.ts.
 */
const bill = {
  clientId: optionalField(reference),
  clientReference: z.preprocess(sentReference, optionalText(50)),
  dueAmount: optionalField(dueRupees),
  markedPaid: optionalField(onOrOff),
  /** The visit charge (`ticket_price`) in rupees, at most two decimals; set by the operator's admins alone. */
  ticketPrice: optionalField(rupeesAndPaise),
};

/** A request an admin enters, as the server requires it: the short list (Q18); lengths R270. */
export const CreateRequest = z.object({
  serviceId,
  requirement,
  name,
  email,
  phone,
  ...ofCustomer,
  pincode,
  offerCode,
  timePreference,
  ...bill,
});
export type CreateRequest = z.output<typeof CreateRequest>;

/** A request a client's program creates: without an offer code it is the product's own. */
export const CreateOfClient = CreateRequest.extend({ offerCode: optionalField(offerCode) });
export type CreateOfClient = z.output<typeof CreateOfClient>;

/** The further required fields of the long list (R268). */
const long = { requirement: lines(300), locality: text(100), city: text(30) };

/** Whether the admin confirms another request after the note that there is one already. */
const another = { another: optionalField(z.literal("1", messageKey("form.choice"))) };

/** The form at /add-client-ticket: the short list. */
export const ClientRequestForm = CreateRequest.extend(another);
/** The form at /admin-ticket: the long list (R268); a specific time needs one (R269). */
export const RequestForm = ClientRequestForm.extend(long);

/**
 * When the visit is wanted, for an existing request: a moment agreed before may be over by now, so whether a
 * new one can be booked is checked by `updateRequest`.
 */
const agreedTime = z
  .object({ type: z.enum(timePreferenceTypes, messageKey("form.incomplete")), at: visitTime })
  .refine(({ type, at }) => type !== "SPECIFIC_DATE_AND_TIME" || at, {
    path: ["at"],
    message: messageKey("form.specificTime"),
  })
  .transform(({ type, at }) => (type === "SPECIFIC_DATE_AND_TIME" ? { type, at } : { type }));

/**
 * A request as an admin changes it (R274, R279). What is required of the short list is required again (Q18); of the
 * other fields, an omitted one is unchanged, and an empty text removes a value. Name, phones and pincode are not among
 * its fields, because they cannot be changed here.
 */
export const UpdateRequest = z.object({
  ticketId: ticketReference,
  /** The version the form was filled from; refused if the request changed since. */
  version: optionalField(version),
  serviceId,
  ...changeShape,
  offerCode,
  timePreference: z.preprocess((value) => value ?? {}, agreedTime),
  clientId: clearable(reference),
  clientReference: z.preprocess(sentReference, clearable(text(50))),
  dueAmount: bill.dueAmount,
  markedPaid: bill.markedPaid,
  ticketPrice: bill.ticketPrice,
  closingPrice: clearable(wholeRupees),
  adminRemarks: clearable(text(50)),
});
export type UpdateRequest = z.output<typeof UpdateRequest>;

/** A request a client's program changes: the offer code is set by operators, so it may be omitted and is unchanged. */
export const UpdateOfClient = UpdateRequest.extend({ offerCode: optionalField(offerCode) });
export type UpdateOfClient = z.output<typeof UpdateOfClient>;

/** The form at /admin-ticket?edit=: the long list too; a field its reader may not set is not on it and is unchanged. */
export const UpdateRequestForm = UpdateRequest.extend(long);

/** What is known of a phone while a request is entered: the number, and the service once it is chosen. */
export const KnownBefore = z.object({ phone, serviceId: optionalField(id) });
export type KnownBefore = z.output<typeof KnownBefore>;
