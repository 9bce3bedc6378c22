import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { endSessionsOf, openSession } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { instantOr } from "#modules/kernel/text/input-json.ts";
import { say } from "#modules/messages/index.ts";
import { testEvent, webhookEvents } from "#modules/notifications/shared.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  anOnboarder,
  aPhone,
  aTechnician,
} from "#modules/testing/factories.ts";
import { contract } from "../contract/index.ts";
import { fromWire } from "../line/wire.ts";
import { callList } from "./call-list.server.ts";
import { openApi } from "./openapi.ts";
import { serve } from "./serve.server.ts";

openDatabase();

const listed = readFileSync(path.join(import.meta.dirname, "calls.txt"), "utf8")
  .trim()
  .split("\n");
const lines = Object.entries(contract).map(([key, line]) => {
  const [methods, callPath] = key.split(" ") as [string, string];
  return { methods: methods.split("|"), path: callPath, line };
});

test("the table holds every promised call and no other", () => {
  const table = lines.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
  expect(table.sort()).toEqual([...listed].sort());
});

test("the OpenAPI document describes every call with its input and answers", () => {
  const document = openApi("GharSeva", "http://localhost:3000");
  const described = Object.entries(document.paths).flatMap(([route, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${route.slice(1)}`),
  );
  expect(described.sort()).toEqual([...listed].sort());
  expect(document.paths["/center/public-ticket-booking"]!.post).toMatchObject({
    requestBody: {
      content: {
        "application/json": {
          schema: {
            properties: { personal_details: { properties: { name: { type: "string", maxLength: 30 } } } },
            required: expect.arrayContaining(["service_provided_for"]),
          },
        },
      },
    },
  });
});

test("the OpenAPI document says who answers for it, the product's version, and what may change", () => {
  const { info } = openApi("GharSeva", "https://ours.example");
  const { version } = JSON.parse(readFileSync(path.join(env.root, "package.json"), "utf8"));
  expect(info).toMatchObject({
    title: "GharSeva API",
    version,
    contact: { name: env.operatorLegalName, url: "https://ours.example/api/docs#help" },
  });
  for (const words of [`version ${version}`, "ignore what you do not know", "six months", env.supportPhone])
    expect(info.description).toContain(words);
});

test("the OpenAPI document tells what a client's own system is sent, with the headers to check it by", () => {
  const { webhooks, components } = openApi("GharSeva", "http://localhost:3000");
  expect(Object.keys(webhooks)).toEqual([...webhookEvents, testEvent]);
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  for (const [event, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual(signed);
    const { schema, example } = post.requestBody.content["application/json"];
    expect([event, example.type]).toEqual([event, event]);
    expect(components.schemas).toHaveProperty(schema.$ref.split("/").at(-1)!);
  }
  expect(components.schemas).toMatchObject({
    RequestEvent: { properties: { data: { properties: { ticket_id: { type: "string" } } } } },
  });
});

test("the OpenAPI document says what every call answers, of a login beside data too", () => {
  const { paths, components } = openApi("GharSeva", "http://localhost:3000");
  const done = (route: string, method: string) =>
    (
      paths[route]![method] as {
        responses: Record<string, { content: Record<string, { schema: { allOf: Schema[] } }> }>;
      }
    ).responses[200]!.content["application/json"]!.schema.allOf[1]!.properties!;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(done("/vehicle/getAll-vehicle", "get")).toEqual({ data: { type: "array", items: ref("Vehicle") } });
  const login = { token: { type: "string" }, centerDetails: ref("Center"), populatedCenterDetails: ref("Center") };
  expect(done("/center/login-with-otp", "post")).toMatchObject({ ...login, data: { properties: login } });
  expect(components.schemas).toMatchObject({
    Ticket: { properties: { service_provided_for: { properties: { image: { type: ["string", "null"] } } } } },
  });
  expect(
    JSON.stringify(paths)
      .match(/#\/components\/schemas\/\w+/g)!
      .map((at) => at.split("/").at(-1)),
  ).toSatisfy((names: string[]) => names.every((name) => name in components.schemas));
});

test("every answer says of each value what it is, and of each object that it has no other field", () => {
  const loose: string[] = [];
  const look = (schema: Schema, at: string) => {
    if (schema.properties && schema.additionalProperties !== false) loose.push(`${at} takes any other field`);
    if (!schema.type && !schema.anyOf) loose.push(`${at} may be anything`);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) look(inner, `${at}.${name}`);
    for (const inner of [schema.items ?? [], schema.anyOf ?? []].flat()) look(inner, at);
  };
  // Input schemas show which objects are strict; output schemas are closed either way.
  const schemaOf = (answer: z.ZodType) =>
    z.toJSONSchema(answer, { io: "input", unrepresentable: instantOr("throw") }) as Schema;
  for (const [key, { answer }] of Object.entries(contract)) look(schemaOf(answer), key);
  expect(loose).toEqual([]);
  look(schemaOf(z.strictObject({ rows: z.array(z.object({ any: z.unknown() })) })), "planted");
  expect(loose).toEqual(["planted.rows takes any other field", "planted.rows.any may be anything"]);
});

const wasIn = env.nodeEnv;
afterEach(() => {
  configure({ nodeEnv: wasIn });
  vi.restoreAllMocks();
});

const cart = { _id: "1", vehicleType: "Cart", hindi_name: null, platformCharge: 10 };
test.each<[string, object[], object[]]>([
  ["a field too many", [{ ...cart, phone: "98" }], [{ code: "unrecognized_keys", keys: ["phone"], path: [0] }]],
  [
    "one too few",
    [{ _id: "1", vehicleType: "Cart", hindi_name: null }],
    [{ expected: "number", path: [0, "platformCharge"] }],
  ],
  ["one of another kind", [cart, { ...cart, _id: null }], [{ expected: "string", path: [1, "_id"] }]],
])("an answer with %s is found out by tests, and costs nobody else anything", async (_what, answer, faults) => {
  const line = contract["GET vehicle/getAll-vehicle"]!;
  const reply = vi.spyOn(line, "reply").mockReturnValue([cart]);
  const check = vi.spyOn(line.answer, "safeParse");
  const answered = async () => (await ask("GET", "vehicle/getAll-vehicle")).status;
  expect(await answered()).toBe(200);
  reply.mockReturnValue(answer);
  expect(await answered()).toBe(500);
  expect(line.answer.safeParse(answer).error?.issues).toMatchObject(faults);
  check.mockClear();
  configure({ nodeEnv: "production" });
  expect(await answered()).toBe(200);
  expect(check).not.toHaveBeenCalled();
});

test("the OpenAPI document says what every field takes, and asks for nothing that can be left out", () => {
  const { paths, components } = openApi("GharSeva", "http://localhost:3000");
  const operations = Object.entries(paths).flatMap(([route, methods]) =>
    Object.values(methods as Record<string, Operation>).map((operation) => ({ route, operation })),
  );
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const vague: string[] = [];
  const unexplained: string[] = [];
  const look = (schema: Schema, where: string) => {
    if (Object.keys(schema).every((word) => word === "description")) vague.push(where);
    // The file of a call is what its summary says.
    if (!schema.properties && !schema.description && schema.format !== "binary") unexplained.push(where);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) look(inner, `${where} ${name}`);
  };
  for (const { route, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    expect(inPath).toEqual([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const { name, schema, description } of operation.parameters)
      look(description ? { ...schema, description } : schema, `${route} ${name}`);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) look(schema, route);
  }
  expect(vague).toEqual([]);
  expect(unexplained).toEqual([]);
  const refs = [...JSON.stringify(paths).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  for (const name of refs) expect(components.schemas).toHaveProperty(name);

  const bodyOf = (route: string) =>
    (paths[route]!.post as Operation).requestBody!.content["application/json"]!.schema as Required<Schema>;
  expect(bodyOf("/center/public-ticket-booking").required).toContain("time_preference");
  expect(bodyOf("/center/public-ticket-booking").properties.personal_details!.required).toEqual(["name"]);
  // Either of two names is enough, and a field with a default is not required.
  expect(bodyOf("/center/close-ticket").required).toEqual(["ticket_obj_id", "remarks"]);
  expect(bodyOf("/center/add-remarks-ticket").required).toEqual(["ticket_obj_id"]);
  expect(bodyOf("/consumerAppAppRoute/verify-otp-by-web").properties.otp!.type).toEqual(["string", "integer"]);
  const read = paths["/admin/get-all-ticket"]!.get as Operation;
  expect(read.security).toContainEqual({});
  expect(read.security).toContainEqual({ accessToken: [] });
});

test("what the words of a parameter say of its numbers is what it takes, and one pincode is not called several", () => {
  const { paths } = openApi("GharSeva", "http://localhost:3000");
  const untrue: string[] = [];
  let ranges = 0;
  const look = (schema: Schema, where: string) => {
    const words = schema.description ?? "";
    const range = /\b(\d+) to (\d+)\b/.exec(words);
    if (range) {
      ranges += 1;
      const [least, most] = [range[1], range[2]].map(Number);
      if (schema.minimum !== least || schema.maximum !== most) untrue.push(`${where}: ${words}`);
    }
    if (/pincode$/i.test(where) && schema.type === "string" && /pincodes/.test(words))
      untrue.push(`${where}: ${words}`);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) look(inner, `${where} ${name}`);
  };
  for (const [route, methods] of Object.entries(paths))
    for (const operation of Object.values(methods as Record<string, Operation>)) {
      for (const { name, schema, description } of operation.parameters)
        look({ ...schema, ...(description && { description }) }, `${route} ${name}`);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) look(schema, route);
    }
  expect(untrue).toEqual([]);
  expect(ranges).toBeGreaterThan(1);
});

test("the words of a capacity, a trial and what a center is told are what the calls do with them", async () => {
  const words = (path: string, name: string) =>
    (openApi("GharSeva", "http://localhost:3000").paths[path]!.post as Operation).requestBody!.content[
      "application/json"
    ]!.schema.properties![name]!.description;
  expect(words("/admin/update-ticket-accept-limit", "ticket_accept_limit")).toMatch(/open requests .* at once/);
  expect(words("/admin/update-center-extended-date", "extended_date")).toMatch(/begins again: today in India/);
  expect(words("/admin/update-center", "ticket_remarks")).toMatch(/^What the center is told/);
});

test("fixed point 13 the OpenAPI document says of every call that takes a proof that it needs one, and what comes without", () => {
  const { paths, components } = openApi("GharSeva", "http://localhost:3000");
  const operations = lines.flatMap(({ methods, path, line }) =>
    methods.map((method) => ({ path, line, operation: paths[`/${path}`]![method.toLowerCase()] as Operation })),
  );
  const proving = operations.filter(({ line }) => line.proof);
  expect(proving.map(({ path }) => path).sort()).toEqual([
    "center/api/tickets/rebook",
    "center/own-requests",
    "center/public-ticket-booking",
    "center/public-ticket-booking-withINA",
    "center/public-ticket-booking-withINA-pickdrop",
    "center/register-center-via-web",
    "center/tickets/{id}/cancel",
    "center/tickets/{id}/choices",
    "center/tickets/{id}/choose-window",
    "center/tickets/{id}/nobody-came",
    "center/tickets/{id}/note",
    "center/tickets/{id}/outcome",
    "center/tickets/{id}/place",
    "center/tickets/{id}/revisit",
    "center/tickets/{id}/still-needed",
    "center/tickets/{id}/time",
    "center/tickets/{id}/undo-cancel",
    "center/waitlist",
    "centerOnboarding/create-center",
    "common/register-device",
    "consumerAppAppRoute/register-consumer-by-web",
    "technicianApp/setStatusRating/{ticketId}",
  ]);
  expect(components.securitySchemes.otpProof).toMatchObject({ in: "header", name: "x-otp-proof" });
  for (const { path, line, operation } of operations) {
    const needsProof = JSON.stringify(operation.security).includes('"otpProof"');
    expect(needsProof, path).toBe(line.proof !== undefined);
    if (!line.proof) continue;
    expect(operation.security, path).not.toContainEqual({});
    expect(operation.description).toContain("`x-otp-proof` or as `proof` in the body");
    expect(operation.description).toContain("otp.proofMissing");
    expect(Object.keys(contract)).toContain(line.proof.by);
    expect(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(["401", "403"]));
    // A read sends the proof in its header.
    if (!operation.requestBody) continue;
    const { schema } = operation.requestBody.content["application/json"]!;
    expect(schema.properties!.proof, path).toMatchObject({ type: "string", maxLength: 200 });
    // Either place is enough, so neither is required.
    expect(schema.required ?? []).not.toContain("proof");
  }
});

type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
};
type Operation = {
  operationId: string;
  description: string;
  responses: Record<string, object>;
  security: object[];
  parameters: { in: string; name: string; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
};

const ask = (method: string, callPath: string, token?: string) =>
  serve({
    request: new Request(`http://localhost/api/${callPath.replace(/\{\w+\}/g, randomUUID())}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { "access-token": token }) },
      ...(method !== "GET" && { body: "{}" }),
    }),
    params: {},
    // Each call has its own address, so that no public limit is reached.
    context: { address: anAddress(), requestId: "test" },
  });

test("a missing permission is refused in the status and in the body", async () => {
  const admin = await anAdmin({ permissions: ["view_banner"] });
  const token = await adminToken(admin.id);
  const answer = await ask("POST", "admin/close-ticket", token);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    status: 403,
    success: 0,
    message: "No permission to update ticket , contact admin",
    code: "ticket.noUpdate",
    requestId: "test",
  });
});

