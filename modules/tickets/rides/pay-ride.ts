import { LockMode } from "@mikro-orm/postgresql";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { confirmWithProvider, orderOfRide, type Payable, type Purchase } from "#modules/wallet/index.ts";
import { payableIfUp, payableSoon } from "../fees/payable-soon.ts";
import { type Ride, RideSchema } from "./ride.entity.ts";

/** Returns a ride by its public id, for holders of its link; null when there is none. */
export const findRide = (publicId: string): Promise<Ride | null> =>
  em().findOne(RideSchema, { publicId }, { refresh: true });

/** A ride by its internal id, for events and jobs, which act as the system. */
export const rideById = (id: string): Promise<Ride> => em().findOneOrFail(RideSchema, id, { refresh: true });

/** As `findRide`; refuses with `ride.notFound`. */
export async function getRide(publicId: string): Promise<Ride> {
  const ride = await findRide(publicId);
  if (!ride) throw missing("ride.notFound");
  return ride;
}

/** The checkout of a ride with an online fare; always the same order (B3). Refuses a settled one with `payment.alreadyPaid`. */
export async function payRide(_actor: Actor, { rideId }: { rideId: string }): Promise<Payable> {
  const ride = await getRide(rideId);
  const order = await orderOfRide(ride.id);
  if (!order || ride.status !== "PENDING") throw conflict("payment.alreadyPaid");
  return payableSoon(order.id);
}

/** The result of a ride's payment; `payment` is the checkout while the fare is due. */
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

/** Ask the provider for the result of a ride's payment, ignoring any amount or status sent (H7). */
export async function confirmRide(actor: Actor, { rideId }: { rideId: string }): Promise<RideOutcome> {
  const ride = await getRide(rideId);
  const order = await orderOfRide(ride.id);
  if (!order) throw missing("payment.missing");
  const { state } = await confirmWithProvider(actor, { orderId: order.id });
  const due = state === "failed" && order.status !== "closed" ? await payableIfUp(order.id) : null;
  const [reached, payment] = due === "paid" ? (["paid", null] as const) : [state, due];
  return { state: reached, ride: await getRide(rideId), payment, message: outcomes[reached] };
}

/** Settle a ride, in the transaction that completes the order of its fare. */
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
  await announce(["requests", `center:${ride.centerId}`, `ride:${ride.publicId}`]);
}
