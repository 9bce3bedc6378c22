import { contract } from "../contract/index.ts";
import type { Call } from "../line/call.server.ts";
import { answerExample } from "./answer-example.ts";
import { inputExample, inputSchema } from "./input-schema.ts";
import { codesOf } from "./refusal-codes.ts";

type Shape = {
  properties?: Record<string, Shape>;
  required?: string[];
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Shape[];
  maxLength?: number;
  description?: string;
};
type Field = { name: string; required: boolean; takes: string; means: string };

type Described = ReturnType<typeof describe>;

/** The described calls by origin, each with the words it is found by; described once, because it takes long. */
const described = new Map<string, { call: Described; words: string }[]>();

function allCalls(origin: string) {
  const known = described.get(origin);
  if (known) return known;
  const calls = Object.entries(contract).map(([key, line]) => {
    const call = describe(key, line, origin);
    return { call, words: [call.path, call.summary, ...call.fields.map(({ name }) => name)].join(" ").toLowerCase() };
  });
  described.set(origin, calls);
  return calls;
}

/**
 * The API's table as a readable list, grouped by the first path segment: the first `most` calls whose path, summary or
 * fields have each of the words in `find`, and how many `more` have them. `origin` stands in their examples.
 */
export function callList(find: string, origin: string, most = Number.POSITIVE_INFINITY) {
  const searched = find.toLowerCase().split(/\s+/);
  const matching = allCalls(origin).filter(({ words }) => searched.every((word) => words.includes(word)));
  const groups = new Map<string, Described[]>();
  for (const { call } of matching.slice(0, most)) {
    const name = call.path.split("/")[0]!;
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return {
    groups: [...groups].map(([name, calls]) => ({ name, calls })),
    more: Math.max(0, matching.length - most),
  };
}

function describe(key: string, line: (typeof contract)[keyof typeof contract], origin: string) {
  const [methods, path] = key.split(" ") as [string, string];
  const fields = fieldsOf(inputSchema(line.input) as Shape);
  return {
    example: exampleOf(methods.split("|")[0]!, `${origin}/api/${path}`, line),
    answer: answerExample(line),
    methods: methods.replace("|", " "),
    path,
    summary: line.summary,
    for: line.as.join(", "),
    can: line.can,
    scope: line.scope,
    codes: Object.entries(codesOf(line, !methods.startsWith("GET"))).map(
      ([status, codes]) => `${status} ${codes.join(", ")}`,
    ),
    proof: line.proof !== undefined,
    once: line.once !== undefined,
    fields: line.file ? [...fields, { name: line.file, required: true, takes: "file", means: "" }] : fields,
  };
}

function fieldsOf({ properties = {}, required = [] }: Shape, above = ""): Field[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = above + name;
    if (property.properties) return fieldsOf(property, `${path}.`);
    const { description: means = "" } = property;
    return [{ name: path, required: required.includes(name), takes: takenBy(property), means }];
  });
}

/** The command of one call, for a guide. */
export function callExample(key: keyof typeof contract, origin: string): string {
  const [methods, path] = key.split(" ") as [string, string];
  return exampleOf(methods, `${origin}/api/${path}`, contract[key]!);
}

/** A command that makes the call with what it requires; what only its caller knows stands in capitals. */
function exampleOf(method: string, url: string, { as, scope, proof, once, file, input }: Call) {
  const inPath = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const sent = inputExample(input, inPath);
  const address = url.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const fields = Object.entries(sent).map(([name, value]) => [name, parameterText(value)] as const);
  const query =
    method === "GET" && fields.length > 0 ? `?${new URLSearchParams(fields.map((field) => [...field]))}` : "";
  return [
    `curl -X ${method} '${address}${query}'`,
    !as.includes("anyone") && (scope ? "-H 'authorization: Bearer API-KEY'" : "-H 'access-token: TOKEN'"),
    proof && "-H 'x-otp-proof: PROOF'",
    once && "-H 'Idempotency-Key: A-RANDOM-VALUE'",
    ...(file ? fields.map(([name, value]) => `-F '${name}=${value}'`) : []),
    file && `-F '${file}=@FILE'`,
    method !== "GET" &&
      !file &&
      fields.length > 0 &&
      `-H 'content-type: application/json' -d '${JSON.stringify(sent)}'`,
  ]
    .filter(Boolean)
    .join(" \\\n  ");
}

/** A value as a query or a form sends it. */
const parameterText = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** What a field takes, in a few words: its values where they are few, otherwise its type and its length. */
function takenBy({ enum: values, anyOf, type = "any", format, maxLength }: Shape): string {
  if (values) return values.map(String).join(" | ");
  if (anyOf) return [...new Set(anyOf.map(takenBy))].filter((each) => each !== "null").join(" or ");
  const types = [type].flat().filter((each) => each !== "null");
  const more = [format, maxLength && `up to ${maxLength} characters`].filter(Boolean).join(", ");
  return types.join(" or ") + (more && ` (${more})`);
}
