import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "#app/api/contract/index.ts";
import { routeTable } from "#app/testing/access/knock.ts";
import { env } from "#modules/kernel/env.server.ts";
import * as types from "#modules/kernel/validation.ts";
import { decimal, id, isKeepable, text, wholeNumber } from "#modules/kernel/validation.ts";
import { fc, property as properties } from "#modules/testing/property.ts";
import { doorsOf, type Gated } from "./gate.ts";

/*
 * Walks every schema that outside input reaches down to its last field: each must be one of the types of
 * kernel/validation.ts. Unchecked ones (any text, any number, anything) would reach the database as sent.
 */

type Definition = {
  type: string;
  coerce?: boolean;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  innerType?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
  checks?: { _zod: { def: { check: string } } }[];
};

const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition;
const wrappers = ["optional", "nullable", "default", "prefault", "catch", "readonly", "nonoptional"];
const leaves = ["enum", "literal", "boolean", "null", "undefined", "never", "transform"];

/** The faults of a schema and of everything inside it. */
function faultsIn(schema: z.ZodType, at: string): string[] {
  const { type, coerce, shape, catchall, innerType, element, options, in: from, out, checks = [] } = definition(schema);
  const has = (...kinds: string[]) => checks.some((check) => kinds.includes(check._zod.def.check));
  if (coerce) return [`${at} takes whatever JavaScript makes a ${type} of`];
  if (type === "object") {
    const fields = Object.entries(shape ?? {}).flatMap(([name, field]) => faultsIn(field, `${at}.${name}`));
    return catchall && definition(catchall).type !== "never" ? [`${at} lets unknown fields pass`, ...fields] : fields;
  }
  if (type === "string") {
    const longest = (schema as z.ZodString).maxLength;
    if (!isKeepable(schema)) return [`${at} is a bare string`];
    return longest === null || longest === undefined ? [`${at} has no longest`] : [];
  }
  if (type === "number" || type === "date")
    return has("greater_than") && has("less_than") ? [] : [`${at} is a ${type} without a least and a most`];
  if (type === "array")
    return [
      ...(has("max_length", "length_equals") ? [] : [`${at} is a list of any length`]),
      ...faultsIn(element!, `${at}[]`),
    ];
  if (type === "union") return options!.flatMap((option, number) => faultsIn(option, `${at}|${number}`));
  if (type === "pipe") return [...faultsIn(from!, at), ...faultsIn(out!, at)];
  if (wrappers.includes(type)) return faultsIn(innerType!, at);
  return leaves.includes(type) ? [] : [`${at} takes ${type}`];
}

/** Every schema with its place: those of calls, of pages and forms, and of the modules. */
async function everySchema() {
  const schemasByName = new Map<string, z.ZodType>();
  for (const [name, { input }] of Object.entries(contract)) schemasByName.set(name, input.schema);
  for (const { pattern, part, door } of doorsOf(await routeTable())) {
    const { schemas = {} } = (door as Gated).gate;
    for (const [name, schema] of Object.entries(schemas)) schemasByName.set(`${part} ${pattern} ${name}`, schema);
  }
  for (const file of globSync("modules/*/{shared,*-schemas}.ts", { cwd: env.root })) {
    const exported = (await import(path.join(env.root, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (value instanceof z.ZodType) schemasByName.set(`${file} ${name}`, value);
  }
  for (const [name, value] of Object.entries(types)) if (value instanceof z.ZodType) schemasByName.set(name, value);
  return schemasByName;
}

const schemas = await everySchema();

test("every field that comes from outside has one of our types", () => {
  expect(schemas.size).toBeGreaterThan(200);
  expect([...schemas].flatMap(([name, schema]) => faultsIn(schema, name))).toEqual([]);
});

test.each([
  ["a text", z.string()],
  ["a text with a length only", z.object({ name: z.string().trim().min(1).max(30) })],
  ["our text without its length", z.string().check(...checksOf(text(3)).slice(0, 2))],
  ["zod's own id", z.object({ id: z.uuid() })],
  ["zod's own day", z.array(z.iso.date()).max(3)],
  ["a text behind a wrapper", z.preprocess((sent) => sent, z.string().max(3)).optional()],
  ["a text in a choice", z.union([id, z.string().max(3)])],
  ["a text that is changed", z.string().max(3).transform(Number).pipe(wholeBounded())],
  ["a number without bounds", z.object({ count: z.int().min(1) })],
  ["a number out of anything", z.coerce.number().min(1).max(2)],
  ["a moment without bounds", z.date().optional()],
  ["a moment out of anything", z.coerce.date()],
  ["anything", z.object({ more: z.unknown() })],
  ["anything at all", z.any().optional()],
  ["unknown fields", z.looseObject({ id })],
  ["names of any kind", z.record(z.string(), id)],
  ["a list without an end", z.array(id)],
])("the walk finds %s", (_what, schema) => {
  expect(faultsIn(schema, "here")).toHaveLength(1);
});

function checksOf(schema: z.ZodType) {
  return (schema._zod.def.checks ?? []) as z.core.$ZodCheck<string>[];
}

function wholeBounded() {
  return z.int().min(1).max(2);
}

test("the walk passes our types, however they are wrapped", () => {
  const schema = z.object({
    name: text(3).optional(),
    ids: z.array(z.union([id, z.null()])).max(3),
    at: z.preprocess((sent) => sent, decimal(0, 1)).default(0),
    count: wholeNumber(1, 2).pipe(z.literal(1)).catch(1),
  });
  expect(faultsIn(schema, "here")).toEqual([]);
});

/** Each named field on its own, so that a missing other field hides no fault. */
function fieldsIn(schema: z.ZodType, at: string): [string, z.ZodType][] {
  const { shape, innerType, element, options, in: from, out } = definition(schema);
  const inside = [innerType, element, from, out, ...(options ?? [])].filter((inner) => inner !== undefined);
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]): [string, z.ZodType][] => [
    [`${at}.${name}`, field],
    ...fieldsIn(field, `${at}.${name}`),
  ]);
  return [...fields, ...inside.flatMap((inner) => fieldsIn(inner, at))];
}

