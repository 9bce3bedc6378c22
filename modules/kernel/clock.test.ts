import { expect, test } from "vitest";
import { fromIst, showDate, showDateTime, showTime } from "./clock.ts";

const evening = fromIst("2026-11-21", "19:54");

test("R230 dates and times are India's, as English in India writes them", () => {
  expect(showDateTime(evening)).toBe("21 Nov 2026, 7:54 pm");
  expect(showDateTime(evening.toISOString())).toBe("21 Nov 2026, 7:54 pm");
  expect(showDate(evening)).toBe("21 Nov 2026");
  expect(showTime(evening)).toBe("7:54 pm");
});

test("Hindi says which part of the day it is, and never am or pm", () => {
  expect(showDateTime(evening, "hi")).toBe("21 नव॰ 2026, शाम 7:54");
  const said = ["06:00", "12:30", "17:00", "20:00"].map((time) => showTime(fromIst("2026-11-21", time), "hi"));
  expect(said).toEqual(["सुबह 6:00", "दोपहर 12:30", "शाम 5:00", "रात 8:00"]);
});
