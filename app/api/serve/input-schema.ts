import type { z } from "zod";
import { type InputJson, inputField, inputJson } from "#modules/kernel/text/input-json.ts";
import { fromWire, type Wire } from "../line/wire.ts";
import { meaningOf } from "./parameter-words.ts";

type JsonSchema = InputJson & { description?: string };

/** The JSON Schema of a call's input as sent (nested where its paths are dotted). */
export function inputSchema({ names, schema }: Wire<z.ZodType>): JsonSchema {
  const ours = inputJson(schema);
  const wireSchema: JsonSchema = { type: "object", properties: {} };
  for (const [path, name] of Object.entries(names)) {
    const { json, always } = inputField(ours, name);
    const others = Object.keys(names).filter((other) => other !== path && names[other] === name);
    const description = [meaningOf(path), others.length > 0 && `or ${others.join(", ")}`].filter(Boolean).join("; ");
    // Any one of several names is enough, so none of them is required.
    place(wireSchema, path.split("."), { ...json, description }, always && others.length === 0);
  }
  return wireSchema;
}

/**
 * What a call must be sent at the least, with values to put others in the place of: of several names for one field, and
 * of fields of which one is enough, the first one. `left` are the names in the address, which are not repeated.
 */
export function inputExample(input: Wire<z.ZodType>, left: readonly string[] = []): Record<string, unknown> {
  const { names, schema } = input;
  const ours = inputJson(schema);
  const example: Record<string, unknown> = {};
  const covered = new Set(left.map((path) => names[path]));
  for (const [path, name] of Object.entries(names)) {
    const { json, always } = inputField(ours, name);
    if (!always || covered.has(name)) continue;
    covered.add(name);
    put(example, path.split("."), sampleOf(json!));
  }
  const inAddress = Object.fromEntries(left.map((path) => [path, "…"]));
  const pathOf = (name: string) => Object.keys(names).find((each) => names[each] === name);
  // A field that is given may need another one.
  for (;;) {
    const missed = missedBy(schema, fromWire(input, { ...example, ...inAddress }));
    const next = missed.find((name) => !covered.has(name) && pathOf(name));
    if (!next) return example;
    covered.add(next);
    put(example, pathOf(next)!.split("."), sampleOf(inputField(ours, next).json ?? {}));
  }
}

/** The fields whose absence alone is refused, by what the fields say together. */
const missedBy = (schema: z.ZodType, input: Record<string, unknown>) =>
  (schema.safeParse(input).error?.issues ?? []).map(({ path }) => path.join(".")).filter((name) => name !== "");

function put(target: Record<string, unknown>, [first, ...rest]: string[], value: unknown) {
  if (rest.length === 0) {
    target[first!] ??= value;
    return;
  }
  target[first!] ??= {};
  put(target[first!] as Record<string, unknown>, rest, value);
}

/** A value of a field. */
function sampleOf({ properties, required = [], anyOf, enum: values, type, format }: JsonSchema): unknown {
  if (properties) return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]));
  if (values) return values[0];
  if (anyOf) return sampleOf(anyOf[0]!);
  const [first] = [type].flat();
  if (first === "integer" || first === "number") return 1;
  if (first === "boolean") return true;
  if (first === "array") return [];
  return format === "date-time" ? "2026-11-23T08:30:00.000Z" : "…";
}

function place(target: JsonSchema, [first, ...rest]: string[], schema: JsonSchema, required: boolean) {
  target.properties ??= {};
  if (required && !target.required?.includes(first!)) target.required = [...(target.required ?? []), first!];
  if (rest.length === 0) {
    target.properties[first!] = schema;
    return;
  }
  target.properties[first!] ??= { type: "object", properties: {} };
  place(target.properties[first!]!, rest, schema, required);
}
