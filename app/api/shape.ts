/*
 * The words that answers are described with: JSON Schemas for the OpenAPI document.
 */

export type Shape = {
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
};

export const text: Shape = { type: "string" };
export const number: Shape = { type: "number" };
export const flag: Shape = { type: "boolean" };
export const moment: Shape = { type: "string", format: "date-time" };
export const nothing: Shape = { type: "null" };
export const list = (items: Shape): Shape => ({ type: "array", items });
export const maybe = (shape: Shape): Shape => ({ ...shape, type: [shape.type as string, "null"] });

/** An object; fields after `may` can be missing. */
export const object = (properties: Record<string, Shape>, may: Record<string, Shape> = {}): Shape => ({
  type: "object",
  properties: { ...properties, ...may },
  required: Object.keys(properties),
});
/** One object's fields and more of them. */
export const and = ({ properties, required }: Shape, more: Shape): Shape => ({
  type: "object",
  properties: { ...properties, ...more.properties },
  required: [...(required ?? []), ...(more.required ?? [])],
});
export const without = ({ properties = {}, required = [] }: Shape, ...names: string[]): Shape => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
  required: required.filter((name) => !names.includes(name)),
});

/** Where an answer is not what its shape says: a field too many, one too few, one of another kind. */
export function misfits(value: unknown, shape: Shape, at = "data"): string[] {
  if (shape.anyOf) {
    const tries = shape.anyOf.map((one) => misfits(value, one, at));
    return tries.some((told) => told.length === 0) ? [] : tries.reduce((a, b) => (b.length < a.length ? b : a));
  }
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (shape.type && ![shape.type].flat().includes(kind)) return [`${at} is ${kind}`];
  if (Array.isArray(value))
    return value.flatMap((one, index) => (shape.items ? misfits(one, shape.items, `${at}[${index}]`) : []));
  if (kind !== "object" || !shape.properties) return [];
  const fields = value as Record<string, unknown>;
  return [
    ...(shape.required ?? []).filter((name) => fields[name] === undefined).map((name) => `${at}.${name} is missing`),
    ...Object.entries(fields).flatMap(([name, inner]) => {
      const described = shape.properties?.[name];
      return described ? misfits(inner, described, `${at}.${name}`) : [`${at}.${name} is not described`];
    }),
  ];
}
