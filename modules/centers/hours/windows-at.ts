import { sql } from "kysely";
import { hour, istDate, now } from "#modules/kernel/clock.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { subscriptionHoldsSql } from "../center/subscription.ts";
import { centerState } from "../state.ts";
import { momentsOf } from "../windows/moments.ts";
import { dayAfter, fits, slots, slotsOf, spanOf } from "../windows/windows.ts";
import { type CenterCalendar, calendarsByService, calendarsOf, daySeatsOf } from "./calendars.ts";

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

type Place = {
  pincode?: string | undefined;
  /** Only this center, wherever it works: a partner's own page. */
  centerId?: string | undefined;
};

/** The active centers that are offered requests of a place now, those that `offers` joins. */
const servingSql = ({ pincode, centerId }: Place, at: Date, offers: Sql = sql``) => sql`
    select c.id as center_id from centers c ${offers}
     where c.is_active = ${sql.lit(centerState.ACTIVE)} and not c.broadcast_disabled
       and ${subscriptionHoldsSql(sql`c`, sql`${at}::timestamptz`)}
       and ${centerId ? sql`c.id = ${centerId}::uuid` : sql`exists (select from center_pincodes p where p.center_id = c.id and p.pincode = ${pincode ?? null})`}
     order by c.id limit ${sql.lit(most)}`;

const nextDays = (at: Date) => {
  const today = istDate(at);
  return { first: today, last: dayAfter(today, daysShown - 1) };
};

/**
 * The windows of the next seven days in which a center that serves a pincode has a seat for a job of the service: of all
 * active centers that are offered such requests now, or of one. Three statements at most.
 */
export async function windowsAt(
  { serviceId, ...place }: Place & { serviceId: string },
  at: Date = now(),
): Promise<VisitWindows> {
  const offers = sql`join center_services o on o.center_id = c.id and o.service_id = ${serviceId}::uuid`;
  const centers = await calendarsOf(servingSql(place, at, offers), serviceId, nextDays(at));
  return { centers: centers.length, days: daysOf(centers, at) };
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const windowsAtCached = cachedBriefly("visit windows", (query: Place & { serviceId: string }) =>
  windowsAt(query),
);

/** The soonest free window of each service that has one, by the service's id; of a pincode or of one center. */
export async function soonestAt(place: Place, at: Date = now()): Promise<Record<string, VisitWindow>> {
  const byService = await calendarsByService(servingSql(place, at), nextDays(at));
  const soonestOf = (centers: readonly CenterCalendar[]) => {
    for (let offset = 0; offset < daysShown; offset += 1) {
      const { windows } = dayOf(centers, dayAfter(istDate(at), offset), at);
      const free = windows.find(({ state }) => state === "free");
      if (free) return free;
    }
    return undefined;
  };
  return Object.fromEntries(
    [...byService].flatMap(([serviceId, centers]) => {
      const free = soonestOf(centers);
      return free ? [[serviceId, free] as const] : [];
    }),
  );
}

/** The same for pages: it is equal for everybody, and repeated for a moment. */
export const soonestAtCached = cachedBriefly("soonest visit", (place: Place) => soonestAt(place));

/** The soonest free window of a pincode, whatever the service; as pages show it. */
export async function soonestVisit(pincode: string): Promise<VisitWindow | undefined> {
  const windows = Object.values(await soonestAtCached({ pincode }));
  return windows.toSorted((one, other) => one.from.getTime() - other.from.getTime())[0];
}

/** The next seven days of some centers: a window is free where one of them has a seat. */
export const daysOf = (centers: readonly CenterCalendar[], at: Date, options: { useHeld?: boolean } = {}): VisitDay[] =>
  Array.from({ length: daysShown }, (_, offset) => dayOf(centers, dayAfter(istDate(at), offset), at, options));

/** The next seven days by the clock alone, for a visit whose place is not known yet. */
export const daysByClock = (at: Date = now()): VisitDay[] =>
  Array.from({ length: daysShown }, (_, offset) => {
    const day = dayAfter(istDate(at), offset);
    return { day, windows: slots.map((slot) => windowOf(day, slot, at, () => true)) };
  });

function dayOf(
  centers: readonly CenterCalendar[],
  day: string,
  at: Date,
  options: { useHeld?: boolean } = {},
): VisitDay {
  const dayCenters = centers.map((center) => ({ center, seats: daySeatsOf(center, day, at, options) }));
  const windows = slots.map((slot) => {
    const begins = spanOf(slot).from;
    const isFree = () => dayCenters.some(({ center, seats }) => fits(seats, slotsOf(begins, center.duration)));
    return windowOf(day, slot, at, isFree);
  });
  return { day, windows };
}

function windowOf(day: string, slot: number, at: Date, isFree: () => boolean): VisitWindow {
  const { from, until } = momentsOf(day, slot);
  const isTooSoon = from.getTime() < at.getTime() + soonest;
  return { from, until, state: until <= at ? "over" : isTooSoon ? "too soon" : isFree() ? "free" : "full" };
}
