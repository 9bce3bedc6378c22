import { expect, test } from "vitest";
import { timePreference } from "#modules/tickets/shared.ts";
import { writtenMoment } from "./written-moment.ts";

test.each([
  [
    "2026-12-25T16:30",
    [
      "46381.6875",
      "25/12/2026 16:30",
      "25-12-26 4:30 pm",
      "25 Dec 2026, 16:30",
      "25.12.2026 16:30:00",
      "2026-12-25 16:30",
      "2026-12-25T16:30",
      "2026/12/25 16:30",
      "2026.12.25 4:30PM",
      "December 25, 2026 4:30 PM",
      "Dec 25 2026 at 4.30 p.m.",
      "25th of December 2026 16:30 hrs",
      "25 दिसंबर 2026 16:30",
      "२५ दिसम्बर २०२६ को १६:३० बजे",
      "25/12/2026 1630",
      "25/12/2026 1630 hrs",
      "25/12/2026, 16:30 IST",
      "25/12/2026 - 16:30",
      "Fri, 25 Dec 2026 16:30",
      "Friday 25 December 2026 4:30 PM",
      "शुक्रवार, 25 दिसंबर 2026 16:30",
      "25/12/2026 16:30-18:00",
      "25/12/2026 4:30 pm to 6 pm",
      "25/12/2026 4:30-6 PM",
      "25 दिसंबर 2026 को शाम 4:30 बजे",
      "2026 Dec 25 16:30",
      "2026-Dec-25 16:30",
      "16:30 25/12/2026",
      "4:30 PM, 25 Dec 2026",
      "4:30 pm on 25/12/2026",
    ],
  ],
  ["2026-12-05T10:00", ["05/12/2026 10-12", "5 Dec 2026 10 am", "05/12/2026 10-12 pm", "05/12/2026 10 से 12 बजे तक"]],
  ["2026-12-05T10:00", ["5 दिसंबर 2026 सुबह 10 बजे", "05/12/2026 सुबह 10:00"]],
  ["2026-12-05T12:00", ["5 दिसंबर 2026 को दोपहर 12 बजे", "05/12/2026 12 noon", "5 Dec 2026 noon"]],
  ["2026-12-05T14:00", ["5 दिसंबर 2026 दोपहर 2 बजे"]],
  ["2026-12-05T20:00", ["5 दिसंबर 2026 रात 8 बजे"]],
  ["2027-01-12T09:00", ["१२/०१/२०२७ ०९:००", "૧૨/૦૧/૨૦૨૭ ૦૯:૦૦"]],
  ["2026-12-25", ["25/12/2026", "25 Dec 2026", "December 25, 2026", "Fri, 25 Dec 2026", "2026-12-25"]],
] as const)("H24 %s is read as India writes it, and as nobody can misread it", (moment, ways) => {
  for (const way of ways) expect(writtenMoment(way), way).toBe(moment);
});

test("what can be misread, and what is no moment, is refused as one that cannot be read", () => {
  for (const text of [
    "12/25/2026 16:30",
    "12/25/2026",
    "31/02/2027",
    "16:30 12/25/2026",
    "05/12/2026 शाम 25 बजे",
    "25/13/2026 16:30",
    "31/02/2027 10:00",
    "soon",
    "25/12 16:30",
    "25/12/2026 25:00",
    "25/12/2026 16:75",
    "25/12/2026 13 pm",
    "25/12/2026 12-10",
    "25 Decade 2026 10:00",
    "25/12/2026 evening",
    "x".repeat(10_000),
  ]) {
    const read = timePreference.safeParse({ type: "SPECIFIC_DATE_AND_TIME", at: text });
    expect(
      read.error?.issues.map(({ path, message }) => [path.join(), message]),
      text,
    ).toEqual([["at", "form.timeUnread"]]);
  }
});

test("R055 nothing, and a day without a time, is asked for, not called unreadable", () => {
  for (const at of ["", undefined, "25/12/2026"]) {
    const read = timePreference.safeParse({ type: "SPECIFIC_DATE_AND_TIME", at });
    expect(read.error?.issues.map(({ message }) => message)).toEqual(["form.specificTime"]);
  }
});
