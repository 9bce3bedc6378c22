import type { z } from "zod";

type Definition = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
};

const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** The schema inside optional, default, nullable, transform and preprocess. */
function core(schema: z.ZodType): z.ZodType {
  const { innerType, in: from, out } = definition(schema);
  if (innerType) return core(innerType);
  if (from && out) return core(definition(from).type === "transform" ? out : from);
  return schema;
}

/** `required` and `maxLength` of a field (dotted name), read from the schema that will validate it. */
export function constraintsOf(schema: z.ZodType | undefined, name: string): { required?: boolean; maxLength?: number } {
  if (!schema) return {};
  let field: z.ZodType | undefined = schema;
  let required = true;
  for (const part of name.split(".")) {
    field = field && definition(core(field)).shape?.[part];
    if (field && optional(field)) required = false;
  }
  if (!field) return {};
  const { maxLength } = core(field) as { maxLength?: number | null };
  return { required, ...(typeof maxLength === "number" && { maxLength }) };
}

/** Optional by zod, or a text that may be empty. */
const optional = (field: z.ZodType) =>
  field.safeParse(undefined).success || (definition(core(field)).type === "string" && field.safeParse("").success);
