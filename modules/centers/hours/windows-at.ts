import { sql } from "kysely";
import { fromIst, hour, istDate, now } from "#modules/kernel/clock.ts";
import { subscriptionHoldsSql } from "../center/subscription.ts";
import { centerState } from "../state.ts";
import { type CenterCalendar, calendarsOf, daySeatsOf } from "./calendars.ts";
import { dayAfter, fits, slots, slotsOf, spanOf } from "./windows.ts";

/**
 * Whether a window can be chosen: it has a seat, is past, begins within the hour or has begun, or has no seat because
 * all are taken or nobody works then.
 */
export type WindowState = "free" | "over" | "too soon" | "full";

/** Two hours of a day; `from` is the moment a request of it wants (SPECIFIC_DATE_AND_TIME). */
export type VisitWindow = { from: Date; until: Date; state: WindowState };

/** A day in India, `YYYY-MM-DD`, with its six windows from 08:00 to 20:00. */
export type VisitDay = { day: string; windows: VisitWindow[] };

/** The next seven days, today first, and how many centers serve there; those beyond `most` have no say. */
export type VisitWindows = { centers: number; days: VisitDay[] };

export const daysShown = 7;
/** A window that begins sooner is not offered: whoever wants that asks for "As soon as possible". */
export const soonest = hour;
const most = 200;

type Query = {
  pincode: string;
  serviceId: string;
  /** Only this center, wherever it works: a partner's own page. */
  centerId?: string | undefined;
};

/**
 * The windows of the next seven days in which a center that serves a pincode has a seat for a job of the service: of all
 * active centers that are offered such requests now, or of one. Three statements at most.
 */
export async function windowsAt({ pincode, serviceId, centerId }: Query, at: Date = now()): Promise<VisitWindows> {
  const today = istDate(at);
  const serving = sql`
    select c.id as center_id from centers c
      join center_services o on o.center_id = c.id and o.service_id = ${serviceId}::uuid
     where c.is_active = ${sql.lit(centerState.ACTIVE)} and not c.broadcast_disabled
       and ${subscriptionHoldsSql(sql`c`, sql`${at}::timestamptz`)}
       and ${centerId ? sql`c.id = ${centerId}::uuid` : sql`exists (select from center_pincodes p where p.center_id = c.id and p.pincode = ${pincode})`}
     order by c.id limit ${sql.lit(most)}`;
  const centers = await calendarsOf(serving, serviceId, { first: today, last: dayAfter(today, daysShown - 1) });
  return { centers: centers.length, days: daysOf(centers, at) };
}

/** The next seven days of some centers: a window is free where one of them has a seat. */
export function daysOf(centers: readonly CenterCalendar[], at: Date, options: { useHeld?: boolean } = {}): VisitDay[] {
  return Array.from({ length: daysShown }, (_, offset) => {
    const day = dayAfter(istDate(at), offset);
    const dayCenters = centers.map((center) => ({ center, seats: daySeatsOf(center, day, at, options) }));
    const windows = slots.map((slot) => {
      const { from, until } = momentsOf(day, slot);
      const begins = spanOf(slot).from;
      const isFree = () => dayCenters.some(({ center, seats }) => fits(seats, slotsOf(begins, center.duration)));
      return {
        from,
        until,
        state: until <= at ? "over" : from.getTime() < at.getTime() + soonest ? "too soon" : isFree() ? "free" : "full",
      };
    }) satisfies VisitWindow[];
    return { day, windows };
  });
}

/** When a window of a day begins and ends. */
export function momentsOf(day: string, slot: number): { from: Date; until: Date } {
  const midnight = fromIst(day).getTime();
  const { from, until } = spanOf(slot);
  return { from: new Date(midnight + from * 60_000), until: new Date(midnight + until * 60_000) };
}
