import { afterEach, describe, expect, test } from "vitest";
import { fc, property as properties } from "#modules/testing/property.ts";
import { timePreference } from "#modules/tickets/shared.ts";
import { financialYear, freezeClock, fromIst, istDate, resetClock } from "./clock.ts";
import {
  bound,
  cursor,
  cursorOf,
  decimal,
  exactRupees,
  fieldErrors,
  id,
  istDay,
  keepable,
  lines,
  optionalInstant,
  optionalText,
  otpSaying,
  pan,
  phone,
  pincode,
  readCursor,
  text,
  trueOrFalse,
  wholeNumber,
  wholeRupees,
} from "./validation.ts";

afterEach(resetClock);

test("R445 a phone is ten digits, however people write it", () => {
  for (const written of [
    "9876543210",
    "+919876543210",
    "09876543210",
    "98765 43210",
    "९८७६५४३२१०",
    "\u202A+91 98765\u00A043210\u202C",
    "00919876543210",
    "+91-98765-43210",
    "+91 098765 43210",
    "＋９１ ９８７６５ ４３２１０",
    "(+91) 98765.43210",
    "98765–43210",
    9876543210,
  ])
    expect(phone.parse(written)).toBe("9876543210");
  for (const wrong of ["", "12345", "5876543210", "98765432101", "+92 98765 43210", "9876543210 / 11"])
    expect(phone.safeParse(wrong).success).toBe(false);
});

test("a pincode is six digits", () => {
  for (const written of ["560001", "५६०००१", "560 001", "５６０００１", 560001])
    expect(pincode.parse(written)).toBe("560001");
  expect(pincode.safeParse("056000").success).toBe(false);
});

