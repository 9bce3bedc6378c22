import type { z } from "zod";
import { invalid } from "#modules/kernel/errors.ts";
import { type InputJson, inputField, inputFields, inputJson, withoutNull } from "#modules/kernel/text/input-json.ts";
import { fieldErrors, fieldLimits } from "#modules/kernel/validation.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import { bodyText } from "./body.ts";
import { fieldsOf } from "./bounds.ts";
import { type Form, type FormValue, isMultipart, readMultipart, type Taking } from "./upload.server.ts";
import { asUpload } from "./upload-quota.server.ts";

export type { FilesTaken, FormValue, UploadedFile } from "./upload.server.ts";

/**
 * Reads the fields of a posted form. Declared files are streamed to disk, within their sender's quota and turn, and
 * stay there until `discard`.
 */
export async function readForm(request: Request, taking?: Taking): Promise<Form> {
  if (!isMultipart(request)) return { fields: fieldsOf(await bodyText(request)), discard: async () => {} };
  return taking
    ? asUpload(taking, (reportBytes) => readMultipart(request, taking.files, reportBytes))
    : readMultipart(request);
}

/** The texts of a posted form that nobody may send any more; its files are left out. */
export const readTexts = async (request: Request): Promise<Omit<Form, "discard">> =>
  isMultipart(request) ? readMultipart(request, "left out") : { fields: fieldsOf(await bodyText(request)) };

/**
 * Parses form fields or a query with a schema: dotted names nest, `x:date` and `x:time` are joined to one moment in
 * IST, single values become arrays where the schema wants one, and empty optional fields are left out. Names the schema
 * does not know are ignored.
 */
export function parseFields<S extends z.ZodType>(schema: S, fields: Map<string, FormValue[]>): z.output<S> {
  const json = inputJson(schema);
  const input: Record<string, unknown> = {};
  for (const [name, values] of joinMoments(fields)) {
    const { json: field = unnamedField(json, name), required } = inputField(json, name);
    if (!field) continue;
    const value = withoutNull(field).type === "array" ? values : values.at(-1);
    if (value !== "" || required) place(input, name.split("."), value);
  }
  // A required group of which nothing was sent is refused field by field.
  for (const [name, field] of Object.entries(inputFields(json) ?? {}))
    if (inputFields(field) && json.required?.includes(name)) input[name] ??= {};
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = asSent(known(fieldErrors(parsed.error)), [...fields.keys()]);
  throw invalid("form.incomplete", errors, fieldLimits(parsed.error));
}

/**
 * Errors in the order in which the browser sent their fields, which is the page's. A choice that was not made is not sent:
 * it has the place of its group, or stays behind the errors before it.
 */
function asSent<T>(errors: Record<string, T>, sent: readonly string[]): Record<string, T> {
  const groups = sent.map(groupOf);
  let behind = -1;
  const placed = Object.entries(errors).map(([name, error]) => {
    const own = sent.findIndex((field) => field === name || field.startsWith(`${name}:`));
    const index = own >= 0 ? own : groups.indexOf(groupOf(name));
    const at = index >= 0 ? index : behind;
    behind = Math.max(behind, at);
    return { at, name, error };
  });
  return Object.fromEntries(placed.sort((one, two) => one.at - two.at).map(({ name, error }) => [name, error]));
}

const groupOf = (name: string) => name.split(/[.:]/)[0];

/** Replaces errors that are not keys of our messages (zod's own texts) by a general one. */
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
  // Inherited names (`constructor`, `__proto__`) are never fields.
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

/** What a schema takes for a name it does not list: only a `looseObject` takes any. */
const unnamedField = ({ additionalProperties: rest }: InputJson, name: string) =>
  typeof rest === "object" && !name.includes(".") ? rest : undefined;
