import { sql } from "kysely";
import { stateOfPincode } from "#modules/catalog/index.ts";
import { fromIst, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import {
  type Calendar,
  type DaySeats,
  isOnDuty,
  type Period,
  seatsHeld,
  seatsOfDay,
  slots,
} from "../windows/windows.ts";
import type { Week } from "./input.ts";

/** A center's calendar in some days, how long a job of the service takes there, and what is taken of its windows. */
export type CenterCalendar = {
  centerId: string;
  /** Minutes, without the pause after it. */
  duration: number;
  calendar: Calendar;
  taken: readonly { day: string; slot: number; taken: number }[];
};

type Days = { first: string; last: string };

type Job = { serviceId: string; duration: number };

type Stored = {
  centerId: string;
  jobs: Job[];
  state: string | null;
  pincode: string;
  week: Week;
  closed: Period[];
  technicians: { id: string; week: Week; absences: Period[] }[];
  taken: CenterCalendar["taken"];
};

const weekSql = (from: Sql) =>
  sql`(select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', h.opens, 'closes', h.closes)
       order by h.weekday), '[]') from ${from})`;

const periodsSql = (of: Sql, { first, last }: Days) =>
  sql`(select coalesce(json_agg(json_build_object('first', a.first_day, 'last', a.last_day) order by a.first_day), '[]')
       from absences a where ${of} and a.last_day >= ${first}::date and a.first_day <= ${last}::date)`;

/**
 * The calendars of the centers that a statement names (`center_id`), for a service, with what begins or ends in these
 * days. Two statements, however many centers.
 */
export async function calendarsOf(centers: Sql, serviceId: string, days: Days): Promise<CenterCalendar[]> {
  const ofService = sql`services s where s.id = ${serviceId}::uuid`;
  return (await readCalendars(centers, ofService, days)).flatMap(({ calendars }) => calendars);
}

/** The same for each active service that one of the centers offers, by the service's id. Two statements, too. */
export async function calendarsByService(centers: Sql, days: Days): Promise<Map<string, CenterCalendar[]>> {
  const offered = sql`center_services o join services s on s.id = o.service_id and s.is_active and not s.pick_drop
    where o.center_id = c.id`;
  const byService = new Map<string, CenterCalendar[]>();
  for (const { jobs, calendars } of await readCalendars(centers, offered, days)) {
    for (const [index, { serviceId }] of jobs.entries()) {
      const known = byService.get(serviceId) ?? [];
      known.push(calendars[index]!);
      byService.set(serviceId, known);
    }
  }
  return byService;
}

/** Who of a center works in which windows: whether the technician of an id does in a window of a day. */
export type Duty = (technicianId: string, day: string, slot: number) => boolean;

/** The duty of a center's technicians in some days; a technician it does not have never works. Two statements. */
export async function dutyOf(centerId: string, days: Days): Promise<Duty> {
  const [stored] = await readCalendars(sql`select ${centerId}::uuid as center_id`, sql`services s where false`, days);
  return (technicianId, day, slot) => {
    const technician = stored?.calendar.technicians.find(({ id }) => id === technicianId);
    return technician !== undefined && isOnDuty(stored!.calendar, technician, day, slot);
  };
}

/** The calendars of each center for the jobs of the services `offered` selects from. */
async function readCalendars(centers: Sql, offered: Sql, days: Days) {
  const stored = await rows<Stored>(
    sql`select c.id as "centerId", c.state, c.pincode,
            (select coalesce(json_agg(json_build_object('serviceId', s.id, 'duration', s.duration)), '[]')
               from ${offered}) as jobs,
            ${weekSql(sql`center_hours h where h.center_id = c.id`)} as week,
            ${periodsSql(sql`a.center_id = c.id and a.technician_id is null`, days)} as closed,
            (select coalesce(json_agg(json_build_object(
                'id', t.id, 'week', ${weekSql(sql`technician_hours h where h.technician_id = t.id`)},
                'absences', ${periodsSql(sql`a.technician_id = t.id`, days)})), '[]')
               from technicians t where t.center_id = c.id and t.deleted_at is null) as technicians,
            (select coalesce(json_agg(json_build_object('day', w.day, 'slot', w.slot, 'taken', w.taken)), '[]')
               from window_seats w
              where w.center_id = c.id and w.day between ${days.first}::date and ${days.last}::date) as taken
       from (${centers}) as named join centers c on c.id = named.center_id`,
  );
  const closed = stored.length > 0 ? await holidaysIn(days) : [];
  return stored.map(({ centerId, jobs, state, pincode, taken, ...own }) => {
    const at = state ?? stateOfPincode(pincode)?.name;
    const free = closed.filter((holiday) => holiday.state === null || holiday.state === at);
    const calendar = {
      week: own.week,
      technicians: own.technicians,
      closed: [...own.closed, ...free.map(({ day }) => ({ first: day, last: day }))],
    };
    const calendars = jobs.map(({ duration }): CenterCalendar => ({ centerId, duration, calendar, taken }));
    return { jobs, calendar, calendars };
  });
}

const holidaysIn = ({ first, last }: Days) =>
  rows<{ day: string; state: string | null }>(
    sql`select to_char(day, 'YYYY-MM-DD') as day, state from holidays
        where day between ${first}::date and ${last}::date`,
  );

/** Whether a day's held seats are still for "Immediately" alone: until noon of that day. */
const isHeld = (day: string, at: Date) => istDate(at) < day || (istDate(at) === day && at < fromIst(day, "12:00"));

/** The seats of a center on a day, for a job that may use the held ones (`useHeld`) or not. */
export function daySeatsOf(
  { calendar, duration, taken }: CenterCalendar,
  day: string,
  at: Date,
  { useHeld = false }: { useHeld?: boolean } = {},
): DaySeats {
  const seats = seatsOfDay(calendar, day, duration);
  const own = new Map(taken.filter((each) => each.day === day).map((each) => [each.slot, each.taken]));
  return {
    seats,
    taken: slots.map((slot) => own.get(slot) ?? 0),
    held: !useHeld && isHeld(day, at) ? seatsHeld(seats) : 0,
  };
}
