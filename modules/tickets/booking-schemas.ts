import { z } from "zod";
import { stateName } from "../catalog/shared.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import {
  id,
  optionalText,
  phone,
  phoneSaying,
  pincode,
  text,
  timePreference as timePreferenceOf,
  wholeRupees,
} from "../kernel/validation.ts";

/** What is asked for when somebody books; each limit and text stands here once, for page, call and command line. */

const key = (message: MessageKey) => message;

const unwrapped = (value: unknown) => (value && typeof value === "object" && "_id" in value ? value._id : value);

/** A chosen row of a list: an id or `{_id}`; nothing chosen is 'Please fill in all required details'. */
const chosen = z.preprocess(unwrapped, z.string(key("form.incomplete")).min(1, key("form.incomplete")).pipe(id));

/** Missing altogether counts as nothing chosen, so that the refusal names the field. */
const timePreference = z.preprocess((value) => value ?? {}, timePreferenceOf);

/** What stands beside the fields of a form: whose QR code, which device, which proof. */
const around = {
  qrId: optionalText(40),
  deviceId: optionalText(200),
  proof: optionalText(200),
};

const service = { serviceId: chosen };
const customer = { name: text(30), phone, email: optionalText(100) };
const address = { houseNumber: text(200), city: text(30), state: stateName, pincode };
const place = { locality: optionalText(100), requirement: optionalText(300) };

/** A booking as the server insists on it (R054, R055, Q20); lengths R162. */
export const BookTicket = z.object({
  ...service,
  ...customer,
  ...address,
  ...place,
  timePreference,
  offerCode: text(20),
  ...around,
});
export type BookTicket = z.output<typeof BookTicket>;

/** The form at /booking/{qr_id}: locality and requirement too, before an OTP is sent (R056, Q20). */
export const PartnerBooking = BookTicket.extend({ locality: text(100), requirement: text(300) });

/** The simple form at /booking: its phone speaks for itself (R060, R061, R065). */
export const SimpleBooking = BookTicket.extend({ phone: phoneSaying("form.phoneMissing", "form.phone") });

/** Not given at all is 'Please fill in all required details', like the other fields (R064). */
const offerPrice = z
  .unknown()
  .refine((value) => value !== undefined && value !== "", { message: key("form.incomplete"), abort: true })
  .pipe(wholeRupees);

/** The pick-and-drop variant of /booking (R063, R064); the offer price is in whole rupees. */
export const PickDropBooking = z.object({
  ...service,
  name: optionalText(30),
  phone,
  pincode,
  pickLocation: text(200),
  dropLocation: text(200),
  vehicleId: chosen,
  customerOfferPrice: offerPrice,
  timePreference: timePreference.refine(({ type }) => type !== "WITHIN_24_HOURS", {
    path: ["type"],
    message: key("form.choice"),
  }),
  ...around,
});
export type PickDropBooking = z.output<typeof PickDropBooking>;

/** A ticket a center makes at /AddTicket: the rules of the public form, without an OTP (R161–R163). */
export const CenterTicket = BookTicket.omit({ qrId: true, deviceId: true, proof: true }).extend({
  alternatePhone: z.preprocess((value) => value || undefined, phone.optional()),
});
export type CenterTicket = z.output<typeof CenterTicket>;

/** The fields of a booking form that a draft keeps; an OTP is never among them (B1). */
export const draftFields = [
  "serviceId",
  "name",
  "phone",
  "houseNumber",
  "locality",
  "city",
  "state",
  "pincode",
  "requirement",
  "timePreference.type",
  "timePreference.at",
  "timePreference.at:date",
  "timePreference.at:time",
  "offerCode",
  "pickLocation",
  "dropLocation",
  "vehicleId",
  "customerOfferPrice",
] as const;

/** A reference to a ticket: its public id. */
export const ticketReference = z.preprocess(
  unwrapped,
  z.string(key("form.id")).min(1, key("form.id")).max(64, key("form.id")),
);

export const TicketRef = z.object({ ticketId: ticketReference });
export const BroadcastTicket = TicketRef;
export const DeleteTicket = TicketRef;
export const CancelTicket = TicketRef.extend({ reason: optionalText(300) });
export const BroadcastRef = z.object({ broadcastId: z.preprocess(unwrapped, id) });

/** The three values the checkout hands back. */
export const CheckoutCallback = z.object({
  razorpay_order_id: text(100),
  razorpay_payment_id: text(100),
  razorpay_signature: text(300),
});
export type CheckoutFields = z.output<typeof CheckoutCallback>;

/** A page of a list; `after` is the mark the page before ended with. */
export const ListBroadcasts = z.object({
  after: optionalText(100),
  /** One state, or `OPEN`: still to be answered. */
  status: z
    .enum(["OPEN", "PENDING", "RESERVED", "ACCEPTED", "REJECTED", "TAKEN", "CLOSED"], key("form.choice"))
    .optional(),
});
