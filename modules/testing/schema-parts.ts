import { z } from "zod";

const wrappers = [
  z.ZodOptional,
  z.ZodNullable,
  z.ZodDefault,
  z.ZodPrefault,
  z.ZodCatch,
  z.ZodReadonly,
  z.ZodNonOptional,
] as const;

/** The schemas inside a list, a choice, a pipe or a wrapper; none for a type that holds no other, and for an object. */
export function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[];
  if (schema instanceof z.ZodPipe) return [schema.in as z.ZodType, schema.out as z.ZodType];
  const wrapper = wrappers.find((kind) => schema instanceof kind);
  return wrapper ? [(schema as z.ZodOptional<z.ZodType>).unwrap()] : [];
}