test("H15 the requests of a center are for admins who may see lists of requests", async () => {
  const center = await aCenter();
  const seen = async (can: Permission) => {
    const { id } = await anAdmin({ permissions: [can] });
    const token = await adminToken(id);
    return (await ask("GET", `center/get-all-center-ticket/${center.id}`, token)).status;
  };
  expect(await seen("view_banner")).toBe(403);
  expect(await seen("view_center_ticket")).toBe(200);
  expect(await seen("view_ticket.full_access")).toBe(200);
});

test("R7 every call that is no GET honours Idempotency-Key or says why it needs none", () => {
  const silent = lines.filter(({ methods, line }) => {
    const says = Number(line.once !== undefined) + Number(line.unkeyed !== undefined);
    return says !== (methods.includes("GET") ? 0 : 1);
  });
  expect(silent.map(({ path }) => path)).toEqual([]);
  // Answers that hold secrets must not be stored.
  const secret = lines.filter(({ path }) => /verify-otp|login(?!s)/.test(path));
  expect(secret.filter(({ line }) => line.once).map(({ path }) => path)).toEqual([]);
});

test("a list says where its next page begins, and the last one that it is the last", async () => {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const tickets = [];
  for (let made = 0; made < 3; made += 1) tickets.push(await anAcceptedTicket(center));
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page = await (await ask("GET", `center/get-all-ticket?take=2&after=${after}`, token)).json();
    seen.push(...page.data.map(({ _id }: { _id: string }) => _id));
    after = page.next;
  }
  expect(seen).toEqual(tickets.map(({ publicId }) => publicId).reverse());
  for (const list of ["center/get-all-available-broadcast", "center/get-all-technician"])
    expect(await (await ask("GET", list, token)).json()).toMatchObject({ next: null });
});

