import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { qrOfCenter } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { optionalText, reference } from "#modules/kernel/validation.ts";
import {
  type Booked,
  type BookingOutcome,
  bookedBefore,
  bookTicket,
  confirmBooking,
  confirmBookingWithProvider,
  confirmRide,
  findRide,
  type RideOutcome,
} from "#modules/tickets/index.ts";
import { BookTicket, CheckoutCallback, PickDropBooking, ticketReference } from "#modules/tickets/shared.ts";
import { gateway } from "#modules/wallet/index.ts";
import { type Contract, call, type Once } from "../line/call.server.ts";
import { bookingProof } from "../line/proofs.ts";
import { optionalTextRefusals, textRefusals, visitTimeRefusals } from "../line/refusals.ts";
import { fieldWires, textWires } from "../line/request-fields.ts";
import { wire } from "../line/wire.ts";
import { BookedTicketShape, bookedTicket, PaidTicketShape, paidTicket } from "../shapes/booked.ts";
import { PaidRideShape, paidRide } from "../shapes/ride.ts";
import { callbackNames } from "./shared-names.ts";

const timeNames = fieldWires("timePreference.type", "timePreference.at");

const bookingRefusals = [
  ...optionalTextRefusals,
  ...visitTimeRefusals,
  "form.id",
  "form.phone",
  "form.pincode",
  "form.state",
] as const;

/** The ticket's fields as a booking sends them. */
export const bookingNames = {
  ...fieldWires("serviceId"),
  ...textWires(""),
  ...fieldWires("name"),
  ...textWires("personal_details"),
  ...fieldWires("phone"),
  ...textWires("address_details"),
  ...fieldWires("pincode"),
  ...timeNames,
  ...fieldWires("offerCode"),
};

/** The center a pick and drop belongs to: the one of the partner's code, else the one named in the ticket. */
const PickDrop = PickDropBooking.extend({
  centerId: z.preprocess((sent) => (sent === "" || sent === null ? undefined : sent), reference.optional()),
});

const bookPickDrop = async (anyone: Actor, { centerId, ...input }: z.output<typeof PickDrop>) =>
  bookTicket(anyone, { ...input, qrId: input.qrId ?? (centerId && (await qrOfCenter(centerId))) });

const aroundNames = { qr_id: "qrId", device_id: "deviceId", proof: "proof" };

const pickDropNames = {
  ...aroundNames,
  ...fieldWires("serviceId", "name", "phone"),
  vehicleId: "vehicleId",
  center_obj_id: "centerId",
  "pickupAddress.pincode": "pincode",
  "pickupAddress.pick_location": "pickLocation",
  "dropAddress.drop_location": "dropLocation",
  ...fieldWires("customerOfferPrice"),
  ...timeNames,
};

/** The key is stored with the ticket; its payment is created after the commit, and a repeat returns the same one. */
export const ticketOnce: Once<Booked, Pick<Booked, "ticket">> = {
  made: ({ ticket }) => ticket.id,
  again: bookedBefore,
};

/**
 * The message of a booking; a fee without a checkout means that the provider did not answer, and the capture call
 * returns it later (R14).
 */
export const bookedSays = ({ message, payment }: Booked) =>
  message === "booking.completePayment" && !payment ? "payment.unavailable" : message;

/** success is 1 only for a captured payment (H7); a failed or unconfirmed one answers 0 with its own message. */
const settled = {
  say: ({ message }: BookingOutcome | RideOutcome) => message,
  failed: ({ state }: BookingOutcome | RideOutcome) => state !== "paid",
};

const captureNames = { ticket_obj_id: "ticketId", transactionId: "transactionId" };
/** Amount, status and user id are accepted and ignored: the server knows them (H7). */
const Capture = z.object({ ticketId: ticketReference, transactionId: optionalText(100) });

/** Confirms a pick and drop: a vehicle's platform charge, or the fare of an e-rickshaw ride. */
const confirmPickDrop = async (actor: Actor, { ticketId }: z.output<typeof Capture>) =>
  (await findRide(ticketId))
    ? confirmRide(actor, { rideId: ticketId })
    : confirmBookingWithProvider(actor, { ticketId });

export const booking = {
  "POST center/public-ticket-booking": call({
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Book without a partner, by the proof of the phone; a booking fee is due (data.payment, amount in paise). Pictures of the need belong to the form, whose draft they wait in",
    input: wire({ ...bookingNames, ...aroundNames }, BookTicket, bookingRefusals),
    proof: bookingProof,
    run: bookTicket,
    refuses: { 503: ["booking.notYet"] },
    answer: BookedTicketShape,
    reply: bookedTicket,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST center/public-ticket-booking-withINA": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Book with a partner's QR id, by the proof of the phone; no fee",
    input: wire({ ...bookingNames, ...aroundNames }, BookTicket, bookingRefusals),
    proof: bookingProof,
    run: bookTicket,
    refuses: { 503: ["booking.notYet"] },
    answer: BookedTicketShape,
    reply: bookedTicket,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST center/public-ticket-booking-withINA-pickdrop": call({
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Book a pick and drop by the proof of the phone, with a partner by qr_id or center_obj_id; the offer price in whole rupees",
    input: wire(pickDropNames, PickDrop, [
      ...optionalTextRefusals,
      ...visitTimeRefusals,
      "form.amount",
      "form.amountMost",
      "form.id",
      "form.phone",
      "form.pincode",
    ]),
    proof: bookingProof,
    run: bookPickDrop,
    refuses: { 404: ["center.notFound"], 503: ["booking.notYet"] },
    answer: BookedTicketShape,
    reply: bookedTicket,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST payment/capture-payment-broadcastTicket": call({
    as: ["anyone", "center", "desk"],
    limit: callLimit,
    summary:
      "Confirm a booking fee: the provider is asked what was paid; while it is due, data.payment is its checkout",
    input: wire(captureNames, Capture, [...optionalTextRefusals, "form.id"]),
    run: (actor, { ticketId }) => confirmBookingWithProvider(actor, { ticketId }),
    refuses: { 404: ["payment.missing"] },
    answer: PaidTicketShape,
    reply: paidTicket,
    ...settled,
    once: "as often as asked",
  }),
  "POST payment/capture-razorpay-payment": call({
    as: ["anyone", "center", "desk"],
    limit: callLimit,
    summary: "Confirm a pick-and-drop payment or an e-rickshaw fare: the provider is asked what was paid",
    input: wire(captureNames, Capture, [...optionalTextRefusals, "form.id"]),
    run: confirmPickDrop,
    refuses: { 404: ["payment.missing"] },
    answer: z.union([PaidTicketShape, PaidRideShape]),
    reply: (reached) => ("ride" in reached ? paidRide(reached) : paidTicket(reached)),
    ...settled,
    once: "as often as asked",
  }),
  "POST center/accept-public-ticket-after-payment": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Confirm a booking fee by the checkout's three callback fields",
    input: wire(callbackNames, CheckoutCallback, textRefusals),
    run: confirmBooking,
    refuses: { 422: ["payment.notProven"] },
    answer: PaidTicketShape,
    reply: paidTicket,
    ...settled,
    once: "as often as asked",
  }),
  // R052.
  "GET center/get-razorpay-key": call({
    as: ["anyone", "center", "desk"],
    limit: reads.everybodys,
    summary: "The public key of the payment provider",
    run: () => gateway.checkout(),
    answer: z.strictObject({ key_id: z.string() }),
    reply: ({ keyId }) => ({ key_id: keyId }),
  }),
} satisfies Contract;
