import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import type { BookedRide, RideOutcome, RideRow } from "#modules/tickets/index.ts";
import { moment, rupees } from "../line/answer.ts";
import { PaymentShape } from "./booked.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

/** The state of a ride's payment; without the passenger's data, because the ride's id is enough to ask. */
export const PaidRideShape = z.strictObject({
  state: z.string(),
  _id: z.string(),
  ticket_id: z.string(),
  ticket_status: z.string(),
  createdAt: moment,
  payment: PaymentShape.optional(),
});
export const paidRide = ({ state, ride, payment }: RideOutcome): z.input<typeof PaidRideShape> => ({
  state,
  _id: ride.publicId,
  ticket_id: ride.rideId,
  ticket_status: ride.status,
  createdAt: ride.createdAt,
  ...(payment && { payment }),
});

/** A ride as its e-rickshaw ticket is known on the wire; the fare in rupees. */
export const RideShape = PaidRideShape.omit({ state: true }).extend({
  personal_details: z.strictObject({ name: z.string(), phone: PhoneShape }),
  service_provided_for: z.string(),
  vehicleId: z.string(),
  pickupAddress: z.strictObject({
    pick_location: z.string(),
    pincode: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
  }),
  dropAddress: z.strictObject({ drop_location: z.string() }),
  ticket_price: rupees,
  mode_of_payment: z.string(),
  center_obj_id: z.string(),
});
export const ride = ({ ride, payment }: BookedRide): z.input<typeof RideShape> => ({
  _id: ride.publicId,
  ticket_id: ride.rideId,
  ticket_status: ride.status,
  personal_details: { name: ride.name, phone: phoneOf(ride.phone, "91") },
  service_provided_for: ride.serviceId,
  vehicleId: ride.vehicleId,
  pickupAddress: {
    pick_location: ride.pickLocation,
    pincode: ride.pincode,
    city: ride.city ?? null,
    state: ride.state ?? null,
  },
  dropAddress: { drop_location: ride.dropLocation },
  ticket_price: toRupees(ride.farePaise),
  mode_of_payment: ride.modeOfPayment,
  center_obj_id: ride.centerId,
  createdAt: ride.createdAt,
  ...(payment && { payment }),
});

/** A ride in the operators' list; the phone is masked for those who may not see it. */
export const ListedRideShape = RideShape.omit({ payment: true, center_obj_id: true }).extend({
  center_obj_id: z.strictObject({ _id: z.string(), name: z.string() }),
  qr_id: z.string().nullable(),
});
export const listedRide = (row: RideRow): z.input<typeof ListedRideShape> => ({
  _id: row.id,
  ticket_id: row.number,
  ticket_status: row.status,
  personal_details: { name: row.name, phone: phoneOf(row.phone, "91") },
  service_provided_for: row.serviceId,
  vehicleId: row.vehicleId,
  pickupAddress: { pick_location: row.from, pincode: row.pincode, city: row.city, state: row.state },
  dropAddress: { drop_location: row.to },
  ticket_price: toRupees(row.farePaise),
  mode_of_payment: row.mode,
  center_obj_id: { _id: row.driver.id, name: row.driver.name },
  qr_id: row.qrId,
  createdAt: row.createdAt,
});