test("every list refuses, at `after`, what no page has answered, and a page of no rows or of too many", async () => {
  const owners = {
    admin: await anAdmin(),
    center: await aCenter(),
    onboarder: await anOnboarder(),
    technician: await aTechnician(),
  };
  const pagedCalls: string[] = [];
  for (const { methods, path, line } of lines) {
    const { names } = line.input;
    if (names.after === undefined) continue;
    const [kind, { id }] = Object.entries(owners).find(([each]) => line.as.includes(each as keyof typeof owners))!;
    const { token } = await openSession({
      kind: kind as keyof typeof owners,
      subjectId: id,
      via: "token",
      address: "x",
    });
    const wrong = [
      ["after", "1_x"],
      ...(names.take === undefined
        ? []
        : [
            ["take", "0"],
            ["take", "101"],
          ]),
    ] as const;
    for (const [name, value] of wrong) {
      const method = methods[0]!;
      const answer = await serve({
        request: new Request(
          `http://localhost/api/${path.replace(/\{\w+\}/g, randomUUID())}${method === "GET" ? `?${name}=${value}` : ""}`,
          {
            method,
            headers: { "content-type": "application/json", "access-token": token },
            ...(method !== "GET" && { body: JSON.stringify({ [name]: value }) }),
          },
        ),
        params: {},
        context: { address: anAddress(), requestId: "test" },
      });
      const { fields } = await answer.json();
      // A call that needs more says so beside it.
      expect([path, answer.status, Object.keys(fields ?? {})]).toEqual([path, 422, expect.arrayContaining([name])]);
      // The rows of an upload are numbered; all other lists have cursors.
      const words = path.includes("upload") ? "form.number" : "form.cursor";
      if (name === "after") expect([path, fields.after]).toEqual([path, say(words)]);
    }
    pagedCalls.push(path);
  }
  expect(pagedCalls.length).toBeGreaterThan(20);
});

