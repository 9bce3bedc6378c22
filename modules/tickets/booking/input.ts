import { z } from "zod";
import {
  email as emailAddress,
  exactText,
  id,
  lines,
  messageKey,
  optionalText,
  phone,
  phoneSaying,
  pincode,
  text,
  wholeRupeesSaying,
} from "#modules/kernel/validation.ts";
import { bookingShape, textNames } from "../fields/texts.ts";
import { timePreference as timePreferenceOf } from "../time-preference.ts";

/** Input schemas of bookings; pages, API calls and the command line share each limit and message. */

const unwrapped = (value: unknown) => (value && typeof value === "object" && "_id" in value ? value._id : value);

/** A choice from a list, as an id or `{_id}`; no choice is refused with 'Please fill in all required details'. */
const chosen = z.preprocess(unwrapped, exactText(100, "form.incomplete", "form.id").pipe(id));

/** A missing field counts as no choice, so that the refusal names the field. */
const timePreference = z.preprocess((value) => value ?? {}, timePreferenceOf);

/** Values sent along with a form: the QR code, the device and the proof of the phone. */
const around = {
  qrId: optionalText(40),
  deviceId: optionalText(200),
  proof: optionalText(200),
};

const { email, locality, requirement, ...address } = bookingShape;

/** A booking as the server validates it (R054, R055, Q20); lengths R162. */
export const BookTicket = z.object({
  serviceId: chosen,
  name: text(30),
  phone,
  email,
  ...address,
  pincode,
  locality,
  requirement,
  timePreference,
  offerCode: text(20),
  ...around,
});
export type BookTicket = z.output<typeof BookTicket>;

/** The form at /booking/{qr_id}: locality and requirement are required too, before an OTP is sent (R056, Q20). */
export const PartnerBooking = BookTicket.extend({ locality: text(100), requirement: lines(300) });

/** The simple form at /booking; its phone has its own messages (R060, R061, R065). */
export const SimpleBooking = BookTicket.extend({ phone: phoneSaying("form.phoneMissing", "form.phone") });

/** A missing price is refused with 'Please fill in all required details', like the other fields (R064). */
const offerPrice = wholeRupeesSaying("form.incomplete");

/** The pick-and-drop variant of /booking (R063, R064); the offer price is in whole rupees. */
export const PickDropBooking = z.object({
  serviceId: chosen,
  name: optionalText(30),
  phone,
  pincode,
  pickLocation: text(200),
  dropLocation: text(200),
  vehicleId: chosen,
  customerOfferPrice: offerPrice,
  timePreference: timePreference.refine(({ type }) => type !== "WITHIN_24_HOURS", {
    path: ["type"],
    message: messageKey("form.choice"),
  }),
  ...around,
});
export type PickDropBooking = z.output<typeof PickDropBooking>;

/** A ticket a center creates at /AddTicket: the rules of the public form, without an OTP (R161–R163). */
export const CenterTicket = BookTicket.omit({ qrId: true, deviceId: true, proof: true }).extend({
  email: z.preprocess((value) => value || undefined, emailAddress(100).optional()),
  alternatePhone: z.preprocess((value) => value || undefined, phone.optional()),
});
export type CenterTicket = z.output<typeof CenterTicket>;

/** The time preference of a page that asks nothing else. */
export const TimeWanted = timePreferenceOf;

/** The longest specific requirement (R162). */
export const longestRequirement = 300;

/** The fields of a booking form that a draft stores; never an OTP (B1). */
export const draftFields = [
  "serviceId",
  "name",
  "phone",
  ...textNames.filter((name) => name !== "email" && name !== "alternatePhone"),
  "pincode",
  "timePreference.type",
  "timePreference.at",
  "timePreference.at:date",
  "timePreference.at:time",
  "offerCode",
  "vehicleId",
  "customerOfferPrice",
  /** What the chips of a need say, and the customer's own words: together they are the requirement. */
  "chips",
  "ownWords",
  /** The services of a waitlist, with spaces between their ids. */
  "waitFor",
] as const;

/** The three values the checkout returns. */
export const CheckoutCallback = z.object({
  providerOrderId: text(100),
  providerPaymentId: text(100),
  signature: text(300),
});
export type CheckoutFields = z.output<typeof CheckoutCallback>;

/** The places of the pictures that a customer adds to a booking. */
export const needSlots = [0, 1, 2] as const;
export type NeedSlot = (typeof needSlots)[number];
