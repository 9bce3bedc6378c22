import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { may } from "../policy.ts";
import type { RideMode, RideStatus } from "../rides/input.ts";

/** The newest so many rides are shown. */
const mostShown = 50;

/** An e-rickshaw ride of a customer, as the page of the customer lists it. */
export type CustomerRide = {
  id: string;
  number: string;
  status: RideStatus;
  from: string;
  to: string;
  driver: string;
  farePaise: Paise;
  mode: RideMode;
  createdAt: Date;
};

type RideRecord = Omit<CustomerRide, "farePaise" | "createdAt"> & { fare: string; createdAt: string; total: number };

/**
 * The rides a phone booked, newest first, at most 50, and how many there are; null for who may not see rides: a client's
 * admin, and operators without `view_ticket.full_access`.
 */
export async function ridesOfCustomer(
  actor: Actor,
  phone: string,
): Promise<{ rows: CustomerRide[]; total: number } | null> {
  if (!may(actor, "seeRidesOfCustomers")) return null;
  const rides = await rows<RideRecord>(
    sql`select r.public_id as id, r.ride_id as number, r.status, r.pick_location as "from", r.drop_location as "to",
            c.center_name as driver, r.fare_paise as fare, r.mode_of_payment as mode, r.created_at as "createdAt",
            count(*) over ()::int as total
       from rides r join centers c on c.id = r.center_id
      where r.phone = ${phone} order by r.created_at desc, r.id desc limit ${mostShown}`,
  );
  return {
    rows: rides.map(({ fare, createdAt, total: _, ...ride }) => ({
      ...ride,
      driver: nameFor(actor, ride.driver),
      farePaise: toPaise(fare),
      createdAt: new Date(createdAt),
    })),
    total: rides[0]?.total ?? 0,
  };
}
