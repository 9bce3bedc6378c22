import { sql } from "kysely";
import { expect, test } from "vitest";
import { createKey, defaultOfferCode, revokeKey, rotateKey } from "#modules/catalog/index.ts";
import { type KeyScope, keyScopes, scopePermission } from "#modules/catalog/shared.ts";
import { jobs as allJobs } from "#modules/index.ts";
import { type Permission, system } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aService,
  aTicket,
} from "#modules/testing/factories.ts";
import { contract } from "../contract/index.ts";
import { openApi } from "./openapi.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* The calls of clients' programs: by API key, and by the session of one of a client's admins. */

const cli = system("cli");
// biome-ignore lint/suspicious/noExplicitAny: what is asserted is the answer's shape
type Reply = { status: number; success: number; code?: string; message: string; data: any; fields?: object };
type Headers = Record<string, string>;

async function ask(call: string, headers: Headers, body?: object): Promise<Reply> {
  const [method, path] = call.split(" ") as [string, string];
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "keys" } })).json();
}

const make = (clientId: string, scopes: readonly KeyScope[] = keyScopes) =>
  createKey(cli, { clientId, name: "Warehouse", scopes: [...scopes], expires: "never" });
const by = ({ key }: { key: string }): Headers => ({ authorization: `Bearer ${key}` });

async function byAdmin(clientId: string | undefined, permissions: readonly Permission[]): Promise<Headers> {
  const { id } = await anAdmin({ permissions, ...(clientId && { adminRole: "CLIENT" as const, clientId }) });
  return {
    "access-token": await adminToken(id),
  };
}

async function aRequestBody(more: object = {}) {
  const service = await aService();
  const { pincode } = await aCenter({ services: [service] });
  return {
    service_provided_for: { _id: service.id },
    specific_requirement: "No cooling",
    personal_details: { name: "Meera Nair", primary_phone: { country_code: "+91", mobile_number: aPhone() } },
    address_details: { house_number: "221", pincode },
    time_preference: { time_preference_type: "IMMEDIATELY" },
    offers_applied: { offer_code: "GHARSEVA2025" },
    ...more,
  };
}
/** Those of requests; no provider is there for the messages. */
const jobs = allJobs.filter(({ name }) => name.startsWith("tickets."));
const create = "POST client/create-ticket";
const update = "POST client/update-ticket";
const cancel = "PUT admin/cancelTickets/{ticketId}";
const bulk = "POST ticket/createBulkTickets";

test("a key creates a request of its client, told in the client's words, and the history names the program", async () => {
  const { id } = await aClient();
  const key = await make(id);
  const answer = await ask(create, by(key), await aRequestBody({ service_provided_client_id: "PO-17" }));
  expect(answer).toMatchObject({ status: 200, success: 1, message: "Ticket Created successfully" });
  const ticket = await row<{ id: string; client_id: string; create_name: string; client_reference: string }>(
    sql`select id, client_id, create_name, client_reference from tickets where public_id = ${answer.data._id}`,
  );
  expect(ticket).toMatchObject({ client_id: id, create_name: "Warehouse", client_reference: "PO-17" });
  expect(
    await row(sql`select actor_kind, actor_id from history where subject_id = ${ticket!.id} order by at limit 1`),
  ).toEqual({ actor_kind: "key", actor_id: key.id });
});

test("a client's admin creates the same by session; who works for no client, and who may add none, does not", async () => {
  const { id } = await aClient();
  const own = await ask(create, await byAdmin(id, ["add_ticket"]), await aRequestBody({ authorized_client_id: id }));
  expect(own.success).toBe(1);
  expect(await ask(create, await byAdmin(id, ["view_ticket.full_access"]), await aRequestBody())).toMatchObject({
    status: 403,
    code: "ticket.noAdd",
  });
  expect(await ask(create, await byAdmin(undefined, ["add_ticket"]), await aRequestBody())).toMatchObject({
    status: 403,
  });
  expect(await ask(create, {}, await aRequestBody())).toMatchObject({ status: 401 });
});

test("without an offer code, or with an empty one, a request has the product's own", async () => {
  const { id } = await aClient();
  const key = by(await make(id, ["requests:create"]));
  for (const more of [{ offers_applied: undefined }, { offers_applied: {} }, { offers_applied: { offer_code: "" } }]) {
    const { success, data } = await ask(create, key, await aRequestBody(more));
    expect(success).toBe(1);
    expect(await row(sql`select offer_code from tickets where public_id = ${data._id}`)).toEqual({
      offer_code: defaultOfferCode(),
    });
  }
});

