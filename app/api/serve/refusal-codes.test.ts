import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { createKey } from "#modules/catalog/index.ts";
import { denialOf, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aClient,
  anAddress,
  anAdmin,
  anOffer,
  anOnboarder,
  aPhone,
  aPincode,
  aService,
} from "#modules/testing/factories.ts";
import { contract } from "../contract/index.ts";
import type { VerbRefusals } from "../line/call.server.ts";
import { finderIn } from "./match.ts";
import { openApi } from "./openapi.ts";
import { codesOf } from "./refusal-codes.ts";
import { serve } from "./serve.server.ts";

openDatabase();

type DocumentedResponse = { description: string; content: Record<string, { schema: { allOf: unknown[] } }> };
type Code = { examples: string[] };

const calls = Object.entries(contract).flatMap(([name, line]) => {
  const [methods, path] = name.split(" ") as [string, string];
  return methods.split("|").map((method) => ({ name: `${method} ${path}`, method, path, line }));
});
const document = openApi("Test", "http://localhost");

/** The codes the document lists for a call, by status. */
function documentedCodes(path: string, method: string) {
  const { responses } = document.paths[`/${path}`]![method.toLowerCase()] as {
    responses: Record<string, DocumentedResponse>;
  };
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, { description, content }]) => {
        const [, more] = content["application/json"]!.schema.allOf as [object, { properties: { code: Code } }];
        return [status, { codes: more.properties.code.examples, description }];
      }),
  );
}

async function ask(name: string, headers: Record<string, string>, body?: string) {
  const [method, path] = name.split(" ") as [string, string];
  const to = path.replace(/\{\w+\}/g, "019e0000-0000-7000-8000-000000000000");
  const request = new Request(`http://localhost:3000/api/${to}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method !== "GET" && { body: body ?? "{}" }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "codes" } });
  return (await answer.json()) as { status: number; success: number; code?: string };
}

const tokenOf = async (kind: "admin" | "onboarder", { id }: { id: string }) => ({
  "access-token": (await openSession({ kind, subjectId: id, via: "token", address: "127.0.0.1", provedAt: now() }))
    .token,
});

test("each call lists the codes that follow from its permission, input, limit, proof and idempotency, with their texts", () => {
  for (const { name, method, path, line } of calls) {
    const listed = documentedCodes(path, method);
    const has = (status: number, code: string) =>
      expect([name, listed[status]?.codes]).toEqual([name, expect.arrayContaining([code])]);
    for (const { codes, description } of Object.values(listed)) {
      for (const code of codes) {
        expect([name, code, isMessageKey(code)]).toEqual([name, code, true]);
        expect(description).toContain(`\`${code}\`: `);
      }
    }
    if (line.can && line.can !== "any admin") has(403, denialOf(line.can));
    if (line.once) has(422, "error.idempotencyBody");
    if (typeof line.limit !== "string") has(429, "error.tooMany");
    if (line.proof) has(403, "otp.proofNeeded");
    if (typeof line.fresh === "string") has(422, "totp.header");
    if (line.scope) has(403, "clientKey.lacksScope");
    if (method !== "GET") has(400, "api.brokenJson");
    if (method !== "GET") has(422, "api.notJson");
    if (!line.as.includes("anyone")) has(401, "session.invalid");
  }
  const booking = documentedCodes("center/public-ticket-booking", "POST");
  expect(booking[422]!.codes).toEqual(expect.arrayContaining(["form.phone", "form.pincode", "form.incomplete"]));
});

