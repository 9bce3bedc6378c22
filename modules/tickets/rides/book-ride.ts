import { networkOf } from "#modules/access/index.ts";
import { type Driver, driverOf } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, hour, now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { missing } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { refuseUnlessTaking } from "#modules/kernel/outside/undeliverable.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { openOrder, orderOfRide, type Payable } from "#modules/wallet/index.ts";
import { payableIfUp } from "../fees/payable-soon.ts";
import { randomNumber, withFreshNumber } from "../number.ts";
import type { BookRide } from "./input.ts";
import { rideById } from "./pay-ride.ts";
import { type Ride, RideSchema } from "./ride.entity.ts";

/** A booked ride, and its checkout when the fare is to be paid online. */
export type BookedRide = { ride: Ride; payment: Payable | null };

type RideInput = BookRide & { centerId: string; city?: string | undefined; state?: string | undefined };

/**
 * Book a ride in a driver's e-rickshaw (R067–R075). A cash ride is settled at the vehicle; an online fare is an order,
 * and the ride is PENDING until it is paid. One transaction; the provider's order is made afterwards.
 */
export async function bookRide(actor: ActorOf<"anyone">, input: RideInput): Promise<BookedRide> {
  const driver = await driverOf(input.centerId);
  if (!driver) throw missing("ride.notDriver");
  refuseUnlessTaking();
  await countRide(actor, input.phone, driver.centerId);
  const ride = await withFreshNumber(() => transaction(() => write(actor, input, driver)));
  return rideReply(ride);
}

/** The answer for a ride booked earlier, by its internal id. */
export const rideBookedBefore = async (id: string): Promise<BookedRide> => rideReply(await rideById(id));

async function rideReply(ride: Ride): Promise<BookedRide> {
  const order = ride.status === "PENDING" ? await orderOfRide(ride.id) : null;
  const payment = order && order.status !== "closed" ? await payableIfUp(order.id) : null;
  return payment === "paid" ? { ride: await rideById(ride.id), payment: null } : { ride, payment };
}

const hourly = { seconds: hour / 1_000, onFailure: "closed" } as const;
const daily = { seconds: day / 1_000, onFailure: "closed" } as const;

/**
 * Sized for a driver with at most a ride a minute and a passenger with a few a day; many phones may share one address
 * (fixed point 20).
 */
const limits = {
  address: { name: "ride-address", points: 300, ...hourly },
  /** Per network and driver: enough for a busy stand, but only a third of the driver's hourly limit. */
  addressDriver: { name: "ride-address-driver", points: 20, ...hourly },
  phone: { name: "ride-phone", points: 20, ...daily },
  driver: { name: "ride-driver", points: 60, ...hourly },
  provedPhone: { name: "ride-proved-phone", points: 20, ...daily },
  provedDriver: { name: "ride-proved-driver", points: 6, ...hourly },
} as const;

/**
 * Count a ride against the limits, which replace an OTP in this flow (H9). Unverified phones are counted by network
 * first, and a refusal there counts towards no other limit. A phone this browser has verified has its own counters, so
 * strangers can neither block a driver for it nor use up its limit.
 */
async function countRide(actor: ActorOf<"anyone">, phone: string, driverId: string) {
  if (actor.phones.includes(phone)) {
    await countUse(limits.provedPhone, phone);
    return countUse(limits.provedDriver, `${driverId}:${phone}`);
  }
  const network = networkOf(actor.address);
  await countUse(limits.address, network);
  await countUse(limits.addressDriver, `${network} ${driverId}`);
  await countUse(limits.phone, phone);
  await countUse(limits.driver, driverId);
}

async function write(actor: ActorOf<"anyone">, input: RideInput, driver: Driver): Promise<Ride> {
  const { modeOfPayment } = input;
  const cash = modeOfPayment === "cash";
  const ride = em().create(RideSchema, {
    id: rowId(),
    rideId: randomNumber("RIDE"),
    status: cash ? "CLOSED" : "PENDING",
    centerId: driver.centerId,
    qrId: driver.qrId,
    serviceId: driver.serviceId,
    vehicleId: driver.vehicleId,
    name: input.name,
    phone: input.phone,
    pincode: input.pincode,
    city: input.city ?? driver.city,
    state: input.state ?? driver.state,
    pickLocation: input.pickLocation,
    dropLocation: input.dropLocation,
    farePaise: fromRupees(input.amount),
    modeOfPayment,
    paidAt: cash ? now() : null,
  });
  await em().flush();
  if (!cash) {
    const { id: rideId, centerId, farePaise: amountPaise } = ride;
    await openOrder({ purpose: "ride_fare", rideId, centerId, amountPaise, priceSnapshot: { fare: amountPaise } });
  }
  await record(actor, { subject: "ride", id: ride.id, event: "ride.booked", to: ride.status, data: { modeOfPayment } });
  await announce(["requests", `center:${ride.centerId}`]);
  return ride;
}
