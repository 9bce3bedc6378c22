import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { gatewayOf } from "#app/http/gateway.server.ts";
import { type Driver, driverOf, partnerOf } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";
import { getRide, payRide } from "#modules/tickets/index.ts";
import { rideAmounts, rideModes } from "#modules/tickets/shared.ts";
import { withoutPartner } from "./booking-draft.server.ts";
import { pathOfRide } from "./booking-paths.ts";

const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined as never);

/** Which ride is looked at, if one was booked; whatever is odd in the address is left out, not refused. */
export const RideQuery = z.object({
  id: z.string().max(40),
  ride: lenient(z.string().regex(/^[\w-]{20,30}$/)),
  payment: lenient(z.enum(["failed", "pending", "closed"])),
});
export type RideQuery = z.output<typeof RideQuery>;

/**
 * The driver behind the code of the page; an unknown code and another partner's are refused, each in its words. One
 * that was switched off leads on to a booking that credits nobody.
 */
export async function driverHere(qrId: string, door: Door): Promise<Driver> {
  const partner = await partnerOf(qrId);
  if (!partner) throw await withoutPartner(door, qrId);
  const driver = partner.center && (await driverOf(partner.center.id));
  if (!driver) throw missing("ride.notDriver");
  return driver;
}

/** The empty form, with what is known of the driver (R067–R070). */
export async function rideForm({ id }: RideQuery, door: Door) {
  const { name, pincode, vehicleType } = await driverHere(id, door);
  return {
    step: "form" as const,
    driver: name,
    vehicle: vehicleType,
    qrId: id.trim().toUpperCase(),
    values: { pincode, amount: String(rideAmounts[0]), modeOfPayment: rideModes[0] },
  };
}
export type RideForm = Awaited<ReturnType<typeof rideForm>>;

/** A ride that was booked: to be paid, being confirmed, or settled; of the passenger nothing is shown. */
export async function rideView(anyone: ActorOf<"anyone">, { id, ride: rideId, payment }: RideQuery, door: Door) {
  const ride = await getRide(rideId ?? "");
  const driver = await driverOf(ride.centerId);
  door.headers.set("x-robots-tag", "noindex");
  const shown = {
    id: ride.publicId,
    number: ride.rideId,
    driver: driver?.name ?? "",
    from: ride.pickLocation,
    to: ride.dropLocation,
    farePaise: ride.farePaise,
    mode: ride.modeOfPayment,
    again: `/bookingPickDrop/${encodeURIComponent(id)}`,
  };
  if (ride.status === "CLOSED") return { step: "done" as const, ...shown };
  return {
    step: "pay" as const,
    ...shown,
    how: payment ?? null,
    gateway: await gatewayOf(
      payRide(anyone, { rideId: ride.publicId }),
      { description: ride.rideId, cancelTo: pathOfRide("closed", ride) },
      door,
    ),
  };
}
type Seen = Awaited<ReturnType<typeof rideView>>;
export type RidePay = Extract<Seen, { step: "pay" }>;
export type RideDone = Extract<Seen, { step: "done" }>;
