import { answers, entities } from "./answers.ts";
import type { AnyCall } from "./call.server.ts";
import { contract } from "./contract/index.ts";
import type { Shape } from "./shape.ts";
import { wireSchema } from "./wire-schema.ts";

const envelope = {
  type: "object",
  required: ["status", "success", "message"],
  properties: {
    status: { type: "integer", description: "Equals the HTTP status" },
    success: { type: "integer", enum: [0, 1] },
    message: { type: "string" },
    data: { description: "The call's answer; lists are arrays" },
    next: { type: ["string", "null"], description: "Of a list with pages: what to send as `after`" },
  },
};
const refusal = {
  ...envelope,
  required: [...envelope.required, "code", "requestId"],
  properties: {
    ...envelope.properties,
    code: { type: "string", description: "Stable key of the refusal" },
    requestId: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" }, description: "Wire field → what is wrong" },
  },
};

const nameOf = new Map(Object.entries(entities).map(([name, shape]) => [shape, name]));

/** A shape with those that have a name said by it. */
function byName(shape: Shape, top = true): object {
  const name = top ? undefined : nameOf.get(shape);
  if (name) return { $ref: `#/components/schemas/${name}` };
  const { properties, items, anyOf, ...rest } = shape;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, byName(inner, false)])),
    }),
    ...(items && { items: byName(items, false) }),
    ...(anyOf && { anyOf: anyOf.map((one) => byName(one, false)) }),
  };
}
const named = Object.fromEntries(Object.entries(entities).map(([name, shape]) => [name, byName(shape)]));

/** What a call answers: the envelope with its own data, of a login with the data's fields beside it as well. */
function answer(key: string, bare: boolean) {
  const shape = answers[key] ?? {};
  const data = byName(shape, false);
  const beside = bare ? byName({ ...shape, required: [] }) : {};
  const properties = { ...("properties" in beside ? (beside.properties as object) : {}), data };
  const schema = { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties }] };
  return { description: "Done", content: { "application/json": { schema } } };
}

/** The OpenAPI 3.1 document of the whole table; it is derived, so it cannot fall behind. */
export function openApi(productName: string, origin: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, line] of Object.entries(contract)) {
    const [methods, path] = key.split(" ") as [string, string];
    for (const method of methods.split("|")) {
      paths[`/${path}`] ??= {};
      paths[`/${path}`]![method.toLowerCase()] = operation(method, path, line, answer(key, line.bare));
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version: "1.0.0" },
    servers: [{ url: `${origin}/api` }],
    components: {
      securitySchemes: {
        accessToken: { type: "apiKey", in: "header", name: "access-token" },
        xAccessToken: { type: "apiKey", in: "header", name: "x-access-token" },
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
      schemas: { Envelope: envelope, Refusal: refusal, ...named },
    },
    paths,
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string" },
  description:
    "A random value of your own for each act. However often it is sent again, by the same session (or proof, or address), the act is done once and answered the same for 24 hours; with another body it is refused (422 error.idempotencyBody). A refusal is not kept: sent again, it is judged anew.",
};

const tokens = [{ accessToken: [] }, { xAccessToken: [] }, { bearer: [] }];

function operation(method: string, path: string, line: AnyCall, done: object) {
  const schema = wireSchema(line.input);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const required = (schema.required ?? []).filter((name) => !inPath.includes(name));
  const open = line.as.includes("anyone");
  return {
    summary: line.summary,
    operationId: `${method.toLowerCase()}-${path.replace(/[{}]/g, "").replaceAll("/", "-")}`,
    tags: [path.split("/")[0]],
    description: `For: ${line.as.join(", ")}${line.can ? `; permission ${line.can}` : ""}`,
    security: [...(open ? [{}] : []), ...(line.as.some((kind) => kind !== "anyone") ? tokens : [])],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: "path",
        required: true,
        schema: schema.properties?.[name] ?? { type: "string" },
      })),
      ...(method === "GET"
        ? rest.map(([name, property]) => ({ name, in: "query", required: required.includes(name), schema: property }))
        : []),
      ...(line.once ? [idempotencyKey] : []),
    ],
    ...(method !== "GET" && (rest.length > 0 || line.file) && { requestBody: body(rest, required, line.file) }),
    responses: {
      200: done,
      ...(!open && { 401: reply("No session, or it is over", "Refusal"), 403: reply("Not allowed", "Refusal") }),
      422: reply("The input cannot be used", "Refusal"),
      default: reply("Refused", "Refusal"),
    },
  };
}

function body(properties: [string, unknown][], required: string[], file: string | undefined) {
  const schema: Record<string, unknown> = { type: "object", properties: Object.fromEntries(properties) };
  if (required.length > 0) schema.required = required;
  if (!file) return { required: required.length > 0, content: { "application/json": { schema } } };
  const withFile = { ...(schema.properties as object), [file]: { type: "string", format: "binary" } };
  return {
    required: true,
    content: { "multipart/form-data": { schema: { ...schema, properties: withFile, required: [...required, file] } } },
  };
}

const reply = (description: string, name: string) => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