test("a one-time password is six digits, also in the groups it was read out in", () => {
  const otp = otpSaying("otp.missing", "otp.wrong");
  for (const written of ["048213", "048 213", " 0 4 8 2 1 3", "०४८-२१३", "\u200E048213"])
    expect(otp.parse(written)).toBe("048213");
  for (const wrong of ["", "48213", "0482131", "O48213"]) expect(otp.safeParse(wrong).success).toBe(false);
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

describe("a text", () => {
  const outcomeOf = (value: unknown, schema = text(300)) => {
    const { data, error } = schema.safeParse(value);
    return error ? error.issues[0]!.message : data;
  };

  test.each([
    ["  Asha \n", "Asha"],
    ["Flat 4\r\nRose Villa\tB", "Flat 4 Rose Villa B"],
    ["\uFEFFAsha\u200B", "Asha"],
    ["\u202Eahsa\u202C", "ahsa"],
    // Joiners form letters of Indian scripts and emoji families.
    ["क्\u200Dष and പാല്\u200D", "क्\u200Dष and പാല്\u200D"],
    ["👩\u200D👩\u200D👧 at ₹500 – “soon”", "👩\u200D👩\u200D👧 at ₹500 – “soon”"],
  ])("keeps what people type and paste: %j is %j", (typed, expected) => {
    expect(outcomeOf(typed)).toBe(expected);
  });

  test("of several lines keeps them, as one kind of line break", () => {
    expect(outcomeOf("one\r\ntwo\rthree\tfour\n", lines(300))).toBe("one\ntwo\nthree\tfour");
  });

  test("that nobody can see is none", () => {
    for (const unseen of ["", " ", "\u200B", "\u200D\u200D", "\u2066\u2069", "\n\t"]) {
      expect(outcomeOf(unseen)).toBe("form.incomplete");
      expect(optionalText(9).parse(unseen)).toBe(undefined);
    }
  });

  properties.prop([
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.oneof(
      fc.integer({ min: 0, max: 0x1f }).filter((code) => ![9, 10, 13].includes(code)),
      fc.integer({ min: 0x7f, max: 0x9f }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(0xfffe, 0xffff, 0xfdd0),
    ),
    fc.string({ unit: "grapheme", maxLength: 20 }),
  ])(
    "with a control character or half a character inside is refused, and a draft leaves it out",
    (before, code, after) => {
      const typed = `a${before}${String.fromCharCode(code)}${after}z`;
      for (const schema of [text(300), lines(300)]) expect(outcomeOf(typed, schema)).toBe("form.characters");
      expect(outcomeOf(keepable(typed, 300), lines(300))).not.toBe("form.characters");
    },
  );

  test("a draft that is cut never ends in half a character", () => {
    expect(keepable("ab👩", 3)).toBe("ab");
  });
});

test("an amount is written in digits: what only a program calls a number is none", () => {
  for (const [written, rupees] of [
    ["1,00,000", 100_000],
    ["100,000.", 100_000],
    ["१०००", 1_000],
    [" 12.99 ", 12],
  ] as const)
    expect([written, wholeRupees.parse(written)]).toEqual([written, rupees]);
  const none = ["0x64", "1e3", "Infinity", "NaN", "+5", "-0.5", "1,5", "1,2,3", "12 34", "10000001", "9".repeat(400)];
  for (const written of [...none, Number.NaN, Number.POSITIVE_INFINITY, -0.5, null, [], {}, true])
    expect([written, wholeRupees.safeParse(written).success]).toEqual([written, false]);
  expect(exactRupees(100, 500, "form.amount").safeParse("100.50").success).toBe(false);
});

test("a count and a degree are written in digits, within their bounds", () => {
  const count = wholeNumber(0, 5, { empty: "form.incomplete", outside: "form.choice" });
  const outcomeOf = (value: unknown) => count.safeParse(value).error?.issues.at(0)?.message ?? "taken";
  expect(["3", " ५ ", 0, "", null, "1.5", "0x1", "1e0", true, 6, -1].map(outcomeOf)).toEqual([
    "taken",
    "taken",
    "taken",
    "form.incomplete",
    "form.incomplete",
    "form.number",
    "form.number",
    "form.number",
    "form.number",
    "form.choice",
    "form.choice",
  ]);
  expect(decimal(-90, 90).parse("-12.971598")).toBe(-12.971598);
  for (const wrong of ["91", "1e1", "", "12.", "NaN"]) expect(decimal(-90, 90).safeParse(wrong).success).toBe(false);
});

test("a day is one of the calendar, from 2000 to 2100; so is an instant", () => {
  for (const wrong of ["2026-02-29", "2026-13-01", "1999-12-31", "2101-01-01", "275760-09-13", "", 1]) {
    expect([wrong, istDay.safeParse(wrong).success]).toEqual([wrong, false]);
  }
  expect(istDay.parse("2028-02-29")).toBe("2028-02-29");
  const instants = ["2026-11-22T10:00", "2026-11-22 10:00:00", "2026-11-22T04:30:00Z", "2026-11-22T04:30:00.000+0000"];
  for (const written of instants)
    expect([written, optionalInstant.parse(written)]).toEqual([written, fromIst("2026-11-22", "10:00")]);
  for (const wrong of ["+275760-09-13T00:00:00Z", "2026-02-31T10:00:00Z", "2026-11-22T25:00", "tomorrow", 8.64e15])
    expect([wrong, optionalInstant.safeParse(wrong).success, bound("end").safeParse(wrong).success]).toEqual([
      wrong,
      false,
      false,
    ]);
});

test("a cursor is what a page ended with, whole", () => {
  const mark = { at: new Date("2026-11-22T04:30:00Z"), id: "0193b1a2-0000-7000-8000-000000000000" };
  expect(readCursor(cursor.parse(cursorOf(mark)))).toEqual(mark);
  for (const first of ["", undefined, null]) expect(readCursor(cursor.parse(first))).toBe(undefined);
  const wrong = [
    "x",
    `${mark.at.getTime()}_x`,
    `8640000000000000_${mark.id}`,
    `999999999999_${mark.id}\0`,
    `1_${mark.id}`,
  ];
  for (const each of [...wrong, `946664999999_${mark.id}`, `4133980800000_${mark.id}`, `0946665000000_${mark.id}\n`]) {
    expect([each, cursor.safeParse(each).success]).toEqual([each, false]);
    expect(() => readCursor(each)).toThrow("invalid: form.cursor");
  }
  expect(id.safeParse("0193b1a2-0000-7000-8000-00000000000g").success).toBe(false);
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

test("a switch is read as true or false from text, booleans, 1 and 0 and a ticked box, and from nothing else", () => {
  for (const on of [true, "true", 1, "1", "on"]) expect(trueOrFalse.parse(on)).toBe("true");
  for (const off of [false, "false", 0, "0"]) expect(trueOrFalse.parse(off)).toBe("false");
  for (const neither of ["", "yes", 2, -1, null, undefined, {}, ["true"], "constructor"])
    expect(trueOrFalse.safeParse(neither).success, JSON.stringify(neither)).toBe(false);
});