const fields = [
  ...new Map([...schemas].flatMap(([name, schema]) => fieldsIn(schema, name)).map(([at, field]) => [field, at])),
];

/** Control characters, lone surrogates, the first and last code points, and text that is not valid. */
const hostileText = fc
  .tuple(
    fc.constantFrom("", "a", "9876543210", "2026-11-22", "10", "क"),
    fc.constantFrom("\0", "\b", "\v", "\x1b", "\x7f", "\u0085", "\ud83d", "\udc00", "\uffff", "\ufdd0"),
    fc.constantFrom("", "b", "0", "T10:00"),
  )
  .map((parts) => parts.join(""));
const hostileNumber = fc.constantFrom(
  "0x64",
  "1e3",
  "1E400",
  "Infinity",
  "-Infinity",
  "NaN",
  "+5",
  "1,2,3",
  "１０",
  "",
  " ",
  "9".repeat(400),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  1e308,
  2 ** 53,
  -0.5,
  1n,
);
const hostileDay = fc.constantFrom(
  "275760-09-13",
  "+275760-09-13T00:00:00Z",
  "0000-01-01",
  "2026-02-31T10:00:00Z",
  "2026-02-31",
  "1999-12-31",
  "2101-01-01T00:00",
  "-000001-01-01T00:00:00Z",
  "2026-13-01T10:00",
  "2026-01-01T25:00",
  "Thu Jan 01 1970",
  "1",
  "8640000000000000_0193b1a2-0000-7000-8000-000000000000",
  "1732178123000_0193b1a2",
);
const noText = fc.oneof(
  fc.constantFrom(null, undefined, true, {}, [], { _id: {} }, { _id: "\0" }, [["\0"]], Symbol.iterator, () => "a"),
  fc.constant(JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`) as unknown),
  fc.constant(Object.create(null) as object),
  fc.constant(new Date(8.64e15)),
  fc.string({ unit: "binary", maxLength: 400 }),
);
const hostile = fc.oneof(hostileText, hostileNumber, hostileDay, noText);

const unfit = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The largest number of a field: what a client owes has ten digits (R270); its column holds more. */
const largest = (at: string) => (at.endsWith(".dueAmount") ? 9_999_999_999 : 2 ** 31 - 1);

/** The parts of a parsed value that neither the database nor a screen can hold. */
function unkeepable(value: unknown, most: number): unknown[] {
  if (typeof value === "string") return unfit.test(value) ? [value] : [];
  if (typeof value === "number") return Number.isFinite(value) && Math.abs(value) <= most ? [] : [value];
  if (value instanceof Date) return value.getTime() > 9e11 && value.getTime() < 4.2e12 ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((part) => unkeepable(part, most));
  return value && typeof value === "object" ? Object.values(value).flatMap((part) => unkeepable(part, most)) : [];
}

properties.prop([hostile], { numRuns: 400 })(
  "whatever is sent for a field: refused, or nothing is left of it that cannot be kept",
  (sent) => {
    for (const [field, at] of fields) {
      const { success, data } = field.safeParse(sent);
      if (success) expect([at, unkeepable(data, largest(at))]).toEqual([at, []]);
    }
  },
);
