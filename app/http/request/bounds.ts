import { type DomainError, invalid } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/*
 * Limits on everything that is parsed: queries, both kinds of form, and the calls' JSON. They are checked on the raw
 * text before anything is built from it, so that a refused input costs only one pass over it.
 */

/** No page and no call needs more fields than this; a list's values count each. */
export const mostFields = 300;
/** The longest name of a field, in bytes. */
export const longestName = 100;
/** How many parts a name may have (`a.b.c.d`), and how deep JSON may nest. */
export const deepest = 4;
/** The most segments of a path: each route pattern is matched against all of them. */
const mostSteps = 40;

const tooMany = () => invalid("error.tooManyFields");
const tooDeep = () => invalid("error.tooDeep");

/** Fields by name, in the order they came; a repeated name keeps all its values. */
export type Fields<Value = string> = Map<string, Value[]>;

/** Parses a query or a url-encoded form. */
export function fieldsOf(text: string): Fields {
  refuseUnbounded(text);
  const fields: Fields = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    refuseName(name);
    add(fields, name, value);
  }
  return fields;
}

/** Adds a value to a field's list. */
export function add<Value>(fields: Fields<Value>, name: string, value: Value) {
  const values = fields.get(name);
  if (values) values.push(value);
  else fields.set(name, [value]);
}

/** The last value of each field, for callers that take no lists. */
export const lastOf = <Value>(fields: Fields<Value>): Record<string, Value> =>
  Object.fromEntries([...fields].map(([name, values]) => [name, values.at(-1)!]));

/** Refuses more fields or longer names than any form of ours has; an escaped byte takes three characters. */
function refuseUnbounded(text: string) {
  let seen = 0;
  for (let at = 0; at < text.length; ) {
    if (++seen > mostFields) throw tooMany();
    const next = text.indexOf("&", at);
    const end = next < 0 ? text.length : next;
    const start = text.slice(at, Math.min(end, at + 3 * longestName + 1));
    if (start.length > 3 * longestName && !start.includes("=")) throw tooDeep();
    at = end + 1;
  }
}

/** Refuses a name that is longer or has more parts than any of ours. */
export function refuseName(name: string) {
  if (name.length > longestName || Buffer.byteLength(name) > longestName) throw tooDeep();
  if (name.split(".").length > deepest) throw tooDeep();
}

/** Why an address is refused before routing; its query has the same limits as a posted form. */
export function whyUnbounded(address: string): MessageKey | undefined {
  const from = address.indexOf("?");
  const path = from < 0 ? address : address.slice(0, from);
  if (path.split("/", mostSteps + 2).length > mostSteps + 1) return "error.tooDeep";
  try {
    if (from >= 0) fieldsOf(address.slice(from + 1));
    return undefined;
  } catch (error) {
    return (error as DomainError).key;
  }
}

const [quote, backslash, comma, colon, brace, bracket, braceEnd, bracketEnd] = [...'"\\,:{[}]'].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];

/**
 * Refuses JSON that nests deeper, has more members or longer names than any call takes; it may still be invalid JSON.
 */
export function refuseUnboundedJson(text: string) {
  let depth = 0;
  let members = 0;
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      last = text.slice(at, Math.min(end, at + 6 * longestName + 3));
      at = end - 1;
    } else if (code === colon) {
      refuseName(unescaped(last));
      last = "";
    } else if (code === brace || code === bracket) {
      if (++depth > deepest) throw tooDeep();
      if (++members > mostFields) throw tooMany();
    } else if (code === braceEnd || code === bracketEnd) depth -= 1;
    else if (code === comma && ++members > mostFields) throw tooMany();
  }
}

/** The position after the string that begins here. */
function endOfString(text: string, from: number) {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

/** A name without its escapes; what is not a JSON string is left to fail in the JSON parser. */
function unescaped(name: string): string {
  if (!name.includes("\\")) return name.slice(1, -1);
  try {
    return JSON.parse(name) as string;
  } catch {
    return name;
  }
}
