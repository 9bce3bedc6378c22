import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { qrOfCenter } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { checkout } from "#modules/kernel/gateways/checkout.server.ts";
import { optionalText, reference } from "#modules/kernel/validation.ts";
import {
  type Booked,
  type BookingInput,
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
import { type Contract, call, type Once } from "../call.server.ts";
import { wire } from "../wire.ts";
import { proofOf } from "./access.ts";
import { rideOutcome } from "./rides.ts";
import { bookedTicket, newTicket } from "./ticket-shape.ts";

const timeNames = {
  "time_preference.time_preference_type": "timePreference.type",
  "time_preference.specific_date_time": "timePreference.at",
};

/** The ticket's fields as a booking sends them. */
export const bookingNames = {
  service_provided_for: "serviceId",
  specific_requirement: "requirement",
  "personal_details.name": "name",
  "personal_details.email": "email",
  "personal_details.primary_phone.mobile_number": "phone",
  "personal_details.phone.mobile_number": "phone",
  "address_details.house_number": "houseNumber",
  "address_details.locality": "locality",
  "address_details.city": "city",
  "address_details.state": "state",
  "address_details.pincode": "pincode",
  ...timeNames,
  "offers_applied.offer_code": "offerCode",
};

/** Whose booking a pick and drop is: by the partner's code, else by the center its ticket names. */
const PickDrop = PickDropBooking.extend({
  centerId: z.preprocess((sent) => (sent === "" || sent === null ? undefined : sent), reference.optional()),
});

const bookPickDrop = async (anyone: Actor, { centerId, ...input }: z.output<typeof PickDrop>, door: Door) =>
  book(anyone, { ...input, qrId: input.qrId ?? (centerId && (await qrOfCenter(centerId))) }, door);

const aroundNames = { qr_id: "qrId", device_id: "deviceId", proof: "proof" };

const pickDropNames = {
  ...aroundNames,
  service_provided_for: "serviceId",
  "personal_details.name": "name",
  "personal_details.primary_phone.mobile_number": "phone",
  "personal_details.phone.mobile_number": "phone",
  vehicleId: "vehicleId",
  center_obj_id: "centerId",
  "pickupAddress.pincode": "pincode",
  "pickupAddress.pick_location": "pickLocation",
  "dropAddress.drop_location": "dropLocation",
  customer_offer_price: "customerOfferPrice",
  ...timeNames,
};

const book = (anyone: Actor, input: BookingInput, door: Door) =>
  bookTicket(anyone, { ...input, proof: proofOf(door, input.proof) });

/** A key stands with the ticket it made; its payment is asked for after the commit, and is the same each time. */
export const ticketOnce: Once<Booked> = {
  made: ({ ticket }: { ticket: Booked["ticket"] }) => ticket.id,
  again: bookedBefore,
};

const booked = ({ ticket, payment }: Booked) => ({ ...newTicket(ticket), ...(payment && { payment }) });

type Outcome = BookingOutcome | RideOutcome;

const outcome = (reached: Outcome) =>
  "ride" in reached
    ? rideOutcome(reached)
    : {
        state: reached.state,
        ...bookedTicket(reached.ticket),
        ...(reached.payment && { payment: reached.payment }),
      };

/** A fee that is due without a checkout: the provider does not answer, and the capture call answers it later (R14). */
export const bookedSays = ({ message, payment }: Booked) =>
  message === "booking.completePayment" && !payment ? "payment.unavailable" : message;

/** success 1 only for a captured payment (H7): one that failed or is still being confirmed answers 0 and says so. */
const settled = {
  reply: outcome,
  say: ({ message }: Outcome) => message,
  failed: ({ state }: Outcome) => state !== "paid",
};

const captureNames = { ticket_obj_id: "ticketId", transactionId: "transactionId" };
/** Amount, status and user id are accepted and ignored: the server knows them (H7). */
const Capture = z.object({ ticketId: ticketReference, transactionId: optionalText(100) });

const confirm = (actor: Actor, { ticketId }: z.output<typeof Capture>): Promise<Outcome> =>
  confirmBookingWithProvider(actor, { ticketId });

/** Of pick and drop: a vehicle's platform charge, or the fare of an e-rickshaw ride. */
const confirmPickDrop = async (actor: Actor, { ticketId }: z.output<typeof Capture>): Promise<Outcome> =>
  (await findRide(ticketId)) ? confirmRide(actor, { rideId: ticketId }) : confirm(actor, { ticketId });

const capture = (summary: string, run = confirm) =>
  call({
    as: ["anyone", "center"],
    summary,
    input: wire(captureNames, Capture),
    run,
    ...settled,
    once: "as often as asked",
  });

export const booking = {
  "POST center/public-ticket-booking": call({
    as: ["anyone"],
    summary: "Book without a partner; a booking fee is due (data.payment, amount in paise)",
    input: wire({ ...bookingNames, ...aroundNames }, BookTicket),
    run: book,
    reply: booked,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST center/public-ticket-booking-withINA": call({
    as: ["anyone"],
    summary: "Book with a partner's QR id; no fee",
    input: wire({ ...bookingNames, ...aroundNames }, BookTicket),
    run: book,
    reply: booked,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST center/public-ticket-booking-withINA-pickdrop": call({
    as: ["anyone"],
    summary: "Book a pick and drop, with a partner by qr_id or center_obj_id; the offer price in whole rupees",
    input: wire(pickDropNames, PickDrop),
    run: bookPickDrop,
    reply: booked,
    say: bookedSays,
    once: ticketOnce,
  }),
  "POST payment/capture-payment-broadcastTicket": capture(
    "Confirm a booking fee: the provider is asked what was paid; while it is due, data.payment is its checkout",
  ),
  "POST payment/capture-razorpay-payment": capture(
    "Confirm a pick-and-drop payment or an e-rickshaw fare: the provider is asked what was paid",
    confirmPickDrop,
  ),
  "POST center/accept-public-ticket-after-payment": call({
    as: ["anyone"],
    summary: "Confirm a booking fee by the checkout's three callback fields",
    input: wire(
      {
        razorpay_order_id: "razorpay_order_id",
        razorpay_payment_id: "razorpay_payment_id",
        razorpay_signature: "razorpay_signature",
      },
      CheckoutCallback,
    ),
    run: confirmBooking,
    ...settled,
    once: "as often as asked",
  }),
  "GET center/get-razorpay-key": call({
    as: ["anyone", "center"],
    summary: "The public key of the payment provider",
    run: () => ({ key_id: checkout().keyId }),
  }),
} satisfies Contract;