test("the client's own id of a live request is refused for a second one, and the refusal names both", async () => {
  const { id } = await aClient();
  const key = by(await make(id, ["requests:create"]));
  const first = await ask(create, key, await aRequestBody({ service_provided_client_id: "PO-18" }));
  expect(await ask(create, key, await aRequestBody({ service_provided_client_id: "po-18" }))).toMatchObject({
    status: 409,
    code: "request.referenceTaken",
    message: `${first.data.ticket_id} has the client id po-18 already`,
    fields: { service_provided_client_id: "Another request of this client has this id" },
  });
});

test("another client's id is refused, whoever sends it, and nothing is created", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const requestBody = await aRequestBody({ authorized_client_id: foreign });
  for (const headers of [by(await make(id)), await byAdmin(id, ["add_ticket"])])
    expect(await ask(create, headers, requestBody)).toMatchObject({ status: 403, success: 0 });
  expect(await row(sql`select count(*)::int as n from tickets where client_id = any(${[id, foreign]})`)).toEqual({
    n: 0,
  });
});

test("a request sent again is created once, also after its key was renewed, and never for another program", async () => {
  const { id } = await aClient();
  const key = await make(id);
  const other = await make(id);
  const requestBody = await aRequestBody();
  const again = { "idempotency-key": "order-17" };
  const first = await ask(create, { ...by(key), ...again }, requestBody);
  const next = await rotateKey(cli, { keyId: key.id, overlap: "day" });
  for (const same of [key, next])
    expect((await ask(create, { ...by(same), ...again }, requestBody)).data._id).toBe(first.data._id);
  expect((await ask(create, { ...by(next), ...again }, { ...requestBody, specific_requirement: "Noise" })).status).toBe(
    422,
  );
  expect((await ask(create, { ...by(other), ...again }, requestBody)).data._id).not.toBe(first.data._id);
  expect(await row(sql`select count(*)::int as n from tickets where client_id = ${id}`)).toEqual({ n: 2 });
});

test("a key reads its client's requests, as its admins see them, and no others", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const mine = await aTicket({ clientId: id });
  const foreignTicket = await aTicket({ clientId: foreign });
  await aTicket();
  const key = by(await make(id, ["requests:read"]));
  const admin = await byAdmin(id, ["view_ticket.full_access"]);
  const read = "POST admin/get-client-ticket";
  const byKey = await ask(read, key, {});
  const bySession = await ask(read, admin, {});
  expect(byKey.data.map(({ _id }: { _id: string }) => _id)).toEqual([mine.publicId]);
  expect(byKey.data).toEqual(bySession.data);
  const all = await ask("GET admin/get-all-ticket", key);
  expect(all.data).toEqual((await ask("GET admin/get-all-ticket", admin)).data);
  expect(JSON.stringify(all)).not.toContain(foreignTicket.publicId);
  // The number an admin may search by is its own, and a key has none.
  expect(await ask(read, key, { mobile_number: "9876543210" })).toMatchObject({ status: 403 });
});

test("a key opens the calls of its scopes alone, and every other call of admins refuses it before reading", async () => {
  const { id } = await aClient();
  const reading = by(await make(id, ["requests:read"]));
  const creating = by(await make(id, ["requests:create"]));
  expect(await ask(create, reading, await aRequestBody())).toMatchObject({ status: 403, code: "clientKey.lacksScope" });
  expect(await ask("POST admin/get-client-ticket", creating, {})).toMatchObject({
    status: 403,
    code: "clientKey.lacksScope",
    message: "This API key lacks the scope requests:read",
  });
  const wholeKey = by(await make(id));
  const opened: string[] = [];
  for (const [name, line] of Object.entries(contract)) {
    // What is open to the public answers it, whatever key comes along.
    if (line.as.includes("anyone")) continue;
    const [methods, path] = name.split(" ") as [string, string];
    const to = `${methods.split("|")[0]} ${path.replace(/\{\w+\}/g, "019e0000-0000-7000-8000-000000000000")}`;
    const answer = await ask(to, wholeKey, to.startsWith("GET") ? undefined : {});
    if (answer.code !== "clientKey.notForCall") opened.push(name);
  }
  const uploading = ["GET admin/ticket-upload/{upload_id}", "POST admin/upload-csv-for-ticket", bulk];
  expect(opened.sort()).toEqual(
    ["GET client/events", "POST admin/get-client-ticket", create, update, cancel, ...uploading].sort(),
  );
});