test("what every call refuses before its verb runs is listed: no session, a wrong one, a key, a body that is none", async () => {
  const { id: clientId } = await aClient();
  const { key } = await createKey(system("tests"), {
    clientId,
    name: "Reading",
    scopes: ["requests:read"],
    expires: "never",
  });
  const powerless = await tokenOf("admin", await anAdmin({ permissions: [] }));
  const superior = await tokenOf("admin", await anAdmin());
  const callers: Record<string, string>[] = [
    {},
    { "access-token": "nonsense" },
    { authorization: `Bearer ${key}` },
    await tokenOf("onboarder", await anOnboarder()),
    powerless,
  ];
  const unlisted: string[] = [];
  let refused = 0;
  const look = async (name: string, listed: ReturnType<typeof documentedCodes>, headers: object, body?: string) => {
    await rows(sql`delete from rate_limits`);
    const { status, code = "" } = await ask(name, headers as Record<string, string>, body);
    if (![400, 401, 403].includes(status)) return;
    refused += 1;
    if (!listed[status]?.codes.includes(code)) unlisted.push(`${name}: ${status} ${code}`);
  };
  for (const { name, method, path } of calls) {
    const listed = documentedCodes(path, method);
    for (const headers of callers) await look(name, listed, headers);
    if (method !== "GET") await look(name, listed, superior, "[1");
  }
  expect(unlisted).toEqual([]);
  expect(refused).toBeGreaterThan(400);
}, 120_000);

test("what a call declares for its verb repeats nothing that follows from its line", () => {
  for (const { name, method, line } of calls) {
    const implied = codesOf({ ...line, refuses: {} }, method !== "GET");
    for (const [status, codes] of Object.entries(line.refuses))
      expect([name, codes.filter((code) => implied[Number(status)]?.includes(code))]).toEqual([name, []]);
  }
});

test("a call that refuses with a code its line does not declare fails the test it happens in", async () => {
  const line = contract["GET admin/get-all-active-services"]!;
  const refused = (refuses: VerbRefusals) => {
    const table = {
      "GET common/shut": { ...line, refuses, run: () => Promise.reject(conflict("ticket.alreadyClosed")) },
    };
    const request = new Request("http://localhost:3000/api/common/shut");
    return serve({ request, params: {}, context: { address: anAddress(), requestId: "codes" } }, finderIn(table));
  };
  await expect(refused({})).rejects.toThrow("409 ticket.alreadyClosed, which its line does not declare");
  expect((await refused({ 409: ["ticket.alreadyClosed"] })).status).toBe(409);
});

test("what a verb refuses with is listed for its call", async () => {
  const { id: clientId } = await aClient();
  const { key } = await createKey(system("tests"), {
    clientId,
    name: "Creating",
    scopes: ["requests:create"],
    expires: "never",
  });
  const dead = await anOffer({ isActive: false });
  const service = await aService();
  const off = await aService({ isActive: false });
  const requestBody = {
    service_provided_for: { _id: service.id },
    specific_requirement: "No cooling",
    personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: aPhone() } },
    address_details: { house_number: "221", pincode: aPincode() },
    time_preference: { time_preference_type: "IMMEDIATELY" },
    offers_applied: { offer_code: "GHARSEVA2025" },
  };
  const create = async (more: object) => {
    const { status, code } = await ask(
      "POST client/create-ticket",
      { authorization: `Bearer ${key}` },
      JSON.stringify({ ...requestBody, ...more }),
    );
    return `${status} ${code}`;
  };
  const { 422: invalid, 404: missing, 403: denied } = codesOf(contract["POST client/create-ticket"]!, true);
  const answers = [
    await create({ offers_applied: { offer_code: dead.title } }),
    await create({ service_provided_for: { _id: off.id } }),
    await create({ service_provided_for: { _id: "019e0000-0000-7000-8000-000000000000" } }),
    await create({ authorized_client_id: (await aClient()).id }),
  ];
  expect(answers).toEqual([
    // A client sets no offer code (fixed point 28).
    "403 ticket.fieldNotSettable",
    "422 form.incomplete",
    "404 service.notFound",
    "403 permission.denied",
  ]);
  expect([invalid, missing, denied]).toEqual([
    expect.arrayContaining(["offer.notValid", "form.incomplete", "error.idempotencyBody", "form.phone"]),
    ["service.notFound"],
    [
      "clientKey.lacksScope",
      "clientKey.notForCall",
      "permission.denied",
      "ticket.fieldNotSettable",
      "ticket.noAdd",
      "totp.setUpFirst",
    ],
  ]);
});
