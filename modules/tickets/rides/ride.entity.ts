import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { randomPublicId } from "#modules/kernel/crypto.server.ts";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { RideMode, RideStatus } from "./input.ts";

/** A ride in an e-rickshaw, agreed at the vehicle: no matching, no technician and no invoice. */
export const RideSchema = defineEntity({
  name: "Ride",
  tableName: "rides",
  properties: {
    id: primaryKey(),
    /** The only id shown outside: 16 random bytes (fixed point 1). */
    publicId: words().onCreate(randomPublicId),
    /** Human id, `RIDE-261121-4F7K`. */
    rideId: words(),
    status: words().$type<RideStatus>(),
    /** The driver. */
    centerId: p.uuid(),
    /** The QR code at the vehicle when the ride was booked. */
    qrId: words().nullable(),
    serviceId: p.uuid(),
    vehicleId: p.uuid(),
    name: words(),
    phone: words(),
    pincode: words(),
    city: words().nullable(),
    state: words().nullable(),
    pickLocation: words(),
    dropLocation: words(),
    farePaise: paise(),
    modeOfPayment: words().$type<RideMode>(),
    paidAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Ride = InferEntity<typeof RideSchema>;
