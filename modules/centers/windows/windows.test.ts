import { expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import type { Week } from "../hours/input.ts";
import {
  type Calendar,
  dayAfter,
  fits,
  type Period,
  seatsHeld,
  seatsIn,
  slotAt,
  slots,
  slotsOf,
  usualWeek,
  weekdayOf,
  windowMinutes,
} from "./windows.ts";

const usual: Calendar = { week: [], closed: [], technicians: [] };
const friday = "2026-11-27";
const sunday = "2026-11-29";

test("a center without saved hours works from Monday to Saturday, and every window of those days is open", () => {
  expect(slots.map((slot) => seatsIn(usual, friday, slot, 60))).toEqual([1, 1, 1, 1, 1, 1]);
  expect(slots.map((slot) => seatsIn(usual, sunday, slot, 60))).toEqual([0, 0, 0, 0, 0, 0]);
});

test("seats follow technicians and duration; an open window has one at least, none when all are absent or it is closed", () => {
  const technicians = (absent: number) =>
    [0, 1, 2].map((at) => ({ week: [], absences: at < absent ? [{ first: friday, last: friday }] : [] }));
  const seats = (calendar: Partial<Calendar>, duration = 60) => seatsIn({ ...usual, ...calendar }, friday, 1, duration);
  expect(seats({ technicians: technicians(0) })).toBe(3);
  expect(seats({ technicians: technicians(0) }, 30)).toBe(6);
  expect(seats({ technicians: technicians(0) }, 90)).toBe(3);
  expect(seats({ technicians: technicians(0) }, 91)).toBe(1);
  expect(seats({ technicians: technicians(2) })).toBe(1);
  expect(seats({ technicians: technicians(3) })).toBe(0);
  expect(seats({ closed: [{ first: friday, last: sunday }] })).toBe(0);
  const mornings = [{ weekday: 5, opens: 480, closes: 600 }];
  expect(seats({ technicians: [{ week: mornings, absences: [] }, ...technicians(1)] })).toBe(2);
});

test("20:00 belongs to the last window, and a job takes every window that it or its pause touches", () => {
  expect([479, 480, 599, 600, 1199, 1200, 1201].map(slotAt)).toEqual([undefined, 0, 0, 1, 5, 5, undefined]);
  expect(slotsOf(480, 60)).toEqual([0]);
  expect(slotsOf(480, 90)).toEqual([0]);
  expect(slotsOf(480, 91)).toEqual([0, 1]);
  expect(slotsOf(599, 60)).toEqual([0, 1]);
  expect(slotsOf(960, 240)).toEqual([4, 5]);
  expect(slotsOf(1200, 60)).toEqual([5]);
});

test("a tenth of a day's seats is held, and a job fits while as many are free after it", () => {
  const seats = [2, 2, 2, 2, 2, 2];
  expect(seatsHeld(seats)).toBe(1);
  expect(seatsHeld([1, 1, 1, 1, 1, 1])).toBe(0);
  expect(fits({ seats, taken: [2, 2, 2, 2, 2, 1], held: 1 }, [5])).toBe(false);
  expect(fits({ seats, taken: [2, 2, 2, 2, 2, 1], held: 0 }, [5])).toBe(true);
  expect(fits({ seats, taken: [2, 2, 2, 2, 1, 1], held: 1 }, [5])).toBe(true);
  expect(fits({ seats, taken: [2, 0, 0, 0, 0, 0], held: 0 }, [0, 1])).toBe(false);
  expect(fits({ seats, taken: [0, 0, 0, 0, 0, 0], held: 0 }, [])).toBe(false);
});

test("days of the week and days after a day, over a leap day and the end of a year", () => {
  expect([weekdayOf("2026-11-23"), weekdayOf(sunday)]).toEqual([1, 7]);
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
});

const days = Array.from({ length: 14 }, (_, at) => dayAfter("2026-11-23", at));
const aWeek: fc.Arbitrary<Week> = fc
  .uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 })
  .chain((weekdays) =>
    fc.tuple(
      ...weekdays.map((weekday) =>
        fc
          .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1440 }))
          .map(([one, other]) => ({ weekday, opens: Math.min(one, other - 1), closes: Math.max(one + 1, other) })),
      ),
    ),
  );
const aPeriod: fc.Arbitrary<Period> = fc
  .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 6 }))
  .map(([first, length]) => ({ first: days[first]!, last: dayAfter(days[first]!, length) }));
const periods = fc.array(aPeriod, { maxLength: 2 });
const aCalendar: fc.Arbitrary<Calendar> = fc.record({
  week: aWeek,
  closed: periods,
  technicians: fc.array(fc.record({ week: aWeek, absences: periods }), { maxLength: 4 }),
});

/** The same by walking through the minutes of a window, one after another, and through a job's. */
function oracle({ week, closed, technicians }: Calendar, day: string, slot: number, duration: number) {
  const isOn = (list: readonly Period[]) =>
    list.some(({ first, last }) => {
      for (let each = first; each <= last; each = dayAfter(each, 1)) if (each === day) return true;
      return false;
    });
  const weekday = weekdayOf(day);
  const works = (hours: Week, minute: number) =>
    hours.some((each) => each.weekday === weekday && each.opens <= minute && minute < each.closes);
  const own = week.length > 0 ? week : usualWeek;
  const open: number[] = [];
  if (isOn(closed)) return 0;
  for (let minute = 480 + slot * 120; minute < 600 + slot * 120; minute += 1) if (works(own, minute)) open.push(minute);
  if (open.length === 0) return 0;
  const there = technicians.filter(({ absences }) => !isOn(absences));
  if (technicians.length > 0 && there.length === 0) return 0;
  const onDuty = there.filter((each) => each.week.length === 0 || open.some((minute) => works(each.week, minute)));
  let jobs = 0;
  for (let left = windowMinutes; left >= duration + 30; left -= duration + 30) jobs += 1;
  return Math.max(1, Math.max(1, onDuty.length) * jobs);
}

property.prop(
  [aCalendar, fc.constantFrom(...days), fc.integer({ min: 15, max: 720 }), fc.integer({ min: 480, max: 1200 })],
  { numRuns: 10_000 },
)("seats and occupied windows are those of a walk through every minute", (calendar, day, duration, begins) => {
  const counted = slots.map((slot) => seatsIn(calendar, day, slot, duration));
  expect(counted).toEqual(slots.map((slot) => oracle(calendar, day, slot, duration)));
  const touched = new Set<number>([begins === 1200 ? 5 : Math.floor((begins - 480) / 120)]);
  for (let minute = begins; minute < begins + duration + 30 && minute < 1200; minute += 1)
    touched.add(Math.floor((minute - 480) / 120));
  expect(slotsOf(begins, duration)).toEqual([...touched].sort());
});
