import { expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import { fromRupees, rupees, sum, toPaise, toRupees } from "./money.ts";

test("rupees are grouped the Indian way, with paise only where there are any", () => {
  expect(rupees(123456780)).toBe("₹12,34,567.80");
  expect(rupees(9900)).toBe("₹99");
  expect(rupees(9900, { exact: true })).toBe("₹99.00");
  expect(rupees(-50005)).toBe("-₹500.05");
  expect(rupees(0)).toBe("₹0");
});

test("a fraction of a paisa is a bug", () => {
  expect(() => toPaise(0.5)).toThrow("not whole paise");
  expect(() => toPaise(2 ** 53)).toThrow("not whole paise");
});

property.prop([fc.integer({ min: 0, max: 10 ** 12 })])("paise to rupees and back is the same amount", (amount) => {
  expect(fromRupees(toRupees(amount))).toBe(amount);
});

property.prop([fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }))])(
  "a sum does not depend on the order",
  (list) => {
    const amounts = list.map((amount) => toPaise(amount));
    expect(sum(amounts)).toBe(sum([...amounts].reverse()));
  },
);
