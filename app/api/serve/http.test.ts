import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { createKey } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAddress, anAdmin, aPhone, aService, aTicket } from "#modules/testing/factories.ts";
import { contract } from "../contract/index.ts";
import { readUpload } from "./read.server.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* What calls do as every HTTP server does, beside the envelope. */

type Sent = { headers?: Record<string, string>; body?: string };

async function ask(line: string, { headers, body }: Sent = {}) {
  const [method, path] = line.split(" ") as [string, string];
  const request = new Request(`http://localhost/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body }),
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "http" } });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

test.each([
  ["a broken body", "{", 400, "api.brokenJson"],
  ["text", "mobile_number is 9876543210", 400, "api.brokenJson"],
  ["a list", "[]", 422, "api.notJson"],
  ["a number", "17", 422, "api.notJson"],
  ["null", "null", 422, "api.notJson"],
])("%s is refused before anything in it is judged: %s is %i %s", async (_what, body, status, code) => {
  const answer = await ask("POST center/sent-otp?action=login", { body });
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status, success: 0, code })]);
});

test("the JSON part of an upload that is broken is a broken body, too", async () => {
  const form = new FormData();
  form.set("data", "{");
  const request = new Request("http://localhost/api/admin/create-services", { method: "POST", body: form });
  const reading = readUpload(
    { request, address: anAddress() },
    { kind: "anyone", phones: [], address: anAddress() },
    { field: "file", bytes: 1_000 },
  );
  await expect(reading).rejects.toMatchObject({ kind: "malformed", key: "api.brokenJson" });
});

test("a path asked by another method says by which methods it is asked; one that is no call does not exist", async () => {
  const wrong = await ask("PATCH admin/get-all-clients");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(wrong.body).toEqual({
    status: 405,
    success: 0,
    message: "This call takes GET, HEAD",
    code: "api.otherMethod",
    requestId: "http",
  });
  const several = await ask("GET admin/update-center");
  expect([several.status, several.headers.get("allow")]).toEqual([405, "POST, PUT"]);
  const unknown = await ask("GET center/everything");
  expect([unknown.status, unknown.body.code, unknown.headers.get("allow")]).toEqual([404, "api.noSuchCall", null]);
});

test("every call names itself in Allow", async () => {
  for (const line of Object.keys(contract)) {
    const [methods, path] = line.split(" ") as [string, string];
    const { status, headers } = await ask(`PATCH ${path.replace(/\{\w+\}/g, "one")}`);
    expect([line, status]).toEqual([line, 405]);
    expect(headers.get("allow")!.split(", ")).toEqual(expect.arrayContaining(methods.split("|")));
  }
});

const ownCalls = Object.keys(contract).filter((line) => contract[line]!.own);

test("the product's own calls are those no specification names", () => {
  expect(ownCalls.sort()).toEqual([
    "DELETE admin/holidays/{id}",
    "DELETE center/absences/{id}",
    "DELETE center/desk-logins/{id}",
    "GET admin/cases",
    "GET admin/cases/{id}",
    "GET admin/center-day/{center}",
    "GET admin/customer-choices/{ticket}",
    "GET admin/holidays",
    "GET admin/ticket-upload/{upload_id}",
    "GET admin/visit-charges",
    "GET admin/visit-rules",
    "GET center/day",
    "GET center/desk-logins",
    "GET center/fee-papers",
    "GET center/free-windows",
    "GET center/get-offer",
    "GET center/hours",
    "GET center/subscription",
    "GET center/technician-hours/{technician}",
    "GET center/tickets/{id}/choices",
    "GET center/tickets/{id}/free-times",
    "GET center/visit-bills",
    "GET center/visit-windows",
    "GET centerOnboarding/unserved-demand",
    "GET client/events",
    "GET common/my-notifications",
    "GET common/reverse-geocode",
    "POST admin/center-subscription",
    "POST admin/confirm-start/{ticket}",
    "POST admin/holidays",
    "POST admin/refund-center-subscription",
    "POST admin/visit-charges",
    "POST admin/visit-rules",
    "POST center/absences",
    "POST center/desk-logins",
    "POST center/own-requests",
    "POST center/propose-windows",
    "POST center/subscription",
    "POST center/tickets/{id}/note",
    "POST center/tickets/{id}/technician-link",
    "POST center/waitlist",
    "POST center/withdraw-windows",
    "POST client/create-ticket",
    "POST client/update-ticket",
    "POST common/register-device",
    "POST technicianApp/log-call/{ticket}",
    "POST technicianApp/not-found/{ticket}",
    "POST technicianApp/reached/{ticket}",
    "POST technicianApp/send-start-code/{ticket}",
    "POST technicianApp/start-visit/{ticket}",
    "PUT admin/agree-time/{ticket}",
    "PUT admin/cancel-for-customer/{ticket}",
    "PUT admin/cases/{id}/appeal",
    "PUT admin/cases/{id}/decide",
    "PUT admin/cases/{id}/decide-appeal",
    "PUT admin/hand-back/{ticket}",
    "PUT admin/nobody-came/{ticket}",
    "PUT admin/time-change/{ticket}",
    "PUT admin/undo-cancel/{ticket}",
    "PUT admin/visit-rules/{id}/approve",
    "PUT admin/visit-rules/{id}/refuse",
    "PUT admin/visit-rules/{id}/withdraw",
    "PUT center/hours",
    "PUT center/technician-hours/{technician}",
    "PUT center/tickets/{id}/agree-time",
    "PUT center/tickets/{id}/cancel",
    "PUT center/tickets/{id}/choose-window",
    "PUT center/tickets/{id}/nobody-came",
    "PUT center/tickets/{id}/outcome",
    "PUT center/tickets/{id}/place",
    "PUT center/tickets/{id}/still-needed",
    "PUT center/tickets/{id}/time",
    "PUT center/tickets/{id}/time-change",
    "PUT center/tickets/{id}/undo-cancel",
  ]);
});

test("a call of our own refuses query parameters it does not take, each by its name, before it reads or does anything", async () => {
  const { status, body } = await ask("GET common/reverse-geocode?latitude=12&longitude=77&latitud=1&zoom=2");
  expect([status, body]).toEqual([
    422,
    {
      status: 422,
      success: 0,
      code: "api.unknownWord",
      requestId: "http",
      message: "This call takes no query parameter “latitud”",
      fields: { latitud: "This call does not take it", zoom: "This call does not take it" },
    },
  ]);
  expect((await ask("GET center/get-offer")).status).toBe(200);
});

test("a specified call ignores what older apps send, but not from a client's program", async () => {
  const { id: clientId } = await aClient();
  const ticket = await aTicket({ clientId });
  const { key } = await createKey(system("tests"), {
    clientId,
    name: "Reading",
    scopes: ["requests:read"],
    expires: "never",
  });
  const admin = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const { token } = await openSession({ kind: "admin", subjectId: admin.id, via: "token", address: "127.0.0.1" });
  const byKey = { authorization: `Bearer ${key}` };
  const bySession = { "access-token": token };
  const list = "GET admin/get-all-ticket?start_date=2026-01-01";
  expect((await ask(`${list}&statuss=CLOSED`, { headers: bySession })).status).toBe(200);
  expect((await ask(list, { headers: byKey })).body.data).toMatchObject([{ _id: ticket.publicId }]);
  const refused = await ask(`${list}&statuss=CLOSED`, { headers: byKey });
  expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
    422,
    "api.unknownWord",
    ["statuss"],
  ]);
  // A name of ours is no name of the wire.
  const ours = await ask(`${list}&ticketId=${ticket.publicId}`, { headers: byKey });
  expect(Object.keys(ours.body.fields)).toEqual(["ticketId"]);
});

test("a call says what is left of each limit that was counted for it, the nearest first, and the network's", async () => {
  const { id: clientId } = await aClient();
  const { key } = await createKey(system("tests"), {
    clientId,
    name: "Reading",
    scopes: ["requests:read"],
    expires: "never",
  });
  const concurrent = { quota: { name: "concurrent-network", points: 50 }, left: 49 };
  const send = async (path: string, headers: Record<string, string>) => {
    const request = new Request(`http://localhost/api/${path}`, { method: "POST", headers, body: "{}" });
    const context = { address: anAddress(), requestId: "http", concurrent };
    return (await serve({ request, params: {}, context })).headers;
  };
  const byKey = await send("admin/get-client-ticket", { authorization: `Bearer ${key}` });
  expect(byKey.get("ratelimit-policy")).toBe(
    '"concurrent-network";q=50;qu="concurrent-requests", "client-key";q=600;w=60',
  );
  expect(byKey.get("ratelimit")).toMatch(/^"concurrent-network";r=49, "client-key";r=599;t=\d+$/);
  // What is refused before anything is counted, and what is no call, says what is left, too.
  for (const path of ["admin/get-client-ticket", "center/everything"])
    expect((await send(path, {})).get("ratelimit")).toBe('"concurrent-network";r=49');
});

