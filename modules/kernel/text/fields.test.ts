import { expect, test } from "vitest";
import { z } from "zod";
import { SaveUser, UpdateUser } from "#modules/access/shared.ts";
import { SetVisitCharge } from "#modules/catalog/shared.ts";
import { RefundSubscription } from "#modules/wallet/shared.ts";
import { blankableField, clearable, optionalField } from "./fields.ts";

const text = z.string().min(2);

test("an optional field is left out by empty text, null and nothing; a blankable one is not by null", () => {
  for (const empty of ["", null, undefined]) expect(optionalField(text).parse(empty)).toBeUndefined();
  for (const empty of ["", undefined]) expect(blankableField(text).parse(empty)).toBeUndefined();
  expect(blankableField(text).safeParse(null).success).toBe(false);
  expect(["ab", "a"].map((value) => blankableField(text).safeParse(value).success)).toEqual([true, false]);
});

test("a clearable field is removed by empty text and null, and unchanged by nothing", () => {
  expect(["", "  ", null, undefined, "ab"].map((value) => clearable(text).parse(value))).toEqual([
    null,
    null,
    null,
    undefined,
    "ab",
  ]);
});

/** The fields whose absence decides whose user it is, what is refunded, or that nothing is compared. */
test.each([
  ["a user's client", SaveUser, "clientId"],
  ["a changed user's client", UpdateUser, "clientId"],
  ["a changed user's password", UpdateUser, "password"],
  ["a changed user's phone", UpdateUser, "mobile"],
  ["the subscription of a refund", RefundSubscription, "subscriptionId"],
  ["the charge an admin saw", SetVisitCharge, "was"],
] as const)("null is refused for %s", (_what, schema, field) => {
  const issues = (value: unknown) =>
    schema.safeParse({ [field]: value }).error?.issues.filter(({ path }) => path[0] === field) ?? [];
  expect(issues(null)).toHaveLength(1);
  expect(issues("")).toEqual([]);
});
