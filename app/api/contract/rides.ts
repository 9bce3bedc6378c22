import { toRupees } from "#modules/kernel/money.ts";
import { type BookedRide, bookRide, type Ride, type RideOutcome, rideBookedBefore } from "#modules/tickets/index.ts";
import { BookRideOf } from "#modules/tickets/shared.ts";
import { type Contract, call, type Once } from "../call.server.ts";
import { wire } from "../wire.ts";

/** What is sent (R457); the driver's own service and vehicle count, whichever ones are named. */
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

/** A ride as its e-rickshaw ticket is known on the wire; the fare in rupees. */
const rideTicket = (ride: Ride) => ({
  _id: ride.publicId,
  ticket_id: ride.rideId,
  ticket_status: ride.status,
  personal_details: { name: ride.name, phone: { country_code: "91", mobile_number: ride.phone } },
  service_provided_for: ride.serviceId,
  vehicleId: ride.vehicleId,
  pickupAddress: { pick_location: ride.pickLocation, pincode: ride.pincode, city: ride.city, state: ride.state },
  dropAddress: { drop_location: ride.dropLocation },
  ticket_price: toRupees(ride.farePaise),
  mode_of_payment: ride.modeOfPayment,
  center_obj_id: ride.centerId,
  createdAt: ride.createdAt,
});

/** What became of a ride's payment; of the passenger nothing is said to whoever only holds the ride's id. */
export const rideOutcome = ({ state, ride, payment }: RideOutcome) => ({
  state,
  _id: ride.publicId,
  ticket_id: ride.rideId,
  ticket_status: ride.status,
  createdAt: ride.createdAt,
  ...(payment && { payment }),
});

/** A key stands with the ride it made; its payment is asked for after the commit, and is the same each time. */
const rideOnce: Once<BookedRide> = { made: ({ id }: Ride) => id, again: rideBookedBefore };

export const rides = {
  "POST technicianApp/ticket-createfor-erikshaw": call({
    as: ["anyone"],
    summary: "Book an e-rickshaw ride: 10, 20, 30 or 40 rupees, cash or online (data.payment, amount in paise)",
    input: wire(rideNames, BookRideOf),
    run: bookRide,
    reply: ({ ride, payment }) => ({ ...rideTicket(ride), ...(payment && { payment }) }),
    say: "ride.responded",
    once: rideOnce,
  }),
} satisfies Contract;