test("R116 R128 the code of a registration and of a login are announced in their own words", async () => {
  const announced = async (action: string) => {
    const answer = await serve({
      request: new Request(`http://localhost/api/center/sent-otp?action=${action}`, {
        method: "POST",
        body: JSON.stringify({ country_code: "+91", mobile_number: aPhone() }),
      }),
      params: {},
      context: { address: anAddress(), requestId: "test" },
    });
    return (await answer.json()).message;
  };
  expect(await announced("registration")).toBe("otp sent successfully");
  expect(await announced("login")).toBe("Otp is sent successfully");
});

test("H25 QR codes cannot be tried through: lookups of one network are limited", async () => {
  const address = anAddress();
  const lookUp = () =>
    serve({
      request: new Request("http://localhost/api/center/get-center-based-on-qr?qr_id=INA9999"),
      params: {},
      context: { address, requestId: "test" },
    });
  const { status } = await lookUp();
  expect(status).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await lookUp()).status));
  expect(statuses.filter((each) => each === 429)).toHaveLength(1);
});

test("an address with a broken escape is no call", async () => {
  expect((await ask("GET", "center/%E0%A4%A")).status).toBe(404);
});

test.each([
  ["R022", "shut_out", "Permission denied"],
  ["R023", "gone", "User not found"],
] as const)("%s the token of a center that is %s: 401 %s", async (_rule, because, text) => {
  const { id } = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: id, via: "token", address: "10.0.0.1" });
  await endSessionsOf("center", id, because);
  const answer = await ask("GET", "center/get-all-ticket", token);
  expect([answer.status, (await answer.json()).message]).toEqual([401, text]);
});

