import { expect, test } from "vitest";
import { freezeClock, fromIst, resetClock, showDate, showDates, showDateTime, showDayTime, showTime } from "./clock.ts";

const evening = fromIst("2026-11-21", "19:54");

test("R230 dates and times are India's, as English in India writes them", () => {
  expect(showDateTime(evening)).toBe("21 Nov 2026, 7:54 pm");
  expect(showDateTime(evening.toISOString())).toBe("21 Nov 2026, 7:54 pm");
  expect(showDate(evening)).toBe("21 Nov 2026");
  expect(showTime(evening)).toBe("7:54 pm");
});

test("a day of a list has its time, and one of another year, in India, its year", () => {
  freezeClock(fromIst("2026-11-22", "10:00"));
  expect(showDayTime(evening)).toBe("21 Nov, 7:54 pm");
  expect(showDayTime(fromIst("2026-01-01", "00:00"))).toBe("1 Jan, 12:00 am");
  expect(showDayTime(fromIst("2025-12-31", "23:59"))).toBe("31 Dec 2025");
  expect(showDayTime(fromIst("2025-12-31", "23:59"), "hi")).toBe("31 दिस॰ 2025");
  resetClock();
});

test("a range of dates says once what both have in common", () => {
  const until = (day: string, locale?: "hi") => showDates(evening, fromIst(day, "10:00"), locale);
  expect(until("2026-11-24")).toBe("21 – 24 Nov 2026");
  expect(until("2026-12-02")).toBe("21 Nov – 2 Dec 2026");
  expect(until("2027-01-02")).toBe("21 Nov 2026 – 2 Jan 2027");
  expect(until("2026-11-21")).toBe("21 Nov 2026");
  expect(until("2026-11-24", "hi")).toBe("21 – 24 नव॰ 2026");
});

test("Hindi says which part of the day it is, and never am or pm", () => {
  expect(showDateTime(evening, "hi")).toBe("21 नव॰ 2026, शाम 7:54");
  const shownTimes = ["06:00", "12:30", "17:00", "20:00"].map((time) => showTime(fromIst("2026-11-21", time), "hi"));
  expect(shownTimes).toEqual(["सुबह 6:00", "दोपहर 12:30", "शाम 5:00", "रात 8:00"]);
});