test("of two scopes with one permission each opens its own calls alone", async () => {
  const { id } = await aClient();
  const byScope = async (scope: KeyScope) => by(await make(id, [scope]));
  const lacks = async (scope: KeyScope, call: string, body?: object) => {
    const { status, code, message } = await ask(call, await byScope(scope), body);
    return { status, code, scope: message.split(" ").at(-1) };
  };
  const refused = (scope: KeyScope) => ({ status: 403, code: "clientKey.lacksScope", scope });
  const { publicId } = await aTicket({ clientId: id });
  expect(await lacks("requests:update", cancel.replace("{ticketId}", publicId))).toEqual(refused("requests:cancel"));
  expect(await lacks("requests:cancel", update, { ticket_obj_id: publicId })).toEqual(refused("requests:update"));
  expect(await lacks("requests:create", bulk, {})).toEqual(refused("requests:upload"));
  expect(await lacks("requests:upload", create, {})).toEqual(refused("requests:create"));
});

test("a key changes and cancels its client's requests, without a second factor, and another client's are not there", async () => {
  const { id } = await aClient();
  const { id: foreign } = await aClient();
  const key = await make(id, ["requests:update", "requests:cancel"]);
  const service = await aService();
  const mine = await aTicket({ clientId: id, serviceId: service.id, offerCode: "WELCOME50" });
  const foreignTicket = await aTicket({ clientId: foreign, serviceId: service.id });
  const change = ({ publicId }: { publicId: string }) => ({
    ticket_obj_id: publicId,
    service_provided_for: { _id: service.id },
    specific_requirement: "Leaks",
    address_details: { house_number: "7" },
    time_preference: { time_preference_type: "IMMEDIATELY" },
  });
  expect(await ask(update, by(key), change(mine))).toMatchObject({
    status: 200,
    message: "Ticket updated successfully",
    data: { specific_requirement: "Leaks" },
  });
  // The house's offer code stays where none is sent.
  expect(await row(sql`select offer_code, house_number from tickets where id = ${mine.id}`)).toEqual({
    offer_code: "WELCOME50",
    house_number: "7",
  });
  expect(await ask(update, by(key), change(foreignTicket))).toMatchObject({ status: 404, code: "ticket.notFound" });
  const cancelOf = ({ publicId }: { publicId: string }) => cancel.replace("{ticketId}", publicId);
  expect(await ask(cancelOf(foreignTicket), by(key), {})).toMatchObject({ status: 404, code: "ticket.notFound" });
  expect(await ask(cancelOf(mine), by(key), { reason: "Sold" })).toMatchObject({ status: 200, success: 1 });
  expect(await row(sql`select status, cancel_reason from tickets where id = ${mine.id}`)).toEqual({
    status: "CANCEL",
    cancel_reason: "Sold",
  });
  const done = await rows<{ event: string; actor_kind: string; actor_id: string }>(
    sql`select event, actor_kind, actor_id from history where subject_id = ${mine.id} order by at, id`,
  );
  expect(done.filter(({ event }) => /updated|cancelled/.test(event))).toEqual(
    ["ticket.updated", "ticket.cancelled"].map((event) => ({ event, actor_kind: "key", actor_id: key.id })),
  );
});

