import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jobs as allJobs } from "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPincode, aService, asAdmin } from "#modules/testing/factories.ts";
import { columnNames } from "#modules/tickets/upload/columns.ts";
import { checkUpload, readUpload } from "#modules/tickets/upload/read-upload.ts";
import { takeBack, undoUpload } from "#modules/tickets/upload/undo-upload.ts";
import { beginUpload, cancelUpload, startUpload } from "#modules/tickets/upload/uploads.ts";
import { writeAll, writeUpload } from "#modules/tickets/upload/write-upload.ts";
import { addEndpoint, clientEvents, deliveryOf, listDeliveries, replayFailedDeliveries } from "../index.ts";
import { EventsFilter, type WebhookEvent } from "../shared.ts";
import { UploadEvent } from "./payload.ts";
import { sendDue } from "./send.ts";

/* A client's own system is told once that an upload of its requests is over. */

openDatabase();
beforeEach(() => rows(sql`delete from webhook_endpoints`));
afterEach(resetClock);

const cli = system("cli");
/** Those of requests; the sending of webhooks has its own test. */
const jobs = allJobs.filter(({ name }) => name.startsWith("tickets."));

const permissions = ["add_ticket", "delete_ticket", "view_ticket.full_access"] as const;
/** A client, its admin, and an admin of the house who uploads for it. */
async function aDesk() {
  const { id: clientId } = await aClient();
  const ofClient = { clientId, permissions };
  return {
    clientId,
    admin: asAdmin(await anAdmin({ permissions }), { permissions }),
    own: asAdmin(await anAdmin({ ...ofClient, adminRole: "CLIENT" }), ofClient),
  };
}
type Desk = Awaited<ReturnType<typeof aDesk>>;

/** Nobody answers there: what is written down waits. */
const anEndpoint = (clientId: string, events: readonly WebhookEvent[] = ["upload.done"], url = "http://127.0.0.1:9/") =>
  addEndpoint(cli, { clientId, url, events: [...events] });

