import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { gatewayOf, preventCaching } from "#app/parts/payment/gateway.server.ts";
import { withoutPartner } from "#app/parts/tickets/booking-draft.server.ts";
import { pathOfRide } from "#app/parts/tickets/booking-paths.ts";
import { type Driver, driverOf, partnerOf } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { lenient, publicId, text } from "#modules/kernel/validation.ts";
import { getRide, payRide } from "#modules/tickets/index.ts";
import { rideAmounts, rideModes } from "#modules/tickets/shared.ts";

/** The ride to show, if one was booked; invalid fields are ignored instead of refused. */
export const RideQuery = z.object({
  id: text(40).catch(""),
  ride: lenient(publicId),
  payment: lenient(z.enum(["failed", "pending", "closed"])),
});
export type RideQuery = z.output<typeof RideQuery>;

/**
 * The driver of the page's QR code. An unknown code and another partner's are refused with their own texts; a revoked
 * one redirects to a booking without a partner.
 */
export async function driverHere(qrId: string, door: Door): Promise<Driver> {
  const partner = await partnerOf(qrId);
  if (!partner) throw await withoutPartner(door, qrId);
  const driver = partner.center && (await driverOf(partner.center.id));
  if (!driver) throw missing("ride.notDriver");
  return driver;
}

/** The empty form, with the driver's details (R067–R070). */
export async function rideForm({ id }: RideQuery, door: Door) {
  const { name, pincode, vehicleType } = await driverHere(id, door);
  return {
    step: "form" as const,
    /** Without it the page says that nothing can be booked yet, and has no form. */
    open: takesRequests(),
    driver: name,
    vehicle: vehicleType,
    qrId: id.trim().toUpperCase(),
    values: { pincode, amount: String(rideAmounts[0]), modeOfPayment: rideModes[0] },
  };
}
export type RideForm = Awaited<ReturnType<typeof rideForm>>;

/**
 * A booked ride: to be paid, being confirmed, or settled; without the passenger's data. One that is settled while this
 * page is made is read again.
 */
export async function rideView(anyone: ActorOf<"anyone">, { id, ride: rideId, payment }: RideQuery, door: Door) {
  const ride = await getRide(rideId ?? "");
  const driver = await driverOf(ride.centerId);
  preventCaching(door);
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
      payRide(anyone, { rideId: ride.publicId }).catch((error: unknown) => {
        const paid = error instanceof DomainError && error.key === "payment.alreadyPaid";
        throw paid ? door.go(pathOfRide("paid", ride)) : error;
      }),
      { description: ride.rideId, cancelTo: pathOfRide("closed", ride) },
      door,
    ),
  };
}
type Seen = Awaited<ReturnType<typeof rideView>>;
export type RidePay = Extract<Seen, { step: "pay" }>;
export type RideDone = Extract<Seen, { step: "done" }>;
