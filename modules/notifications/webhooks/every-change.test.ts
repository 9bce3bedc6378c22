import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { jobs as allJobs } from "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromIst } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { FastClient } from "#modules/kernel/db/fast-path.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, aPincode, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { recordOnAll } from "#modules/tickets/history.ts";
import { rebookTicket } from "#modules/tickets/index.ts";
import { Rebook } from "#modules/tickets/shared.ts";
import { columnNames } from "#modules/tickets/upload/columns.ts";
import { undoUpload } from "#modules/tickets/upload/undo-upload.ts";
import { beginUpload } from "#modules/tickets/upload/uploads.ts";
import { addEndpoint } from "../index.ts";
import { requestEvents, type WebhookEvent } from "../shared.ts";
import { eventOf, writeManyDeliveries } from "./write-deliveries.ts";

/* Whatever way the history of a client's request is written, its endpoints hear of it in the same transaction. */

openDatabase();
beforeEach(() => rows(sql`delete from webhook_endpoints`));

const cli = system("cli");
/** Those of requests; no provider is there for the messages. */
const jobs = allJobs.filter(({ name }) => name.startsWith("tickets."));
/** Nobody answers there: what is written down waits. */
const anEndpoint = (clientId: string, events: readonly WebhookEvent[] = requestEvents) =>
  addEndpoint(cli, { clientId, url: "http://127.0.0.1:9/", events: [...events] });

type Written = { ticket: string; event: string; first: boolean; facts: { number: string; status: string } };
const deliveries = () =>
  rows<Written>(
    sql`select ticket_id as ticket, event, turn = 0 as first, facts from webhook_deliveries
      order by ticket_id, turn`,
  );
/** What the history of a client's requests says that its endpoints are told, in order. */
const historyOfClient = async (clientId: string) => {
  const entries = await rows<{ ticket: string; event: string }>(
    sql`select t.id as ticket, h.event from history h join tickets t on h.subject = 'ticket' and h.subject_id = t.id
      where t.client_id = ${clientId} order by t.id, h.event <> 'ticket.created', h.at, h.id`,
  );
  return entries.flatMap(({ ticket, event }) => (eventOf[event] ? [{ ticket, event: eventOf[event] }] : []));
};

