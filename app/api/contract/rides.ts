import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { type BookedRide, bookRide, type Ride, rideBookedBefore } from "#modules/tickets/index.ts";
import { BookRideOf } from "#modules/tickets/shared.ts";
import { type Contract, call, type Once } from "../line/call.server.ts";
import { optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { RideShape, ride } from "../shapes/ride.ts";

/** The fields of a ride (R457); service and vehicle are the driver's own, whatever is sent. */
const rideNames = {
  "personal_details.name": "name",
  "personal_details.phone.country_code": "countryCode",
  "personal_details.phone.mobile_number": "phone",
  pincode: "pincode",
  city: "city",
  state: "state",
  pick_location: "pickLocation",
  drop_location: "dropLocation",
  ticket_price: "amount",
  mode_of_payment: "modeOfPayment",
  center_obj_id: "centerId",
};

/** The key is stored with the ride; its payment is created after the commit, and a repeat returns the same one. */
const rideOnce: Once<BookedRide, Ride> = { made: ({ id }) => id, again: rideBookedBefore };

export const rides = {
  "POST technicianApp/ticket-createfor-erikshaw": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Book an e-rickshaw ride: 10, 20, 30 or 40 rupees, cash or online (data.payment, amount in paise)",
    input: wire(rideNames, BookRideOf, [
      ...optionalTextRefusals,
      "form.id",
      "form.state",
      "ride.incomplete",
      "ride.phone",
    ]),
    run: bookRide,
    refuses: { 503: ["booking.notYet"] },
    answer: RideShape,
    reply: ride,
    say: "ride.responded",
    once: rideOnce,
  }),
} satisfies Contract;
