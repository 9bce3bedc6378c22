import { expect, test } from "vitest";
import { asOneStatement, statement } from "./fast-path.server.ts";

test("several writes become the parts of one statement, each with its own places", () => {
  const one = statement`insert into a values (${1}, ${2})`;
  expect(asOneStatement([one])).toEqual({ text: "insert into a values ($1, $2)", params: [1, 2] });
  expect(asOneStatement([one, statement`insert into b values (${3})`])).toEqual({
    text: "with part0 as (insert into a values ($1, $2)),\npart1 as (insert into b values ($3)) select",
    params: [1, 2, 3],
  });
});
