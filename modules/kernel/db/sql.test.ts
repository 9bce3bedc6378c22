import { sql } from "kysely";
import { expect, test } from "vitest";
import { allOf, anyOf, asOneStatement, compiled } from "./sql.ts";

test("several writes become the parts of one statement, each with its own values", () => {
  const one = sql`insert into a values (${1}, ${2})`;
  expect(compiled(asOneStatement([one])).parameters).toEqual([1, 2]);
  const { sql: text, parameters } = compiled(asOneStatement([one, sql`insert into b values (${3})`]));
  expect(text.replaceAll(/\$\d/g, "?")).toBe(
    'with "part0" as (insert into a values (?, ?)), "part1" as (insert into b values (?)) select',
  );
  expect(parameters).toEqual([1, 2, 3]);
});

test("conditions that do not apply are left out; without any, all of none is true and any of none is false", () => {
  const text = (statement: Parameters<typeof compiled>[0]) => compiled(statement).sql;
  expect(text(allOf([undefined, sql`a`, "", false, null, sql`b or c`]))).toBe("(a) and (b or c)");
  expect(text(anyOf([undefined, sql`a`, "", sql`b and c`]))).toBe("((a) or (b and c))");
  expect([text(allOf([])), text(anyOf([]))]).toEqual(["true", "false"]);
});
