import { sql } from "kysely";
import { driverOf } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day as dayMs, fromIst, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import type { Table } from "#modules/kernel/lists/list.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, sum, toPaise } from "#modules/kernel/money.ts";
import type { RideMode, RideStatus } from "./input.ts";

/** A ride on its driver's sheet; without data of the passenger. */
export type SheetRide = {
  number: string;
  at: Date;
  from: string;
  to: string;
  farePaise: Paise;
  mode: RideMode;
  status: RideStatus;
};

/** The rides of a day sheet. */
export const ridesTable: Table<SheetRide> = {
  key: ({ number }) => number,
  columns: [
    { id: "time", label: "common.time", kind: "moment", value: ({ at }) => at },
    { id: "number", label: "ride.number", kind: "text", on: "file", value: ({ number }) => number },
    { id: "route", label: "ride.route", kind: "text", on: "screen", value: ({ from, to }) => `${from} → ${to}` },
    { id: "from", label: "ride.sheet.from", kind: "text", on: "file", value: ({ from }) => from },
    { id: "to", label: "ride.sheet.to", kind: "text", on: "file", value: ({ to }) => to },
    { id: "fare", label: "ride.amount", kind: "rupees", value: ({ farePaise }) => farePaise },
    { id: "mode", label: "ride.mode", kind: "text", value: ({ mode }, tell) => tell(`ride.mode.${mode}`) },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      value: ({ status }, tell) => tell(status === "CLOSED" ? "ride.sheet.paid" : "ride.sheet.notPaid"),
    },
  ],
};

/** A driver's day (IST): its rides and takings; a ride with an unpaid online fare is not counted. */
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
  /** Rides whose online fare is unpaid. */
  waiting: number;
};

/** The day sheet of the asking center; refuses one that is no e-rickshaw driver (`ride.noSheet`). */
export async function daySheet(actor: ActorOf<"center">, { day }: { day?: string | undefined }): Promise<DaySheet> {
  const driver = await driverOf(actor.centerId);
  if (!driver) throw missing("ride.noSheet");
  const today = istDate();
  const shown = day && day < today ? day : today;
  const begin = fromIst(shown);
  const rides = await ridesBetween(actor.centerId, begin, new Date(begin.getTime() + dayMs));
  const taken = rides.filter(({ status }) => status === "CLOSED");
  const takenBy = (mode: RideMode) => sum(taken.filter((ride) => ride.mode === mode).map(({ farePaise }) => farePaise));
  return {
    day: shown,
    today,
    driver: driver.name,
    qrId: driver.qrId,
    vehicle: driver.vehicleType,
    rides,
    count: taken.length,
    cashPaise: takenBy("cash"),
    onlinePaise: takenBy("online"),
    waiting: rides.length - taken.length,
  };
}

/** The hourly limit on rides bounds a day, so this list needs no pages. */
async function ridesBetween(centerId: string, begin: Date, end: Date): Promise<SheetRide[]> {
  const rides = await rows<Omit<SheetRide, "farePaise"> & { fare: string }>(
    sql`select r.ride_id as number, r.created_at as at, r.pick_location as "from", r.drop_location as "to",
            r.fare_paise as fare, r.mode_of_payment as mode, r.status
       from rides r
      where r.center_id = ${centerId} and r.created_at >= ${begin} and r.created_at < ${end}
      order by r.created_at desc, r.id desc`,
  );
  return rides.map(({ fare, from, to, ...ride }) => ({
    ...ride,
    from: withoutContacts(from),
    to: withoutContacts(to),
    farePaise: toPaise(fare),
  }));
}
