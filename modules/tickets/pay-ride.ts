import { LockMode } from "@mikro-orm/postgresql";
import { type Actor, system } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em } from "../kernel/db.server.ts";
import { conflict, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { announce } from "../kernel/live.server.ts";
import type { MessageKey } from "../kernel/messages/index.ts";
import { confirmWithProvider, orderOfRide, type Payable, type Purchase } from "../wallet/index.ts";
import { payableIfUp, payableSoon } from "./payable-soon.ts";
import { type Ride, RideSchema } from "./ride.entity.ts";

/** A ride by its public id, for whoever holds its link; undefined when there is none. */
export const findRide = (publicId: string): Promise<Ride | null> =>
  em().findOne(RideSchema, { publicId }, { refresh: true });

/** A ride by its internal id: for events and jobs, which act for the house. */
export const rideById = (id: string): Promise<Ride> => em().findOneOrFail(RideSchema, id, { refresh: true });

/** As `findRide`; refuses with `ride.notFound`. */
export async function getRide(publicId: string): Promise<Ride> {
  const ride = await findRide(publicId);
  if (!ride) throw missing("ride.notFound");
  return ride;
}

/** The checkout of a ride whose fare is to be paid online; the order stays the same one (B3). */
export async function payRide(_actor: Actor, { rideId }: { rideId: string }): Promise<Payable> {
  const ride = await getRide(rideId);
  const order = await orderOfRide(ride.id);
  if (!order || ride.status !== "PENDING") throw conflict("payment.alreadyPaid");
  return payableSoon(order.id);
}

/** What became of a ride's payment; `payment` is the checkout while the fare is still due. */
export type RideOutcome = {
  state: "paid" | "pending" | "failed";
  ride: Ride;
  payment: Payable | null;
  message: MessageKey;
};

const outcomes = {
  paid: "ride.responded",
  pending: "booking.paymentPending",
  failed: "ride.payFailed",
} as const satisfies Record<RideOutcome["state"], MessageKey>;

/** Ask the provider what became of a ride's payment, whatever amount or status was sent (H7). */
export async function confirmRide(actor: Actor, { rideId }: { rideId: string }): Promise<RideOutcome> {
  const ride = await getRide(rideId);
  const order = await orderOfRide(ride.id);
  if (!order) throw missing("payment.missing");
  const { state } = await confirmWithProvider(actor, { orderId: order.id });
  const payment = state === "failed" && order.status !== "closed" ? await payableIfUp(order.id) : null;
  return { state, ride: await getRide(rideId), payment, message: outcomes[state] };
}

/** The fare of a ride was captured, in the transaction that completes its order: the ride is settled. */
export async function farePaid({ rideId, orderId, amountPaise }: Purchase) {
  const ride =
    rideId && (await em().findOne(RideSchema, rideId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
  if (!ride || ride.status === "CLOSED") return;
  ride.status = "CLOSED";
  ride.paidAt = now();
  await em().flush();
  await record(system("payments"), {
    subject: "ride",
    id: ride.id,
    event: "ride.farePaid",
    from: "PENDING",
    to: "CLOSED",
    data: { orderId, amountPaise },
  });
  await announce([`center:${ride.centerId}`, `ride:${ride.publicId}`]);
}
