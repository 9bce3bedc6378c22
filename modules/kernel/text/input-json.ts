import { z } from "zod";

/** A JSON Schema, as far as it is read here. */
export type InputJson = {
  type?: string | string[];
  properties?: Record<string, InputJson>;
  required?: string[];
  additionalProperties?: boolean | InputJson;
  anyOf?: InputJson[];
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  $schema?: string;
};

const made = new WeakMap<z.ZodType, InputJson>();

/**
 * Returns what a schema takes as JSON Schema, made once: of a prepared value what it is prepared for, of a transformed one
 * what it was before. An instant is a text. Required are fields that cannot be left out.
 */
export function inputJson(schema: z.ZodType): InputJson {
  const json = made.get(schema) ?? describe(schema);
  made.set(schema, json);
  return json;
}

const describe = (schema: z.ZodType) =>
  schema.toJSONSchema({
    unrepresentable: instantOr("any"),
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.out instanceof z.ZodTransform) {
        const { $schema: _, ...before } = inputJson(zodSchema.in as z.ZodType);
        Object.assign(jsonSchema, before);
      }
      if (!(zodSchema instanceof z.ZodObject)) return;
      const fields = Object.entries<z.ZodType>(zodSchema.shape);
      jsonSchema.required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
    },
  }) as InputJson;

/** Describes an instant in JSON Schema; other types it cannot express become "any" or throw. */
export const instantOr =
  (other: "any" | "throw") =>
  ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) =>
    zodSchema instanceof z.ZodDate ? ({ type: "string", format: "date-time" } as const) : other;

/** What a field takes besides null. */
export const withoutNull = (json: InputJson): InputJson => {
  const [one, ...others] = json.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return one && others.length === 0 ? one : json;
};

/** The fields an object takes; undefined for other types. */
export const inputFields = (json: InputJson | undefined) => json && withoutNull(json).properties;

/** The field of a dotted name with whether it, and whether each group it stands in, is required. */
export function inputField(schema: InputJson, name: string) {
  let json: InputJson | undefined = schema;
  let required = false;
  let always = true;
  for (const part of name.split(".")) {
    const group: InputJson | undefined = json && withoutNull(json);
    required = group?.required?.includes(part) ?? false;
    always &&= required;
    json = group?.properties && Object.hasOwn(group.properties, part) ? group.properties[part] : undefined;
  }
  return { json, required, always };
}
