import { z } from "zod";
import { limitInWords } from "#app/http/doors/use-limit.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { instantOr } from "#modules/kernel/text/input-json.ts";
import { productVersion } from "#modules/kernel/version.server.ts";
import { say } from "#modules/messages/index.ts";
import { webhookSchemas } from "#modules/notifications/index.ts";
import { contract } from "../contract/index.ts";
import type { Call } from "../line/call.server.ts";
import { named } from "../shapes/named.ts";
import { inputExample, inputSchema } from "./input-schema.ts";
import { codesOf } from "./refusal-codes.ts";
import { documentedWebhooks } from "./webhooks.ts";

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
    code: { type: "string", description: "Stable key of the refusal; a later version may bring others" },
    requestId: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" }, description: "Wire field → what is wrong" },
  },
};

/** Built on first use; most processes never need it. */
let made: ReturnType<typeof described> | undefined;

/** The schemas of all answers; named things are described once and referred to. */
function described() {
  const all = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(named)) all.add(shape, { id });
  for (const [id, { answer, bare }] of Object.entries(contract)) {
    // A login's answer has the data's fields beside `data` as well.
    const extra = bare && answer instanceof z.ZodObject ? answer.shape : {};
    all.add(z.object({ ...extra, data: answer }), { id });
  }
  const { schemas } = z.toJSONSchema(all, {
    uri: (name) => `#/components/schemas/${name}`,
    unrepresentable: instantOr("throw"),
    override: ({ jsonSchema }) => {
      // Only our tests forbid additional fields: apps must tolerate new ones.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return new Map(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

/** The OpenAPI 3.1 document of the whole table; it is generated, so it is always up to date. */
export function openApi(productName: string, origin: string) {
  made ??= described();
  const answers = made;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, line] of Object.entries(contract)) {
    const [methods, path] = key.split(" ") as [string, string];
    for (const method of methods.split("|")) {
      paths[`/${path}`] ??= {};
      paths[`/${path}`]![method.toLowerCase()] = operation(method, path, line, answers.get(key)?.properties);
    }
  }
  return {
    openapi: "3.1.0",
    info: infoOf(productName, origin),
    servers: [{ url: `${origin}/api` }],
    components: {
      securitySchemes: {
        accessToken: { type: "apiKey", in: "header", name: "access-token" },
        xAccessToken: { type: "apiKey", in: "header", name: "x-access-token" },
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "Authorization with the token alone is read, too",
        },
        clientKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ck_…",
          description:
            "An API key of a B2B client, made on its page of API keys. It opens the calls that name one of its scopes, and no others; 600 calls a minute",
        },
        otpProof: {
          type: "apiKey",
          in: "header",
          name: "x-otp-proof",
          description: "The `data.proof` of a verified one-time password: for its phone alone, one act, 15 minutes",
        },
        visitor: {
          type: "apiKey",
          in: "cookie",
          name: "visitor",
          description: "A browser that proved the phone on our pages",
        },
      },
      schemas: {
        Envelope: envelope,
        Refusal: refusal,
        ...Object.fromEntries(Object.keys(named).map((name) => [name, answers.get(name)])),
        ...webhookSchemas(),
      },
    },
    paths,
    webhooks: documentedWebhooks(),
  };
}

/** Who answers for the API, which version it is, and what may change. */
const infoOf = (productName: string, origin: string) => ({
  title: `${productName} API`,
  version: productVersion(),
  description: [
    say("api.docsIntroShort"),
    say("api.docsPolicy", { version: productVersion() }),
    say("api.docsHelp", { phone: env.supportPhone, hours: env.supportHours }),
  ].join("\n\n"),
  contact: { name: env.operatorLegalName, url: `${origin}/api/docs#help` },
});

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string" },
  description:
    "A random value of your own for each act. However often it is sent again, by the same session (or proof, or browser), the act is done once and answered the same for 24 hours; with another body it is refused (422 error.idempotencyBody). Of a caller who has none of these a key stands for one body: with another one it is another act. A refusal is not kept: sent again, it is judged anew.",
};

const otpNonce = {
  name: "x-otp-nonce",
  in: "header",
  required: false,
  schema: { type: "string" },
  description:
    "The data.otp_nonce of the call that sent the code. With it the five tries of that code are yours alone; without it tries are counted for the phone and your network, which others may share.",
};

const freshCode = {
  name: "x-totp",
  in: "header",
  required: false,
  schema: { type: "string" },
  description:
    "A code of the admin's authenticator app, where the admin has a second factor (422 totp.header without it). Each code is good once; ending, moving or deleting a request for which little was paid needs one an hour, counted from the login, everything else one for each call. An answer given again for its Idempotency-Key needs none.",
};

const tokens = [{ accessToken: [] }, { xAccessToken: [] }, { bearer: [] }];

/** How a caller may authenticate: not at all, by a proof or visitor cookie of the public, or by a session. */
function securityOf({ as, proof, scope }: Call) {
  const open = as.includes("anyone");
  const keys = scope ? [{ clientKey: [] }] : [];
  const signedIn = as.some((kind) => kind !== "anyone") ? [...tokens, ...keys] : [];
  if (!proof) return [...(open ? [{}] : []), ...signedIn];
  if (!open) return signedIn.map((token) => ({ ...token, otpProof: [] }));
  return [{ otpProof: [] }, ...(proof.orVisitor ? [{ visitor: [] }] : []), ...signedIn];
}

