import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "#app/api/contract/index.ts";
import { routeTable } from "#app/testing/access/knock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { inputJson } from "#modules/kernel/text/input-json.ts";
import { isPlain } from "#modules/kernel/text/texts.ts";
import * as types from "#modules/kernel/validation.ts";
import { decimal, id, text, wholeNumber } from "#modules/kernel/validation.ts";
import { fc, property as properties } from "#modules/testing/property.ts";
import { partsOf } from "#modules/testing/schema-parts.ts";
import { doorsOf, type Gated } from "./gate.ts";

/*
 * Walks every schema that outside input reaches down to its last field: each must be one of the types of
 * kernel/validation.ts. Unchecked ones (any text, any number, anything) would reach the database as sent.
 */

const passing = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodNull, z.ZodUndefined, z.ZodNever, z.ZodTransform];

/** Whether a text is refused for a character that cannot be stored, as each of our types does. */
const isKeepable = (schema: z.ZodType) =>
  schema.safeParse("\0").error?.issues.some(({ message }) => message === "form.characters") ?? false;

/** The faults of a schema and of everything inside it. */
function faultsIn(schema: z.ZodType, at: string): string[] {
  if ("coerce" in schema.def && schema.def.coerce) return [`${at} takes whatever JavaScript makes a ${schema.type} of`];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => faultsIn(field, `${at}.${name}`));
    const { additionalProperties: rest } = inputJson(schema);
    return rest ? [`${at} lets unknown fields pass`, ...fields] : fields;
  }
  if (schema instanceof z.ZodString) {
    if (!isKeepable(schema)) return [`${at} is a bare string`];
    return schema.maxLength === null ? [`${at} has no longest`] : [];
  }
  if (schema instanceof z.ZodNumber)
    return isBounded(schema.minValue, schema.maxValue) ? [] : [`${at} is a number without a least and a most`];
  if (schema instanceof z.ZodDate)
    return schema.minDate && schema.maxDate ? [] : [`${at} is a date without a least and a most`];
  if (schema instanceof z.ZodArray)
    return [
      ...(inputJson(schema).maxItems === undefined ? [`${at} is a list of any length`] : []),
      ...faultsIn(schema.element as z.ZodType, `${at}[]`),
    ];
  if (passing.some((kind) => schema instanceof kind)) return [];
  const parts = partsOf(schema);
  if (parts.length === 0) return [`${at} takes ${schema.type}`];
  return parts.flatMap((part, index) => faultsIn(part, schema instanceof z.ZodUnion ? `${at}|${index}` : at));
}

const isBounded = (least: number | null, most: number | null) =>
  least !== null && most !== null && least > Number.MIN_SAFE_INTEGER && most < Number.MAX_SAFE_INTEGER;

/** Every schema with its place: those of calls, of pages and forms, and of the modules. */
async function everySchema() {
  const schemasByName = new Map<string, z.ZodType>();
  for (const [name, { input }] of Object.entries(contract)) schemasByName.set(name, input.schema);
  for (const { pattern, part, door } of doorsOf(await routeTable())) {
    const { schemas = {} } = (door as Gated).gate;
    for (const [name, schema] of Object.entries(schemas)) schemasByName.set(`${part} ${pattern} ${name}`, schema);
  }
  for (const file of globSync("modules/*/{shared,*/input}.ts", { cwd: env.root })) {
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
  ["our text without its length", z.string().refine(isPlain, "form.characters")],
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
  if (!(schema instanceof z.ZodObject)) return partsOf(schema).flatMap((part) => fieldsIn(part, at));
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]): [string, z.ZodType][] => [
    [`${at}.${name}`, field],
    ...fieldsIn(field, `${at}.${name}`),
  ]);
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