test("R024 a token nobody gave out is 'Token is invalid'; without one the call says the same", async () => {
  const forged = await ask("GET", "center/get-all-ticket", "not.a.token");
  expect([forged.status, (await forged.json()).message]).toEqual([401, "Token is invalid"]);
  const none = await ask("GET", "center/get-all-ticket");
  expect(none.status).toBe(401);
});

test("Q55 the case of the first segment does not matter; of the rest it does", async () => {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  expect((await ask("GET", "technicianapp/get-all-technician-center", token)).status).toBe(200);
  expect((await ask("GET", "technicianApp/Get-All-Technician-Center", token)).status).toBe(404);
});

test("bad input names the wire's fields in words", async () => {
  const answer = await serve({
    request: new Request("http://localhost/api/center/public-ticket-booking", {
      method: "POST",
      body: JSON.stringify({ personal_details: { name: "", primary_phone: { mobile_number: "12" } } }),
    }),
    params: {},
    context: { address: "198.51.100.8", requestId: "test" },
  });
  const body = await answer.json();
  expect([answer.status, body.success, body.message]).toEqual([422, 0, "Please fill in all required details"]);
  expect(body.fields).toMatchObject({
    service_provided_for: "Please fill in all required details",
    "personal_details.name": "Please fill in all required details",
    "personal_details.primary_phone.mobile_number": "Please enter a valid 10-digit mobile number",
    "time_preference.time_preference_type": "Please fill in all required details",
  });
});

