import { z } from "zod";
import { instantOr } from "#modules/kernel/text/input-json.ts";
import type { Call } from "../line/call.server.ts";

type Shape = {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  $ref?: string;
  $defs?: Record<string, Shape>;
};

/** Deeper than this a thing stands as `{}`: the documents of a thing say what is in it. */
const deepest = 6;

const known = new WeakMap<Call, string>();

/** What a call answers, as JSON with a value of its kind for each field; made once. */
export function answerExample(line: Call): string {
  const example = known.get(line) ?? JSON.stringify(wholeOf(line), null, 2);
  known.set(line, example);
  return example;
}

function wholeOf({ answer, bare, example }: Call) {
  const schema = z.toJSONSchema(answer, { unrepresentable: instantOr("any") }) as Shape;
  const data = example ?? aValue(schema, schema.$defs ?? {}, 0);
  const extra = bare && typeof data === "object" ? data : {};
  return { status: 200, success: 1, message: "text", ...extra, data };
}

function aValue(shape: Shape, defs: Record<string, Shape>, depth: number): unknown {
  if (shape.$ref) {
    const named = defs[shape.$ref.split("/").at(-1)!];
    return named && depth < deepest ? aValue(named, defs, depth + 1) : {};
  }
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return aValue(shape.anyOf.find(({ type }) => type !== "null") ?? {}, defs, depth);
  const type = [shape.type].flat().find((each) => each !== "null");
  if (type === "array") return depth < deepest ? [aValue(shape.items ?? {}, defs, depth + 1)] : [];
  if (shape.properties && depth < deepest)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, each]) => [name, aValue(each, defs, depth + 1)]),
    );
  if (type === "string") return shape.format ?? "text";
  if (type === "number" || type === "integer") return 0;
  if (type === "boolean") return true;
  return type === "object" ? {} : null;
}
