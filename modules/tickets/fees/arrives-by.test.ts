import { expect, test } from "vitest";
import { fromIst, istDate } from "#modules/kernel/clock.ts";
import { arrivesBy } from "./arrives-by.ts";

test("money that is sent back is on the account after seven days of the banks", () => {
  const sent = (date: string) => istDate(arrivesBy(fromIst(date, "23:30")));
  // Thursday; two weekends lie between.
  expect(sent("2026-11-26")).toBe("2026-12-07");
  expect(sent("2026-11-28")).toBe("2026-12-08");
  expect(sent("2026-11-30")).toBe("2026-12-09");
});
