import { expect, test } from "vitest";
import { phone } from "../validation.ts";
import { bareNumber } from "./digits.ts";

test("what a phone field shows when it is left is what the server reads of it", () => {
  for (const written of [
    "+91 98765-43210",
    "098765 43210",
    "98765 43210",
    "९८७६५ ४३२१०",
    "\u202A+91 98765 43210\u202C",
  ]) {
    expect(bareNumber(written)).toBe("9876543210");
    expect(phone.parse(written)).toBe(bareNumber(written));
  }
});

test("nothing of a number is cut: what is too long stays too long", () => {
  expect(bareNumber("98765 432101")).toBe("98765432101");
  expect(phone.safeParse("98765 432101").success).toBe(false);
  expect(bareNumber("+92 98765 43210")).toBe("+929876543210");
});
