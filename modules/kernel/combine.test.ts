import { expect, test } from "vitest";
import { combine } from "./combine.ts";

test("several statements become the parts of one, each with its own places", () => {
  const one = { text: "insert into a values ($1, $2)", params: [1, 2] };
  const two = { text: "insert into b values ($2, $1)", params: [3, 4] };
  const both = {
    text: "with part0 as (insert into a values ($1, $2)),\npart1 as (insert into b values ($4, $3)) select",
  };
  expect(combine([one])).toBe(one);
  expect(combine([one, two])).toEqual({ ...both, params: [1, 2, 3, 4] });
  expect(combine([one, { ...two, params: [5, 6] }])).toEqual({ ...both, params: [1, 2, 5, 6] });
});