/** Who may make a call, what they must have proved, and what becomes of query parameters it does not take. */
function requirementsOf({ as, can, scope, own, proof, limit }: Call) {
  const needs = `${can ? `; of admins: ${can}` : ""}${scope ? `; of API keys: ${scope}` : ""}`;
  const strict = own
    ? ". Other query parameters are refused"
    : scope
      ? ". With an API key other query parameters are refused"
      : "";
  const who = `For: ${as.join(", ")}${needs}. Limit: ${limitInWords(limit)}${strict}`;
  if (!proof) return who;
  const browser = proof.orVisitor ? ", or the visitor cookie of a browser that proved it" : "";
  return `${who}. The phone must be proved: the \`data.proof\` of \`${proof.by}\` as header \`x-otp-proof\` or as \`proof\` in the body${browser}. Without it ${as.includes("anyone") ? "401" : "403"} otp.proofMissing; with one that is wrong, over, used or another phone's 403 otp.proofNeeded.`;
}

function operation(method: string, path: string, line: Call, answer: object | undefined) {
  const schema = inputSchema(line.input);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const required = (schema.required ?? []).filter((name) => !inPath.includes(name));
  return {
    summary: line.summary,
    operationId: `${method.toLowerCase()}-${path.replace(/[{}]/g, "").replaceAll("/", "-")}`,
    tags: [path.split("/")[0]],
    description: requirementsOf(line),
    security: securityOf(line),
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
      ...(schema.properties?.otp ? [otpNonce] : []),
      ...(typeof line.fresh === "string" ? [freshCode] : []),
    ],
    ...(method !== "GET" && (rest.length > 0 || line.file) && { requestBody: body(rest, required, line, inPath) }),
    responses: {
      200: {
        description: "Done",
        headers: { ...limits, ...(line.once && replayed) },
        content: {
          "application/json": {
            schema: { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties: answer }] },
            ...(line.example !== undefined && { example: { status: 200, success: 1, data: line.example } }),
          },
        },
      },
      ...refusals(line, method !== "GET"),
      default: reply("Refused", "Refusal"),
    },
  };
}

function body(
  properties: [string, unknown][],
  required: string[],
  { file, largest, input }: Call,
  inPath: readonly string[],
) {
  const schema: Record<string, unknown> = { type: "object", properties: Object.fromEntries(properties) };
  if (required.length > 0) schema.required = required;
  const example = inputExample(input, inPath);
  // Of several names for one field none is required, yet one of them is.
  const needed = Object.keys(example).length > 0;
  if (!file) return { required: needed, content: { "application/json": { schema, ...(needed && { example }) } } };
  const withFile = { ...(schema.properties as object), [file]: binary(largest) };
  return {
    required: true,
    content: { "multipart/form-data": { schema: { ...schema, properties: withFile, required: [...required, file] } } },
  };
}

const binary = (largest: number) => ({
  type: "string",
  format: "binary",
  description: `At most ${largest / 1024 / 1024} MiB`,
});

const header = (description: string, type: "integer" | "string") => ({ description, schema: { type } });

/** The headers of every answer: the limits that were counted for it, the nearest one first. */
const limits = {
  "RateLimit-Policy": header(
    'Limits of this caller: `"name";q=uses;w=seconds`; with `qu="concurrent-requests"` in place of w, requests at one time',
    "string",
  ),
  RateLimit: header(
    'What is left of each: `"name";r=uses;t=seconds until there is more`, without t for requests at one time',
    "string",
  ),
};

/** Those of a refusal of who asks too often. */
const waiting = { "Retry-After": header("Seconds until the next try can succeed", "integer"), ...limits };

const replayed = {
  "Idempotent-Replayed": header("`true`: the answer to an earlier call with this key; nothing was done now", "string"),
};

/** What each status of a refusal means. */
const meanings: Record<number, string> = {
  400: "The body is not JSON",
  401: "No session, it is over, or no proof of the phone was sent",
  403: "Not allowed, or the proof of the phone is worth nothing",
  404: "It does not exist for this caller",
  409: "Its state does not allow this",
  422: "The input cannot be used",
  429: "Asked too often",
  503: "Not available at the moment",
};

/** The refusals of a call by status, each with its codes. */
function refusals(line: Call, writes: boolean) {
  const each = Object.entries(codesOf(line, writes)).map(([status, codes]) => {
    const listed = codes.map((code) => `- \`${code}\`: ${say(code)}`).join("\n");
    const code = { type: "string", examples: codes };
    const schema = { allOf: [{ $ref: "#/components/schemas/Refusal" }, { type: "object", properties: { code } }] };
    const description = `${meanings[Number(status)]}\n\n${listed}`;
    const headers = status === "429" ? waiting : limits;
    return [status, { description, headers, content: { "application/json": { schema } } }];
  });
  return Object.fromEntries(each);
}

const reply = (description: string, name: string) => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
