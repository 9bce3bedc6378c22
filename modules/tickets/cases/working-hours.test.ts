import { expect, test } from "vitest";
import { fromIst, hour, minute } from "#modules/kernel/clock.ts";
import { fc, property } from "#modules/testing/property.ts";
import { afterWorkingTime } from "./working-hours.ts";

/* 27 November 2026 is a Friday. */
test.each([
  ["in the middle of a day", "2026-11-25T10:00", 24, "2026-11-27T14:00"],
  ["before the day begins", "2026-11-25T03:00", 24, "2026-11-27T13:00"],
  ["after it ended", "2026-11-25T22:30", 10, "2026-11-26T19:00"],
  ["over a Sunday", "2026-11-27T18:00", 24, "2026-12-01T12:00"],
  ["on a Sunday", "2026-11-29T12:00", 1, "2026-11-30T10:00"],
  ["at the end of a Saturday", "2026-11-28T19:00", 1, "2026-11-30T10:00"],
  ["exactly until an end", "2026-11-27T09:00", 20, "2026-11-28T19:00"],
])("working time counts from nine to seven, Monday to Saturday: %s", (_, from, hours, until) => {
  const at = (moment: string) => fromIst(moment.slice(0, 10), moment.slice(11));
  expect(afterWorkingTime(at(from), hours * hour)).toEqual(at(until));
});

const start = fromIst("2026-01-01").getTime();

/** Working minutes between two instants, counted one by one. */
function minutesBetween(from: number, until: number) {
  let count = 0;
  for (let at = from; at < until; at += minute) {
    const india = new Date(at + 330 * minute);
    const time = india.toISOString().slice(11, 16);
    if (india.getUTCDay() !== 0 && time >= "09:00" && time < "19:00") count += 1;
  }
  return count;
}

property.prop([fc.integer({ min: 0, max: 366 * 24 * 60 }), fc.integer({ min: 1, max: 40 * 60 })], { numRuns: 40 })(
  "it is what a count of the minutes is",
  (offset, working) => {
    const from = start + offset * minute;
    const until = afterWorkingTime(new Date(from), working * minute).getTime();
    expect(minutesBetween(from, until)).toBe(working);
    expect(minutesBetween(from, until - minute)).toBe(working - 1);
  },
);
