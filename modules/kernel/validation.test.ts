import { afterEach, expect, test } from "vitest";
import { financialYear, freezeClock, fromIst, istDate, resetClock } from "./clock.ts";
import { fieldErrors, pan, phone, pincode, timePreference, wholeRupees } from "./validation.ts";

afterEach(resetClock);

test("a phone is ten digits, however people write it", () => {
  for (const written of ["9876543210", "+919876543210", "09876543210", "98765 43210", "९८७६५४३२१०", 9876543210])
    expect(phone.parse(written)).toBe("9876543210");
  for (const wrong of ["", "12345", "5876543210", "98765432101"]) expect(phone.safeParse(wrong).success).toBe(false);
});

test("a pincode is six digits", () => {
  expect(pincode.parse("५६०००१")).toBe("560001");
  expect(pincode.safeParse("056000").success).toBe(false);
});

test("R154 a PAN is five letters, four digits, one letter", () => {
  expect(pan.parse("abcde1234f")).toBe("ABCDE1234F");
  expect(pan.safeParse("ABCD1234F").success).toBe(false);
});

test("Q121 an amount is whole rupees: decimals are cut, negatives refused", () => {
  expect(wholeRupees.parse("1,499.90")).toBe(1499);
  expect(wholeRupees.parse(0)).toBe(0);
  expect(wholeRupees.safeParse(-1).success).toBe(false);
  expect(wholeRupees.safeParse("").success).toBe(false);
});

const errorsOf = (input: unknown) => {
  const parsed = timePreference.safeParse(input);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

test("R055 a specific date and time is needed only when it is chosen", () => {
  expect(errorsOf({ type: "IMMEDIATELY" })).toEqual({});
  expect(errorsOf({ type: "SPECIFIC_DATE_AND_TIME" })).toEqual({ at: "form.specificTime" });
  expect(errorsOf({ type: "SPECIFIC_DATE_AND_TIME", at: "" })).toEqual({ at: "form.specificTime" });
  expect(errorsOf({})).toEqual({ type: "form.incomplete" });
});

test("R030 R163 a visit is from now on, from 08:00 to 20:00 India time, both included", () => {
  freezeClock(fromIst("2026-11-21", "10:00"));
  const at = (time: string, date = "2026-11-21") => errorsOf({ type: "SPECIFIC_DATE_AND_TIME", at: `${date}T${time}` });
  expect(at("09:59")).toEqual({ at: "form.timeWindow" });
  expect(at("10:00")).toEqual({});
  expect(at("20:00")).toEqual({});
  expect(at("20:01")).toEqual({ at: "form.timeWindow" });
  expect(at("07:59", "2026-11-22")).toEqual({ at: "form.timeWindow" });
  expect(at("08:00", "2026-11-22")).toEqual({});
});

test("the India date and the financial year turn at midnight in India", () => {
  expect(istDate(new Date("2026-03-31T18:29:59Z"))).toBe("2026-03-31");
  expect(financialYear(new Date("2026-03-31T18:29:59Z"))).toBe("25-26");
  expect(financialYear(new Date("2026-03-31T18:30:00Z"))).toBe("26-27");
});
