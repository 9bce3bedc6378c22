import { expect, test } from "vitest";
import { momentOf } from "./cell-words.ts";

test("H24 moments are read as days of a spreadsheet and as India writes them, never month first", () => {
  expect(momentOf("46381.6875")).toBe("2026-12-25T16:30");
  for (const text of [
    "25/12/2026 16:30",
    "25-12-26 4:30 pm",
    "25 Dec 2026, 16:30",
    "25.12.2026 16:30:00",
    "2026-12-25 16:30",
  ])
    expect(momentOf(text), text).toBe("2026-12-25T16:30");
  expect(momentOf("१२/०१/२०२७ ०९:००")).toBe("2027-01-12T09:00");
  expect(momentOf("12/25/2026 16:30")).toBe("2026-25-12T16:30");
  expect(momentOf("soon")).toBe("soon");
});
