import type { z } from "zod";
import { invalid } from "#modules/kernel/errors.ts";
import { isMessageKey, type MessageKey } from "#modules/kernel/messages/index.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { type Form, type FormValue, readMultipart } from "./upload.server.ts";

export type { FormValue, UploadedFile } from "./upload.server.ts";

const mebibyte = 1024 * 1024;

/** The fields of a posted form; files are streamed to disk with limits (10 MB each, 12 of them). */
export async function readForm(request: Request, limits = { fileSize: 10 * mebibyte, files: 12 }): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return readMultipart(request, limits);
  const fields: Form["fields"] = new Map();
  for (const [name, value] of new URLSearchParams(await request.text())) add(fields, name, value);
  return { fields, discard: async () => {} };
}

const add = (fields: Form["fields"], name: string, value: FormValue) =>
  fields.set(name, [...(fields.get(name) ?? []), value]);

/**
 * The input of a schema out of form fields or a query: dotted names nest, `x:date` and `x:time` are joined to one
 * moment of India time, single values become arrays where the schema wants one, and empty optional fields are not given.
 */
export function parseFields<S extends z.ZodType>(schema: S, fields: Map<string, FormValue[]>): z.output<S> {
  const input: Record<string, unknown> = {};
  for (const [name, values] of joinMoments(fields)) {
    const field = fieldOf(schema, name);
    const value = isList(field) ? values : values.at(-1);
    if (value !== "" || !isOptional(field)) place(input, name.split("."), value);
  }
  // A group of which nothing was sent is refused field by field.
  for (const [name, field] of Object.entries(shapeOf(schema) ?? {}))
    if (shapeOf(field) && !isOptional(field)) input[name] ??= {};
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid("form.incomplete", known(fieldErrors(parsed.error)));
}

/** zod's own words never reach a person. */
function known(errors: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(errors).map(([name, key]) => [name, isMessageKey(key) ? key : ("form.check" as MessageKey)]),
  );
}

function joinMoments(fields: Map<string, FormValue[]>) {
  const joined = new Map<string, FormValue[]>();
  for (const [name, values] of fields) {
    const [base = name, part] = name.split(":");
    if (part === "date") {
      const moment = [values[0], fields.get(`${base}:time`)?.[0]].filter(Boolean).join("T");
      joined.set(base, [moment]);
    } else if (part !== "time") joined.set(name, values);
  }
  return joined;
}

function place(target: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown) {
  // What every object inherits (`constructor`, `__proto__`) is nobody's field.
  if (name in {}) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inside = target[name];
  const group = inside && typeof inside === "object" && !Array.isArray(inside) ? inside : {};
  target[name] = group;
  place(group as Record<string, unknown>, rest, value);
}

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
};
const definition = (schema: z.ZodType) => schema._zod.def as Definition;

/** The schema of a dotted field name, behind optional, default, pipe and preprocess. */
function fieldOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  return name.split(".").reduce<z.ZodType | undefined>((inside, part) => inside && own(shapeOf(inside), part), schema);
}

const own = (shape: Record<string, z.ZodType> | undefined, name: string) =>
  shape && Object.hasOwn(shape, name) ? shape[name] : undefined;

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { shape, innerType, in: from, out, type } = definition(schema);
  if (shape) return shape;
  const inner = innerType ?? (type === "pipe" && from && definition(from).type === "transform" ? out : from);
  return inner && shapeOf(inner);
}

function isList(schema: z.ZodType | undefined): boolean {
  if (!schema) return false;
  const { type, innerType, in: from, out } = definition(schema);
  if (type === "array") return true;
  const inner = innerType ?? (from && definition(from).type === "transform" ? out : from);
  return inner ? isList(inner) : false;
}

const isOptional = (schema: z.ZodType | undefined) => schema?.safeParse(undefined).success ?? true;

const never = /otp|password|proof|token|happy_?code|^(code|intent)$/i;

/** What was typed, to be shown again after a refusal; secrets and files never come back. */
export function shownAgain(fields: Map<string, FormValue[]>) {
  const values: Record<string, string | string[]> = {};
  for (const [name, list] of fields) {
    const texts = list.filter((value) => typeof value === "string");
    if (!never.test(name) && texts.length > 0) values[name] = texts.length === 1 ? texts[0]! : texts;
  }
  return values;
}