test("a key uploads for its client; the key in its place asks what became of it, and no other one may", async () => {
  const { id } = await aClient();
  const key = await make(id, ["requests:upload"]);
  const other = await make(id, ["requests:upload"]);
  const service = await aService();
  const send = (headers: Headers) => {
    const form = new FormData();
    const text = [
      "Service provided for,Mobile number,Customer name,House number,Pincode,Time preference type",
      `${service.serviceName},${aPhone()},Meera Nair,12,${aPincode()},IMMEDIATELY`,
    ].join("\n");
    form.set("ticketsCsvFile", new File([text], "requests.csv", { type: "text/csv" }));
    const request = new Request("http://localhost:3000/api/ticket/createBulkTickets?wait=0", {
      method: "POST",
      headers,
      body: form,
    });
    return serve({ request, params: {}, context: { address: anAddress(), requestId: "keys" } }).then(
      async (answer) => (await answer.json()) as Reply,
    );
  };
  const begun = await send(by(key));
  expect(begun.data).toMatchObject({ state: "checking" });
  const next = await rotateKey(cli, { keyId: key.id, overlap: "now" });
  await drain(jobs);
  const uploadCall = `GET admin/ticket-upload/${begun.data.upload_id}`;
  expect((await ask(uploadCall, by(next))).data).toMatchObject({ state: "done", acceptedTickets: 1 });
  expect(await ask(uploadCall, by(other))).toMatchObject({ status: 404, code: "uploads.missing" });
  const made = await rows(sql`select create_name, client_reference from tickets where client_id = ${id}`);
  expect(made).toEqual([{ create_name: "Warehouse", client_reference: "0" }]);
  const created = await row(
    sql`select h.actor_kind, h.actor_id from history h join tickets t on t.id = h.subject_id
      where t.client_id = ${id} and h.event = 'ticket.created'`,
  );
  expect(created).toEqual({ actor_kind: "key", actor_id: next.id });
  // One whose keys all ended goes on no further.
  const stopped = await send(by(other));
  await revokeKey(cli, { keyId: other.id });
  await drain(jobs);
  expect(await row(sql`select state from uploads where id = ${stopped.data.upload_id}`)).toEqual({ state: "refused" });
  expect(await row(sql`select count(*)::int as n from tickets where client_id = ${id}`)).toEqual({ n: 1 });
});

test("a call that is open to the public answers as without a key, whatever key comes along", async () => {
  const { id } = await aClient();
  const creating = await make(id, ["requests:create"]);
  const over = await make(id);
  await revokeKey(cli, { keyId: over.id });
  const keys = [by(creating), by(over), { authorization: `Bearer ck_00000000_${"x".repeat(43)}` }];
  // Without a request's link this one is no public call.
  const list = "GET admin/get-all-ticket";
  const open = Object.entries(contract).filter(([name, line]) => line.as.includes("anyone") && name !== list);
  for (const [name] of open) {
    const [methods, path] = name.split(" ") as [string, string];
    const to = `${methods.split("|")[0]} ${path.replace(/\{\w+\}/g, "019e0000-0000-7000-8000-000000000000")}`;
    const outcomeOf = async (headers: Headers) => {
      const { status, code } = await ask(to, headers, to.startsWith("GET") ? undefined : {});
      return { name, status, code };
    };
    const without = await outcomeOf({});
    for (const key of keys) expect(await outcomeOf(key)).toEqual(without);
  }
  expect(open.length).toBeGreaterThan(30);
  const ticket = await aTicket({ clientId: id });
  const codes = ["clientKey.lacksScope", "clientKey.over", "session.invalid"];
  for (const [nth, key] of keys.entries()) {
    const { data, status } = await ask(`${list}?ticket_obj_id=${ticket.publicId}`, key);
    expect([status, data]).toEqual([200, (await ask(`${list}?ticket_obj_id=${ticket.publicId}`, {})).data]);
    expect(await ask("GET center/get-offer", key)).toMatchObject({ status: 200 });
    expect(await ask(list, key)).toMatchObject({ code: codes[nth] });
  }
});

test("a revoked key is refused with its next call; it comes as a bearer, as access-token or as x-access-token", async () => {
  const { id } = await aClient();
  const { id: keyId, key } = await make(id, ["requests:read"]);
  const read = "POST admin/get-client-ticket";
  const ways: Headers[] = [{ authorization: `Bearer ${key}` }, { "access-token": key }, { "x-access-token": key }];
  for (const headers of ways) expect((await ask(read, headers, {})).status).toBe(200);
  await revokeKey(cli, { keyId });
  for (const headers of ways)
    expect(await ask(read, headers, {})).toMatchObject({ status: 401, code: "clientKey.over" });
  expect(await ask(read, { authorization: `Bearer ${key.slice(0, -1)}` }, {})).toMatchObject({
    status: 401,
    message: "Token is invalid",
  });
});

test("each call for keys asks the permission of its scope, and the document says so", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a generated document
  const { paths } = openApi("Test", "http://localhost") as any;
  for (const [name, { scope, can }] of Object.entries(contract)) {
    const [method, path] = name.split(" ") as [string, string];
    const { security, description } = paths[`/${path}`][method.split("|")[0]!.toLowerCase()];
    const takesClientKey = JSON.stringify(security).includes("clientKey");
    expect([name, takesClientKey]).toEqual([name, scope !== undefined]);
    if (!scope) continue;
    expect([name, can]).toEqual([name, scopePermission[scope]]);
    expect(description).toContain(`of API keys: ${scope}`);
  }
});
