import { randomUUIDv7 } from "node:crypto";
import { networkOf } from "../access/index.ts";
import { type Driver, driverOf } from "../centers/index.ts";
import type { ActorOf } from "../kernel/actor.ts";
import { day, hour, now } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { countUse } from "../kernel/limits.server.ts";
import { announce } from "../kernel/live.server.ts";
import { fromRupees } from "../kernel/money.ts";
import { openOrder, orderOfRide, type Payable } from "../wallet/index.ts";
import { randomNumber, withFreshNumber } from "./number.ts";
import { rideById } from "./pay-ride.ts";
import { payableIfUp } from "./payable-soon.ts";
import { type Ride, RideSchema } from "./ride.entity.ts";
import type { BookRide } from "./ride-schemas.ts";

/** A ride as it was booked, and its checkout while the fare is to be paid online. */
export type BookedRide = { ride: Ride; payment: Payable | null };

type RideWish = BookRide & { centerId: string; city?: string | undefined; state?: string | undefined };

/**
 * Book a ride in a driver's e-rickshaw (R067–R075). A cash ride is settled at the vehicle; the fare of an online one is
 * an order, and the ride stands as PENDING until it is paid. There is no OTP in this flow, so how many there are is
 * limited for the phone, the driver and the network (H9). Done in one transaction; the provider is asked after.
 */
export async function bookRide(actor: ActorOf<"anyone">, wish: RideWish): Promise<BookedRide> {
  const driver = await driverOf(wish.centerId);
  if (!driver) throw missing("ride.notDriver");
  await countUse(limits.phone, wish.phone);
  await countUse(limits.address, networkOf(actor.address));
  await countUse(limits.driver, driver.centerId);
  const ride = await withFreshNumber(() => transaction(() => write(actor, wish, driver)));
  return rideReply(ride);
}

/** The answer for a ride that was booked before, by its internal id. */
export const rideBookedBefore = async (id: string): Promise<BookedRide> => rideReply(await rideById(id));

async function rideReply(ride: Ride): Promise<BookedRide> {
  const order = ride.status === "PENDING" ? await orderOfRide(ride.id) : null;
  return { ride, payment: order && order.status !== "closed" ? await payableIfUp(order.id) : null };
}

/** A driver makes a ride a minute at most; a passenger a few a day; many phones may share one address (fixed point 20). */
const limits = {
  phone: { name: "ride-phone", points: 20, seconds: day / 1_000, onFailure: "closed" },
  driver: { name: "ride-driver", points: 60, seconds: hour / 1_000, onFailure: "closed" },
  address: { name: "ride-address", points: 300, seconds: hour / 1_000, onFailure: "closed" },
} as const;

async function write(actor: ActorOf<"anyone">, wish: RideWish, driver: Driver): Promise<Ride> {
  const { modeOfPayment } = wish;
  const cash = modeOfPayment === "cash";
  const ride = em().create(RideSchema, {
    id: randomUUIDv7(),
    rideId: randomNumber("RIDE"),
    status: cash ? "CLOSED" : "PENDING",
    centerId: driver.centerId,
    qrId: driver.qrId,
    serviceId: driver.serviceId,
    vehicleId: driver.vehicleId,
    name: wish.name,
    phone: wish.phone,
    pincode: wish.pincode,
    city: wish.city ?? driver.city,
    state: wish.state ?? driver.state,
    pickLocation: wish.pickLocation,
    dropLocation: wish.dropLocation,
    farePaise: fromRupees(wish.amount),
    modeOfPayment,
    paidAt: cash ? now() : null,
  });
  await em().flush();
  if (!cash) {
    const { id: rideId, centerId, farePaise: amountPaise } = ride;
    await openOrder({ purpose: "ride_fare", rideId, centerId, amountPaise, priceSnapshot: { fare: amountPaise } });
  }
  await record(actor, { subject: "ride", id: ride.id, event: "ride.booked", to: ride.status, data: { modeOfPayment } });
  await announce([`center:${ride.centerId}`]);
  return ride;
}
