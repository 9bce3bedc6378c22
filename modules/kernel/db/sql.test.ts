import { sql } from "kysely";
import { expect, test } from "vitest";
import { allOf, anyOf, compiled } from "./sql.ts";

test("conditions that do not apply are left out; without any, all of none is true and any of none is false", () => {
  const text = (statement: Parameters<typeof compiled>[0]) => compiled(statement).sql;
  expect(text(allOf([undefined, sql`a`, "", false, null, sql`b or c`]))).toBe("(a) and (b or c)");
  expect(text(anyOf([undefined, sql`a`, "", sql`b and c`]))).toBe("((a) or (b and c))");
  expect([text(allOf([])), text(anyOf([]))]).toEqual(["true", "false"]);
});
