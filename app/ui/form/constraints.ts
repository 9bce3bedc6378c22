import type { z } from "zod";
import { inputField, inputJson, withoutNull } from "#modules/kernel/text/input-json.ts";

/** `required` and `maxLength` of a field (dotted name), read from the schema that will validate it. */
export function constraintsOf(schema: z.ZodType | undefined, name: string): { required?: boolean; maxLength?: number } {
  const { json, always } = schema ? inputField(inputJson(schema), name) : {};
  if (!json) return {};
  const { type, enum: choices, format, minLength = 0, maxLength } = withoutNull(json);
  const mayBeEmpty = type === "string" && !choices && !format && minLength === 0;
  return { required: always && !mayBeEmpty, ...(maxLength !== undefined && { maxLength }) };
}
