import { sql } from "kysely";
import { istDate, now } from "#modules/kernel/clock.ts";
import { inTransaction, row, rows } from "#modules/kernel/db/db.server.ts";
import { minuteOfDay } from "../windows/moments.ts";
import { dayAfter, fits, slots, slotsOf } from "../windows/windows.ts";
import { type CenterCalendar, calendarsOf, daySeatsOf } from "./calendars.ts";
import { daysOf, daysShown, type VisitDay } from "./windows-at.ts";

/** The windows of a day that a job occupies, from the first to the last, by their numbers. */
export type OccupiedWindows = { day: string; firstSlot: number; lastSlot: number };

type Visit = { centerId: string; serviceId: string };

const calendarOf = async ({ centerId, serviceId }: Visit, first: string, last = first): Promise<CenterCalendar> =>
  (await calendarsOf(sql`select ${centerId}::uuid as center_id`, serviceId, { first, last }))[0]!;

/**
 * Take the seats of a center that a job needs which begins at a moment; `useHeld` for a job that may have the seats
 * held for "Immediately". All of them or none: undefined when one is taken or the center is closed then. Locks the seats
 * of that day, after everything else its transaction locks, so that the number taken never passes the seats.
 */
export async function takeSeats(
  visit: Visit,
  at: Date,
  { useHeld = false }: { useHeld?: boolean } = {},
): Promise<OccupiedWindows | undefined> {
  if (!inTransaction()) throw new Error("seats are taken in the transaction that needs them");
  const { centerId } = visit;
  const day = istDate(at);
  await lockSeats([{ centerId, day }]);
  const calendar = await calendarOf(visit, day);
  const occupied = slotsOf(minuteOfDay(at), calendar.duration);
  const { seats, ...taken } = daySeatsOf(calendar, day, now(), { useHeld });
  if (!fits({ seats, ...taken }, occupied)) return undefined;
  const updated = await rows(
    sql`update window_seats w set taken = w.taken + 1, seats = n.seats
          from unnest(${occupied}::smallint[], ${occupied.map((slot) => seats[slot]!)}::smallint[]) as n (slot, seats)
         where w.center_id = ${centerId}::uuid and w.day = ${day}::date and w.slot = n.slot and w.taken < n.seats
         returning w.slot`,
  );
  if (updated.length !== occupied.length) throw new Error(`seats of ${centerId} on ${day} changed under their lock`);
  return { day, firstSlot: occupied[0]!, lastSlot: occupied.at(-1)! };
}

/** Whether a job that begins at a moment has its seats now; the next one may take them. */
export async function hasSeats(visit: Visit, at: Date, options: { useHeld?: boolean } = {}): Promise<boolean> {
  const day = istDate(at);
  const calendar = await calendarOf(visit, day);
  return fits(daySeatsOf(calendar, day, now(), options), slotsOf(minuteOfDay(at), calendar.duration));
}

/**
 * Lock the seats of several days until the commit, in one order for everybody: for who leaves one and takes another, before
 * either is changed.
 */
export async function lockSeats(days: readonly { centerId: string; day: string }[]): Promise<void> {
  const ordered = [...days].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  for (const { centerId, day } of ordered) {
    await rows(
      sql`insert into window_seats (center_id, day, slot, seats)
          select ${centerId}::uuid, ${day}::date, slot, 0 from unnest(${slots}::smallint[]) as slot
          on conflict do nothing`,
    );
    await lockDay(centerId, day);
  }
}

const keyOf = ({ centerId, day }: { centerId: string; day: string }) => `${centerId} ${day}`;

/** Lock the seats of a day, always in the same order. */
const lockDay = (centerId: string, day: string) =>
  rows(
    sql`select from window_seats where center_id = ${centerId}::uuid and day = ${day}::date order by slot for update`,
  );

/** Free the seats of a job. */
export async function freeSeats(centerId: string, { day, firstSlot, lastSlot }: OccupiedWindows): Promise<void> {
  await lockDay(centerId, day);
  const freed = await row<{ n: number }>(
    sql`with freed as (
          update window_seats set taken = taken - 1
           where center_id = ${centerId}::uuid and day = ${day}::date and slot between ${firstSlot}::smallint and ${lastSlot}::smallint
          returning slot)
        select count(*)::int as n from freed`,
  );
  if (freed?.n !== lastSlot - firstSlot + 1) throw new Error(`seats of ${centerId} on ${day} were not taken`);
}

/** The windows of the next seven days as one center can come for a service. */
export async function freeWindows(visit: Visit, options: { useHeld?: boolean } = {}): Promise<VisitDay[]> {
  const today = istDate();
  return daysOf([await calendarOf(visit, today, dayAfter(today, daysShown - 1))], now(), options);
}
