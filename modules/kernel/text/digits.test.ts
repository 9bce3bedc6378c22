import { expect, test } from "vitest";
import { phone } from "../validation.ts";
import { bareDigits, bareNumber } from "./digits.ts";

test("what a phone field shows when it is left is what the server reads of it", () => {
  for (const written of [
    "+91 98765-43210",
    "098765 43210",
    "98765 43210",
    "९८७६५ ४३२१०",
    "\u202A+91 98765 43210\u202C",
    "091-9876543210",
    "0919876543210",
    "0091 (0) 98765 43210",
    "91 9876543210",
    "+91+919876543210",
    "+91 +91 98765 43210",
    "'9876543210",
    "’9876543210",
    '"9876543210"',
    "tel:+919876543210",
    "Tel: 98765-43210",
    "Mob: 9876543210",
    "Mob. No. 9876543210",
    "MOBILE NO:- +91 9876543210",
    "Ph.9876543210",
    "9876543210/",
    "9876543210,",
    "9876543210 (M)",
    "9876543210 (WhatsApp)",
    "मो. ९८७६५४३२१०",
    "૯૮૭૬૫૪૩૨૧૦",
    "৯৮৭৬৫৪৩২১০",
    "௯௮௭௬௫௪௩௨௧௦",
    "౯౮౭౬౫౪౩౨౧౦",
    "೯೮೭೬೫೪೩೨೧೦",
    "൯൮൭൬൫൪൩൨൧൦",
    "੯੮੭੬੫੪੩੨੧੦",
    "୯୮୭୬୫୪୩୨୧୦",
    "۹۸۷۶۵۴۳۲۱۰",
    "９８７６５４３２１０",
  ]) {
    expect(bareNumber(written), written).toBe("9876543210");
    expect(phone.parse(written), written).toBe("9876543210");
  }
});

test("nothing of a number is cut: what is too long stays too long", () => {
  expect(bareNumber("98765 432101")).toBe("98765432101");
  expect(phone.safeParse("98765 432101").success).toBe(false);
  expect(bareNumber("+92 98765 43210")).toBe("+929876543210");
});

test("two numbers, and one with a digit too many, are no number", () => {
  for (const written of [
    "9876543210/9876543211",
    "9876543210, 9876543211",
    "9876543210 / 11",
    "9876543210 9876543211",
    "Mob 98765432101",
    "+91+91+919876543210",
    "9876543210 Ramesh",
    "9876543210x",
    "987654321",
    "Mob:",
    "",
  ])
    expect(phone.safeParse(written).success, written).toBe(false);
  expect(bareNumber("Mob: 98765 432101")).toBe("98765432101");
  expect(bareNumber("not yet known")).toBe("notyetknown");
});

test("a long text is read in no time", () => {
  for (const part of ["no", "m", "+91", "0", "91", "'", "9876543210/"]) {
    const text = part.repeat(100_000 / part.length);
    expect(bareNumber(text)).toBe(bareDigits(text));
  }
});
