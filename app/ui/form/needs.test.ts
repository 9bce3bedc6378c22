import { expect, test } from "vitest";
import type { z } from "zod";
import type { Gated } from "#app/http/doors/gate.ts";
import { parseFields } from "#app/http/request/form.server.ts";
import { webDoors } from "#app/testing/access/knock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { say } from "#modules/messages/index.ts";
import { isOfTheForm, problemOfField, wordsOf } from "./needs.ts";

/** Hidden fields set by the page, which nobody can leave empty. */
const hidden = ["id", "request", "token", "answers"];

/** The error of each field of a form sent empty. */
function emptied(schema: z.ZodType): Record<string, Parameters<typeof isOfTheForm>[0]> {
  try {
    parseFields(schema, new Map());
    return {};
  } catch (error) {
    if (error instanceof DomainError) return error.fields ?? {};
    throw error;
  }
}

test("each field of each form that is left empty says its own need", async () => {
  const wanting = new Set<string>();
  let fieldCount = 0;
  for (const { name, door } of (await webDoors()).values()) {
    if (!name.startsWith("POST")) continue;
    for (const schema of Object.values((door as unknown as Gated).gate.schemas ?? {}))
      for (const [field, problem] of Object.entries(emptied(schema as z.ZodType))) {
        if (hidden.includes(field) || !isOfTheForm(problem)) continue;
        fieldCount += 1;
        if (problemOfField(field, problem) === problem) wanting.add(`${name} ${field}`);
      }
  }
  expect([...wanting]).toEqual([]);
  expect(fieldCount).toBeGreaterThan(50);
});

test("a field that is too long says how long it may be", () => {
  const errorText = (name: string) => wordsOf(name, "form.tooLong", { limits: { name: 30 } }, say);
  expect(errorText("name")).toBe("This is too long: at most 30 characters");
  expect(errorText("email")).toBe("This is too long");
});