/** What an example's command sends: its query, its form or its JSON, under the wire's names. */
function sentBy(example: string): Record<string, unknown> {
  const json = /-d '(.*)'$/s.exec(example);
  if (json) return JSON.parse(json[1]!);
  const form = [...example.matchAll(/-F '([^=]+)=([^']*)'/g)].map(
    ([, name, value]) => [name!, name === "data" ? JSON.parse(value!) : value!] as const,
  );
  const [, query = ""] = /\?([^']*)'/.exec(example) ?? [];
  return Object.fromEntries([...form, ...new URLSearchParams(query)]);
}

/** The fields without which an input is refused for their absence. */
function leftOut(wired: (typeof lines)[number]["line"]["input"], sent: Record<string, unknown>) {
  const { schema } = wired;
  const input = fromWire(wired, sent);
  const absent = (place: PropertyKey[]) =>
    place.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], input) === undefined;
  return (schema.safeParse(input).error?.issues ?? [])
    .filter((issue) => issue.path.length > 0 && absent(issue.path))
    .map((issue) => issue.path.join("."));
}

test("the example of every call sends all that the call needs, whatever names it has, and nothing where it needs nothing", () => {
  const examples = new Map(
    callList("", "https://ours.example").groups.flatMap(({ calls }) =>
      calls.map((one) => [one.path + one.methods, one.example]),
    ),
  );
  const { paths } = openApi("GharSeva", "https://ours.example");
  const missing: string[] = [];
  for (const { methods, path, line } of lines) {
    const inPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, randomUUID()]));
    const command = examples.get(path + methods.join(" "))!;
    expect(command, path).not.toContain("'{}'");
    const bodies = methods.map(
      (method) => (paths[`/${path}`]![method.toLowerCase()] as Operation).requestBody?.content["application/json"],
    );
    const documented = bodies.flatMap((body) => (body?.example ? [body.example] : []));
    for (const sent of [sentBy(command), ...documented])
      missing.push(...leftOut(line.input, { ...sent, ...inPath }).map((field) => `${methods} ${path}: ${field}`));
  }
  expect(missing).toEqual([]);
  expect(sentBy(examples.get("technicianApp/sent-otpPOST")!)).not.toEqual({});
  expect(sentBy(examples.get("client/create-ticketPOST")!)).toHaveProperty("personal_details.primary_phone");
});

test("the documentation finds calls by their words, and shows each as a command that can be sent", () => {
  const searchPaths = (find: string) =>
    callList(find, "https://ours.example").groups.flatMap(({ calls }) => calls.map(({ path }) => path));
  expect(new Set(searchPaths("")).size).toBe(new Set(listed.map((line) => line.split(" ")[1])).size);
  expect(searchPaths("PUNCH serial")).toEqual(["admin/update-punch-ticket"]);
  expect(searchPaths("no such words")).toEqual([]);
  const [booking] = callList("center/public-ticket-booking", "https://ours.example").groups[0]!.calls;
  const [command, ...rest] = booking!.example.split(" \\\n  ");
  expect(command).toBe("curl -X POST 'https://ours.example/api/center/public-ticket-booking'");
  const body = JSON.parse(/-d '(.*)'$/.exec(rest.at(-1)!)![1]!);
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["service_provided_for", "personal_details"]));
  expect(booking!.fields.find(({ name }) => name === "service_provided_for")).toMatchObject({
    required: true,
    means: "Id of the service that is wanted",
  });
});
