import { driverOf } from "../centers/index.ts";
import type { ActorOf } from "../kernel/actor.ts";
import { day as dayMs, fromIst, istDate } from "../kernel/clock.ts";
import { rows } from "../kernel/db.server.ts";
import { missing } from "../kernel/errors.ts";
import { type Paise, sum, toPaise } from "../kernel/money.ts";
import type { RideMode, RideStatus } from "./ride-schemas.ts";

/** A ride on its driver's sheet; of the passenger nothing is said. */
export type SheetRide = {
  number: string;
  at: Date;
  from: string;
  to: string;
  farePaise: Paise;
  mode: RideMode;
  status: RideStatus;
};

/** A driver's day (India): its rides, and what was taken; a ride whose online fare is not paid counts nowhere. */
export type DaySheet = {
  /** `YYYY-MM-DD`, never after today. */
  day: string;
  today: string;
  driver: string;
  qrId: string | null;
  vehicle: string;
  rides: SheetRide[];
  count: number;
  cashPaise: Paise;
  onlinePaise: Paise;
  /** Rides whose online fare is still to be paid. */
  waiting: number;
};

/** The day sheet of the center that asks; a center that is no e-rickshaw driver has none (`ride.notDriver`). */
export async function daySheet(actor: ActorOf<"center">, { day }: { day?: string | undefined }): Promise<DaySheet> {
  const driver = await driverOf(actor.centerId);
  if (!driver) throw missing("ride.notDriver");
  const today = istDate();
  const shown = day && day < today ? day : today;
  const begin = fromIst(shown);
  const rides = await ridesBetween(actor.centerId, begin, new Date(begin.getTime() + dayMs));
  const taken = rides.filter(({ status }) => status === "CLOSED");
  const of = (mode: RideMode) => sum(taken.filter((ride) => ride.mode === mode).map(({ farePaise }) => farePaise));
  return {
    day: shown,
    today,
    driver: driver.name,
    qrId: driver.qrId,
    vehicle: driver.vehicleType,
    rides,
    count: taken.length,
    cashPaise: of("cash"),
    onlinePaise: of("online"),
    waiting: rides.length - taken.length,
  };
}

/** A day is bounded by how many rides a driver may have in an hour, so it is one list without pages. */
async function ridesBetween(centerId: string, begin: Date, end: Date): Promise<SheetRide[]> {
  const found = await rows<Omit<SheetRide, "farePaise"> & { fare: string }>(
    `select r.ride_id as number, r.created_at as at, r.pick_location as "from", r.drop_location as "to",
            r.fare_paise as fare, r.mode_of_payment as mode, r.status
       from rides r
      where r.center_id = $1 and r.created_at >= $2 and r.created_at < $3
      order by r.created_at desc, r.id desc`,
    [centerId, begin, end],
  );
  return found.map(({ fare, ...ride }) => ({ ...ride, farePaise: toPaise(fare) }));
}
