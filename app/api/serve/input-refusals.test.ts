import { expect, test } from "vitest";
import type { z } from "zod";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import { contract } from "../contract/index.ts";
import { otpRefusals, visitTimeRefusals } from "../line/refusals.ts";

/** Values that are wrong for some field each. */
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  "x".repeat(20_000),
  "0",
  "-1",
  "1.5",
  "999999999999",
  "\u0000",
  true,
  -1,
  1.5,
  10 ** 12,
  {},
  [],
  [""],
  ["x"],
  Array.from({ length: 1_000 }, () => "x"),
  "2001-01-01",
];

/** `address.pincode`, x → `{ address: { pincode: x } }`. */
const nested = (name: string, value: unknown): unknown =>
  name
    .split(".")
    .reverse()
    .reduce((inner, step) => ({ [step]: inner }), value);

/** What a schema says to an input. */
function answersOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input);
  return error ? Object.values(fieldErrors(error)).filter(isMessageKey) : [];
}

/** Codes that no single wrong value is answered with: of two fields together, and of what became of a one-time code. */
const ofMore = new Set<string>(
  [...otpRefusals, ...visitTimeRefusals, "hours.lastBeforeFirst", "hours.order"].filter(
    (code) => code !== "otp.wrong" && code !== "form.timeUnread",
  ),
);

test("each call declares what its schema says to wrong values of each field, and nothing else", () => {
  for (const [name, { input }] of Object.entries(contract)) {
    const { names, schema, refusals } = input;
    const answered = new Set(
      [...new Set(Object.values(names))].flatMap((field) =>
        wrongValues.flatMap((value) => answersOf(schema, nested(field, value))),
      ),
    );
    answered.delete("form.incomplete");
    expect([name, refusals.filter((code) => !ofMore.has(code)).sort()]).toEqual([name, [...answered].sort()]);
  }
});