let files = 0;
/** A file of some requests and, by its last line, one that is refused. */
async function aFile({ good, end = "" }: { good: number; end?: string }) {
  const service = await aService();
  const pincode = aPincode();
  const line = (cells: Record<string, string>) => columnNames.map((name) => cells[name] ?? "").join(",");
  const lines = Array.from({ length: good }, (_, nth) =>
    line({
      "Service provided for": service.serviceName,
      "Mobile number": "9876543210",
      "Customer name": "Meera Nair",
      "House number": String(nth),
      Pincode: pincode,
      "Time preference type": "IMMEDIATELY",
    }),
  );
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${++files}.csv`);
  await writeFile(file, [columnNames.join(","), ...lines, line({ "Customer name": "Nobody" }), end].join("\n"));
  return { path: file, name: "requests.csv" };
}
const broken = { good: 1, end: '"Unclosed' };

/** An upload that creates the requests of its file without a dry run; `own` leaves its reading to the test. */
async function begins({ admin, clientId }: Desk, file: Parameters<typeof aFile>[0], { own = false } = {}) {
  const { id } = await beginUpload(admin, { file: await aFile(file), clientId, straight: true, own });
  if (!own) await drain(jobs);
  return id;
}
/** A dry run of two good rows and a wrong one, which waits for the word to go on. */
async function checks({ admin, clientId }: Desk) {
  const { id } = await beginUpload(admin, { file: await aFile({ good: 2 }), clientId });
  await drain(jobs);
  return id;
}

const past = async ({ own }: Desk) =>
  (await clientEvents(own, EventsFilter.parse({ type: "upload.done" }))).rows.map((event) => UploadEvent.parse(event));
const sent = async (clientId: string) =>
  Promise.all(
    (await listDeliveries(cli, { clientId, take: 100 })).rows.map(async ({ id: deliveryId }) =>
      JSON.parse((await deliveryOf(cli, { clientId, deliveryId })).body),
    ),
  );

test("each address of its client that asked is told once what became of the rows; no other client and no other address", async () => {
  const desk = await aDesk();
  const foreign = await aDesk();
  await anEndpoint(desk.clientId);
  await anEndpoint(desk.clientId, ["request.closed", "upload.done"]);
  await anEndpoint(desk.clientId, ["request.closed"]);
  await anEndpoint(foreign.clientId);
  const id = await begins(desk, { good: 2 });
  const [event] = await past(desk);
  expect(event).toEqual({
    id: expect.any(String),
    version: "1",
    account: desk.clientId,
    type: "upload.done",
    timestamp: expect.any(String),
    data: {
      upload_id: id,
      state: "done",
      recievedTickets: 3,
      acceptedTickets: 2,
      rejectedTickets: 1,
      reason: null,
    },
  });
  expect(await sent(desk.clientId)).toEqual([event, event]);
  expect([await past(foreign), await sent(foreign.clientId)]).toEqual([[], []]);
});

test("neither a job that runs again, nor a second worker, nor undoing it tells the end once more", async () => {
  const desk = await aDesk();
  await anEndpoint(desk.clientId);
  const read = await begins(desk, { good: 2 }, { own: true });
  await Promise.all([checkUpload(read), checkUpload(read)]);
  await Promise.all([writeAll(read), writeAll(read)]);
  const checked = await checks(desk);
  await startUpload(desk.admin, { id: checked });
  await Promise.all([writeAll(checked), writeAll(checked)]);
  for (const uploadId of [read, checked]) {
    await runJob(readUpload, { uploadId });
    await runJob(writeUpload, { uploadId });
  }
  await drain(jobs);
  await undoUpload(desk.admin, { id: read });
  await runJob(takeBack, { uploadId: read });
  await runJob(takeBack, { uploadId: read });
  expect(await rows(sql`select id from uploads where state = 'undone'`)).toEqual([{ id: read }]);
  expect((await past(desk)).map(({ data }) => [data.upload_id, data.state])).toEqual([
    [checked, "done"],
    [read, "done"],
  ]);
  expect(await sent(desk.clientId)).toHaveLength(2);
});

test("a refused file is told with its reason, a stopped upload as cancelled; what only is a dry run is not told", async () => {
  const desk = await aDesk();
  await anEndpoint(desk.clientId);
  const refused = await begins(desk, broken);
  const none = { recievedTickets: 0, acceptedTickets: 0, rejectedTickets: 0 };
  const refusal = { upload_id: refused, state: "refused", ...none, reason: "sheet.quotes" };
  expect((await past(desk)).map(({ data }) => data)).toEqual([refusal]);
  await beginUpload(desk.admin, { file: await aFile(broken), clientId: desk.clientId });
  await drain(jobs);
  await cancelUpload(desk.admin, { id: await checks(desk) });
  expect(await past(desk)).toHaveLength(1);
  const stopped = await checks(desk);
  await startUpload(desk.admin, { id: stopped });
  await cancelUpload(desk.admin, { id: stopped });
  await drain(jobs);
  const counts = { recievedTickets: 3, acceptedTickets: 0, rejectedTickets: 1 };
  expect((await past(desk)).map(({ data }) => data)).toEqual([
    { upload_id: stopped, state: "cancelled", ...counts, reason: null },
    refusal,
  ]);
  expect(await sent(desk.clientId)).toHaveLength(2);
});

test("an admin who may not create requests any more ends an upload, which is told with that reason", async () => {
  const desk = await aDesk();
  const id = await checks(desk);
  await startUpload(desk.admin, { id });
  await rows(sql`update admins set is_active = false where id = ${desk.admin.adminId}`);
  await drain(jobs);
  expect((await past(desk)).map(({ data }) => data)).toMatchObject([
    { upload_id: id, state: "cancelled", acceptedTickets: 0, reason: "uploads.refusedWhy" },
  ]);
});

test("for a client without a webhook nothing is queued, and the event is listed; an upload without a client is nobody's", async () => {
  const desk = await aDesk();
  const foreign = await aDesk();
  await anEndpoint(foreign.clientId);
  await rows(sql`delete from pgboss.job where name = 'notifications.sendWebhooks'`);
  const id = await begins(desk, broken);
  expect((await past(desk)).map(({ data }) => data.upload_id)).toEqual([id]);
  await beginUpload(desk.admin, { file: await aFile(broken), straight: true });
  await drain(jobs);
  expect(await rows(sql`select 1 from webhook_deliveries`)).toEqual([]);
  expect(await rows(sql`select 1 from pgboss.job where name = 'notifications.sendWebhooks'`)).toEqual([]);
  expect(await past(foreign)).toEqual([]);
});

test("it is sent, tried again and replayed as every event is, with the same id and body", async () => {
  const got: { id: unknown; body: unknown }[] = [];
  let status = 503;
  const server = createServer(async (incoming, outgoing) => {
    got.push({ id: incoming.headers["webhook-id"], body: JSON.parse(await text(incoming)) });
    outgoing.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const desk = await aDesk();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id: endpointId } = await anEndpoint(desk.clientId, ["upload.done"], url);
    await begins(desk, { good: 1 });
    await sendDue();
    status = 204;
    moveClock(minute);
    await sendDue();
    await rows(sql`update webhook_deliveries set status = 'given_up'`);
    expect(await replayFailedDeliveries(cli, { endpointId })).toBe(1);
    await sendDue();
    const [event] = await past(desk);
    expect(got.map(({ body }) => body)).toEqual([event, event, event]);
    expect(new Set(got.map(({ id }) => id)).size).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("an event is about a request or about an upload, and an upload has one", async () => {
  const desk = await aDesk();
  const id = await begins(desk, { good: 1 });
  const inserting = (ticket: string | null, upload: string | null) =>
    rows(
      sql`insert into client_events (id, client_id, ticket_id, upload_id, event, facts, created_at)
       values (gen_random_uuid(), ${desk.clientId}, ${ticket}, ${upload}, 'upload.done', '{}', now())`,
    );
  for (const [ticket, upload] of [
    [null, null],
    [id, desk.clientId],
  ] as const)
    await expect(inserting(ticket, upload)).rejects.toThrow(/client_events_about/);
  await expect(inserting(null, id)).rejects.toThrow(/client_events_upload/);
});
