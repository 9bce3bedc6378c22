import { sql } from "kysely";
import { z } from "zod";
import { type Actor, isClient, needKind } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import { cachedCount } from "#modules/kernel/lists/counted-lately.server.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { readingOf } from "../reading.ts";
import { type RideMode, type RideStatus, rideStatuses } from "../rides/input.ts";
import { rowNews } from "./row-news.ts";

/* The operators' list of e-rickshaw requests (001 §2). */

const RidesFilter = z.object({
  status: z.enum(rideStatuses).optional(),
  /** The number of a ride. */
  number: optionalText(40),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type RidesFilter = z.output<typeof RidesFilter>;

/** A ride as operators see it; phones are masked for those who may not see them. */
export type RideRow = {
  id: string;
  number: string;
  status: RideStatus;
  createdAt: Date;
  name: string;
  phone: string;
  from: string;
  to: string;
  pincode: string;
  city: string | null;
  state: string | null;
  driver: { id: string; name: string };
  qrId: string | null;
  serviceId: string;
  vehicleId: string;
  farePaise: Paise;
  mode: RideMode;
};

type RideRecord = Omit<RideRow, "driver" | "farePaise"> & {
  key: string;
  centerId: string;
  driver: string;
  fare: string;
};

/** The SQL condition over `rides r` for an admin's filter; rides have no client, so a client's admin sees none. */
function filterCondition(actor: Actor, { status, number, from, to }: RidesFilter) {
  needKind(actor, "admin");
  return allOf([
    isClient(actor) && sql`false`,
    status && sql`r.status = ${status}`,
    number && sql`r.ride_id = ${number.toUpperCase()}`,
    from && sql`r.created_at >= ${from}`,
    to && sql`r.created_at <= ${to}`,
  ]);
}

/** The rides an admin may see, newest first (keyset). */
async function listRides(
  actor: Actor,
  { after, before, take, ...filter }: RidesFilter & Place,
): Promise<Page<RideRow>> {
  const where = filterCondition(actor, filter);
  const page = await pageByCreation<RideRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "r",
    (rest) =>
      rows(
        sql`select r.id as key, r.public_id as id, r.ride_id as number, r.status, r.created_at as "createdAt", r.name,
                r.phone, r.pick_location as "from", r.drop_location as "to", r.pincode, r.city, r.state,
                r.center_id as "centerId", coalesce(c.name, c.center_name) as driver, r.qr_id as "qrId",
                r.service_id as "serviceId", r.vehicle_id as "vehicleId", r.fare_paise as fare,
                r.mode_of_payment as mode
           from rides r left join lateral (select * from centers where id = r.center_id limit 1) c on true
          where ${where} ${rest}`,
      ),
  );
  return pageMap(page, (ride) => rideRow(actor, ride));
}

function rideRow(actor: Actor, { key: _, centerId, driver, fare, ...ride }: RideRecord): RideRow {
  const read = readingOf(actor, { closedAt: null, cancelledAt: null });
  return {
    ...ride,
    name: read.name(ride.name),
    phone: read.phone(ride.phone),
    from: read.place(ride.from) ?? "",
    to: read.place(ride.to) ?? "",
    city: read.city(ride.city),
    driver: { id: centerId, name: read.note(driver) ?? "" },
    farePaise: toPaise(fare),
  };
}

function countRides(actor: Actor, filter: RidesFilter): Promise<Count> {
  return countRows(sql`from rides r where ${filterCondition(actor, filter)}`);
}

/** R260: the columns in their order. */
export const ridesList = defineList<typeof RidesFilter, RideRow>({
  name: "rides",
  title: "lists.rides",
  can: "view_ticket.full_access",
  filter: RidesFilter,
  key: ({ id }) => id,
  page: listRides,
  count: cachedCount("requests", countRides),
  since: (actor, filter, seen) =>
    rowNews({ from: sql`from rides r where ${filterCondition(actor, filter)}`, row: "r" }, seen),
  columns: [
    {
      id: "created",
      label: "center.ticket.created",
      kind: "moment",
      width: 92,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
    { id: "number", label: "lists.requestId", kind: "text", width: 130, always: true, value: ({ number }) => number },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      width: 100,
      always: true,
      value: ({ status }, tell) => tell(`status.${status}`),
    },
    {
      id: "customer",
      label: "lists.customerAndMobile",
      kind: "text",
      width: 112,
      on: "screen",
      value: ({ name }) => name,
    },
    { id: "name", label: "lists.customerName", kind: "text", on: "file", value: ({ name }) => name },
    { id: "phone", label: "lists.customerNumber", kind: "text", on: "file", value: ({ phone }) => phone },
    {
      id: "route",
      label: "lists.pickAndDrop",
      kind: "text",
      width: 164,
      on: "screen",
      value: ({ from, to }) => `${from} → ${to}`,
    },
    { id: "from", label: "ride.pick", kind: "text", on: "file", value: ({ from }) => from },
    { id: "to", label: "ride.drop", kind: "text", on: "file", value: ({ to }) => to },
    { id: "pincode", label: "common.pincode", kind: "text", width: 66, value: ({ pincode }) => pincode },
    { id: "driver", label: "common.driver", kind: "text", width: 100, value: ({ driver }) => driver.name },
    { id: "qrId", label: "lists.qr", kind: "text", width: 76, value: ({ qrId }) => qrId },
    { id: "fare", label: "ride.amount", kind: "rupees", width: 66, value: ({ farePaise }) => farePaise },
    { id: "mode", label: "ride.mode", kind: "text", width: 92, value: ({ mode }, tell) => tell(`ride.mode.${mode}`) },
  ],
});