test("an answer given again for its Idempotency-Key says that nothing was done now, and the first one does not", async () => {
  const { id: clientId } = await aClient();
  const { key } = await createKey(system("tests"), {
    clientId,
    name: "Creating",
    scopes: ["requests:create"],
    expires: "never",
  });
  const service = await aService();
  const { pincode } = await aCenter({ services: [service] });
  const body = JSON.stringify({
    service_provided_for: { _id: service.id },
    specific_requirement: "No cooling",
    personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: aPhone() } },
    address_details: { house_number: "221", pincode },
    time_preference: { time_preference_type: "IMMEDIATELY" },
    offers_applied: { offer_code: "GHARSEVA2025" },
  });
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": "order-17" };
  const add = () => ask("POST client/create-ticket", { headers, body });
  const together = await Promise.all([add(), add()]);
  const later = await add();
  const replayedHeaders = (answers: { headers: Headers }[]) =>
    answers.map(({ headers: of }) => of.get("idempotent-replayed"));
  expect(new Set(replayedHeaders(together))).toEqual(new Set([null, "true"]));
  expect(replayedHeaders([later])).toEqual(["true"]);
  expect([later.status, later.body]).toEqual([200, together[0]!.body]);
  const refused = await ask("POST client/create-ticket", { headers, body: "{}" });
  expect(refused.headers.get("idempotent-replayed")).toBeNull();
});
