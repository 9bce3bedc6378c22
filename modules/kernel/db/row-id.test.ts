import { expect, test } from "vitest";
import { rowId } from "./row-id.ts";

test("ids rise as they are made, also within one moment, and are UUIDs of version 7", () => {
  const made = Array.from({ length: 10_000 }, rowId);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
