import type { Week } from "../hours/input.ts";

/*
 * Arithmetic of visits, without a database: the windows of a day, which of them a job occupies, and how many jobs a
 * center can have in each. Days are `YYYY-MM-DD` in India, times of day are minutes after midnight in India.
 */

/** The windows of a day begin at 08:00 and end at 20:00, two hours each. */
export const firstMinute = 8 * 60;
export const lastMinute = 20 * 60;
export const windowMinutes = 120;
export const windowsADay = (lastMinute - firstMinute) / windowMinutes;
/** The windows of a day by their number, 0 to 5. */
export const slots: readonly number[] = Array.from({ length: windowsADay }, (_, slot) => slot);

/** What lies between two jobs. */
export const minutesBetween = 30;

/** The hours of a center that saved none: Monday to Saturday, 09:00 to 19:00. */
export const usualWeek: Week = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: 9 * 60, closes: 19 * 60 }));

/** Days in a row, both included. */
export type Period = { first: string; last: string };

export type TechnicianCalendar = {
  /** Empty for a technician who works the center's hours. */
  week: Week;
  absences: readonly Period[];
};

export type Calendar = {
  /** Empty for a center with the usual hours. */
  week: Week;
  /** Its own closed days and the holidays of its state. */
  closed: readonly Period[];
  technicians: readonly TechnicianCalendar[];
};

type Span = { from: number; until: number };

export const spanOf = (slot: number): Span => {
  const from = firstMinute + slot * windowMinutes;
  return { from, until: from + windowMinutes };
};

/** The day of the week of a day, 1 to 7. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The day so many days after another. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The window a time of day belongs to; 20:00 belongs to the last one. Undefined before 08:00 and after 20:00. */
export function slotAt(minuteOfDay: number): number | undefined {
  if (minuteOfDay < firstMinute || minuteOfDay > lastMinute) return undefined;
  return Math.min(windowsADay - 1, Math.floor((minuteOfDay - firstMinute) / windowMinutes));
}

/** The windows a job occupies that begins at a time of day: those it or the pause after it touches, until 20:00. */
export function slotsOf(begins: number, duration: number): number[] {
  const first = slotAt(begins);
  if (first === undefined) return [];
  const ends = begins + duration + minutesBetween;
  return slots.filter((slot) => slot === first || (slot > first && spanOf(slot).from < ends));
}

const isWithin = (periods: readonly Period[], day: string) =>
  periods.some(({ first, last }) => first <= day && day <= last);

/** The part of a window that lies in the hours of a day; undefined where they do not meet. */
function within({ from, until }: Span, week: Week, day: string): Span | undefined {
  const weekday = weekdayOf(day);
  const hours = week.find((each) => each.weekday === weekday);
  if (!hours) return undefined;
  const part = { from: Math.max(from, hours.opens), until: Math.min(until, hours.closes) };
  return part.from < part.until ? part : undefined;
}

/** The part of a window in which a center is open; undefined for none. */
const openIn = ({ week, closed }: Calendar, day: string, slot: number): Span | undefined =>
  isWithin(closed, day) ? undefined : within(spanOf(slot), week.length > 0 ? week : usualWeek, day);

/** Whether a technician of a center works in a window of a day, as hours, absences and closed days say. */
export function isOnDuty(
  calendar: Calendar,
  { week, absences }: TechnicianCalendar,
  day: string,
  slot: number,
): boolean {
  const open = openIn(calendar, day, slot);
  if (!open || isWithin(absences, day)) return false;
  return week.length === 0 || within(open, week, day) !== undefined;
}

/**
 * How many jobs of a duration a center can have in a window: for each technician on duty (at least one) as many as fit
 * into two hours with a pause after each, and at least one while the center is open. None when it is closed, and when
 * all its technicians are absent.
 */
export function seatsIn(calendar: Calendar, day: string, slot: number, duration: number): number {
  const { technicians } = calendar;
  if (!openIn(calendar, day, slot)) return 0;
  const present = technicians.filter(({ absences }) => !isWithin(absences, day));
  if (technicians.length > 0 && present.length === 0) return 0;
  const onDuty = present.filter((each) => isOnDuty(calendar, each, day, slot)).length;
  return Math.max(1, Math.max(1, onDuty) * Math.floor(windowMinutes / (duration + minutesBetween)));
}

/** The seats of each window of a day. */
export const seatsOfDay = (calendar: Calendar, day: string, duration: number): number[] =>
  slots.map((slot) => seatsIn(calendar, day, slot, duration));

/** How many of a day's seats "Immediately" alone may take until noon: a tenth, in whole seats. */
export const seatsHeld = (seats: readonly number[]) => Math.floor(seats.reduce((sum, each) => sum + each, 0) / 10);

/** What a job needs of a day and what is there. */
export type DaySeats = {
  seats: readonly number[];
  /** How many jobs each window has. */
  taken: readonly number[];
  /** How many seats of the day are not for this job. */
  held: number;
};

/** Whether a job that occupies these windows fits into a day. */
export function fits({ seats, taken, held }: DaySeats, occupied: readonly number[]): boolean {
  if (occupied.length === 0 || occupied.some((slot) => (taken[slot] ?? 0) >= (seats[slot] ?? 0))) return false;
  const free = slots.reduce((sum, slot) => sum + Math.max(0, (seats[slot] ?? 0) - (taken[slot] ?? 0)), 0);
  return free - occupied.length >= held;
}