async function anUpload(clientId: string, howMany: number) {
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  const permissions = ["add_ticket", "delete_ticket", "view_ticket.full_access"] as const;
  const admin = asAdmin(await anAdmin({ permissions }), { permissions });
  const line = (nth: number) => ({
    "Service provided for": service.serviceName,
    "Mobile number": "9876543210",
    "Customer name": "Meera Nair",
    "House number": String(nth),
    Pincode: pincode,
    "Time preference type": "IMMEDIATELY",
  });
  const lines = Array.from({ length: howMany }, (_, nth): Record<string, string> => line(nth));
  const text = [columnNames, ...lines.map((cells) => columnNames.map((name) => cells[name] ?? ""))].join("\n");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${clientId}.csv`);
  await writeFile(file, text);
  const { id } = await beginUpload(admin, { file: { path: file, name: "requests.csv" }, clientId, straight: true });
  await drain(jobs);
  return { id, admin };
}

test("uploaded requests, and the undoing of an upload, are told: first that each was made, last that it is gone", async () => {
  const { id: clientId } = await aClient();
  const { id: other } = await aClient();
  await anEndpoint(clientId);
  await anEndpoint(other);
  const { id, admin } = await anUpload(clientId, 3);
  const made = await deliveries();
  expect(made.map(({ event }) => event)).toEqual(
    Array.from({ length: 3 }, () => ["request.created", "request.offered"]).flat(),
  );
  expect(made.map(({ first }) => first)).toEqual([true, false, true, false, true, false]);
  expect(made.filter(({ facts }) => facts.status !== "PENDING" || !/^REQ-/.test(facts.number))).toEqual([]);
  await undoUpload(admin, { id });
  await drain(jobs);
  expect((await deliveries()).map(({ ticket, event }) => ({ ticket, event }))).toEqual(await historyOfClient(clientId));
  expect((await deliveries()).filter(({ event }) => event === "request.deleted")).toHaveLength(3);
});

test("a rebook tells that a request was made before whom it was offered to, though both are written at once", async () => {
  const { id: clientId } = await aClient();
  await anEndpoint(clientId);
  const service = await aService();
  const pincode = aPincode();
  await aCenter({ services: [service], pincodes: [pincode] });
  const old = await aTicket({ clientId, serviceId: service.id, pincode, status: "CLOSED", closedAt: new Date() });
  const soon = {
    time_preference: { type: "SPECIFIC_DATE_AND_TIME", specific_date_time: fromIst("2099-01-01", "12:00") },
  };
  const permissions = ["add_ticket", "view_ticket.full_access"] as const;
  const { ticket } = await rebookTicket(
    asAdmin(await anAdmin({ permissions }), { permissions }),
    Rebook.parse({ ticketId: old.publicId, timePreference: { type: "IMMEDIATELY" }, ...soon }),
  );
  expect(await deliveries()).toMatchObject([
    { ticket: ticket.id, event: "request.created", first: true },
    { ticket: ticket.id, event: "request.offered", first: false },
  ]);
});

test("what many requests tell is rolled back with them, and is written for whoever asked for it alone", async () => {
  const { id: clientId } = await aClient();
  const { id: deaf } = await aClient();
  await anEndpoint(clientId, ["request.deleted", "request.closed"]);
  await anEndpoint(deaf, ["request.closed"]);
  const tickets = [await aTicket({ clientId }), await aTicket({ clientId: deaf }), await aTicket()];
  const ids = tickets.map(({ id }) => id);
  const undone = transaction(async () => {
    await recordOnAll(cli, ids, { event: "ticket.deleted" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await deliveries()).toEqual([]);
  expect(await rows(sql`select 1 from client_events where ticket_id = any(${ids})`)).toEqual([]);
  await transaction(() => recordOnAll(cli, ids, { event: "ticket.deleted" }));
  await transaction(() => recordOnAll(cli, ids, { event: "ticket.phoneRevealed" }));
  expect(await deliveries()).toMatchObject([{ ticket: ids[0], event: "request.deleted" }]);
});

test("a thousand requests are told in as many statements as one", async () => {
  const { id: clientId } = await aClient();
  const { serviceId } = await aTicket();
  const made = await rows<{ id: string }>(
    sql`insert into tickets (id, public_id, ticket_id, created_by, client_id, service_id, name, phone, pincode,
                          time_preference_type, created_at, updated_at)
     select gen_random_uuid(), 'many-' || n, 'MANY-' || n, 'SUPER_ADMIN', ${clientId}, ${serviceId}, 'M', '7000000000', '560001',
            'IMMEDIATELY', now(), now() from generate_series(1, 2500) n returning id`,
  );
  const ids = made.map(({ id }) => id);
  const querySpy = vi.spyOn(FastClient.prototype, "query");
  const statements = async (many: number) => {
    querySpy.mockClear();
    await transaction(() => writeManyDeliveries({ ticketIds: ids.slice(0, many), event: "ticket.deleted" }));
    return querySpy.mock.calls.length;
  };
  expect(await statements(2_500)).toBe((await statements(1)) + 4);
  await anEndpoint(clientId);
  const one = await statements(1);
  const thousand = await statements(1_000);
  const all = await statements(2_500);
  querySpy.mockRestore();
  expect(thousand).toBe(one);
  expect(all).toBe(one + 4);
  expect(await deliveries()).toHaveLength(3_501);
});

test("no file but the one that tells webhooks writes into a request's history what clients are told of", () => {
  const files = readdirSync(path.join(env.root, "modules"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => ({ file, text: readFileSync(path.join(env.root, "modules", file), "utf8") }));
  const past = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:record|historyBytes)\([^;]*/g)]
      .filter(([call]) => call.includes('subject: "ticket"'))
      .filter(([call]) => Object.keys(eventOf).some((event) => call.includes(`"${event}"`)))
      .map(() => file),
  );
  expect(past).toEqual([]);
  const { text } = files.find(({ file }) => file === "tickets/history.ts")!;
  expect([...text.matchAll(/\b(?:record|historyBytes)\([^;]*subject: "ticket"/g)]).toHaveLength(2);
});
