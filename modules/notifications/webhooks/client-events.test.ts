import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { day, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAcceptedTicket, anAdmin, asAdmin, asCenter, aTicket } from "#modules/testing/factories.ts";
import { requestHistory } from "#modules/tickets/detail/request-history.ts";
import { recordOn } from "#modules/tickets/history.ts";
import { handBack } from "#modules/tickets/index.ts";
import { HandBackTicket } from "#modules/tickets/shared.ts";
import { type Ticket, TicketSchema } from "#modules/tickets/ticket.entity.ts";
import { addEndpoint, clientEvents, deliveryOf, listDeliveries } from "../index.ts";
import { EventsFilter, webhookEvents } from "../shared.ts";
import { forgetDeliveries } from "./deliveries.ts";
import { RequestEvent } from "./payload.ts";

openDatabase();
beforeEach(() => {
  resetClock();
  return rows(sql`delete from webhook_endpoints`);
});

const cli = system("cli");
const permissions = ["view_ticket.full_access"] as const;
const deskOf = async (clientId: string) =>
  asAdmin(await anAdmin({ adminRole: "CLIENT", clientId, permissions }), { clientId, permissions });
const happens = (ticket: Ticket, event: string) =>
  transaction(async () => {
    const managed = await em().findOneOrFail(TicketSchema, { id: ticket.id });
    await recordOn(cli, managed, { event });
  });
type EventsInput = { start_date?: string; from?: string; to?: string; type?: string; after?: string; take?: number };
const listed = async (desk: Awaited<ReturnType<typeof deskOf>>, input: EventsInput = {}) =>
  clientEvents(desk, EventsFilter.parse(input));
const kinds = async (...args: Parameters<typeof listed>) => (await listed(...args)).rows.map(({ type }) => type);

test("what happened to a client's requests is listed for it alone, newest first, with or without a webhook", async () => {
  const { id: clientId } = await aClient();
  const { id: foreign } = await aClient();
  const desk = await deskOf(clientId);
  const foreignDesk = await deskOf(foreign);
  const ticket = await aTicket({ clientId, clientReference: "PO-7" });
  await happens(ticket, "ticket.updated");
  moveClock(minute);
  await happens(ticket, "ticket.cancelled");
  await happens(await aTicket({ clientId: foreign }), "ticket.closed");
  await happens(await aTicket(), "ticket.closed");
  // What is the house's own business is told no client.
  await happens(ticket, "ticket.phoneRevealed");
  const { rows: events } = await listed(desk);
  expect(events.map(({ type }) => type)).toEqual(["request.cancelled", "request.updated"]);
  for (const event of events) expect(RequestEvent.parse(event)).toEqual(event);
  expect(events[0]).toMatchObject({
    version: "1",
    account: clientId,
    data: { _id: ticket.publicId, service_provided_client_id: "PO-7" },
  });
  expect(await kinds(foreignDesk)).toEqual(["request.closed"]);
  const house = asAdmin(undefined, { permissions });
  for (const other of [house, asAdmin(undefined), cli, asAdmin(undefined, { clientId, permissions: [] })])
    await expect(clientEvents(other as never, EventsFilter.parse({}))).rejects.toMatchObject({
      key: "permission.denied",
    });
});

test("that its request was handed back a client is told, but not by which center and why", async () => {
  const { id: clientId } = await aClient();
  const desk = await deskOf(clientId);
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center, { clientId });
  const input = HandBackTicket.parse({ ticketId: ticket.publicId, reason: "no_parts" });
  await unitOfWork(() => handBack(asCenter(center), input));
  const { rows: events } = await listed(desk);
  expect(events.map(({ type }) => type).sort()).toEqual(["request.status_changed", "request.unserved"]);
  expect(events).toMatchObject([{ data: { ticket_status: "PENDING" } }, { data: { ticket_status: "PENDING" } }]);
  const line = (await requestHistory(desk, ticket.id)).find(({ event }) => event === "ticket.handedBack");
  expect(line).toMatchObject({ who: { kind: "center", name: null }, center: null, from: "ACCEPTED", to: "PENDING" });
  expect(JSON.stringify([line, events])).not.toMatch(/no_parts/);
});

test("a delivery carries the id of its event, the same at each address and in the list", async () => {
  const { id: clientId } = await aClient();
  for (const path of ["one", "two"])
    await addEndpoint(cli, { clientId, url: `http://127.0.0.1:9/${path}`, events: [...webhookEvents] });
  await happens(await aTicket({ clientId }), "ticket.updated");
  const { rows: sent } = await listDeliveries(cli, { clientId, take: 10 });
  const bodies = await Promise.all(
    sent.map(async ({ id: deliveryId }) => JSON.parse((await deliveryOf(cli, { clientId, deliveryId })).body)),
  );
  const { rows: events } = await listed(await deskOf(clientId));
  expect(events).toHaveLength(1);
  expect(bodies).toEqual([events[0], events[0]]);
});

test("past events are asked for by time, kind and page, and are forgotten after 30 days", async () => {
  const { id: clientId } = await aClient();
  const desk = await deskOf(clientId);
  const ticket = await aTicket({ clientId });
  const begin = now().toISOString();
  for (const event of ["ticket.broadcasted", "ticket.accepted", "ticket.started", "ticket.closed"]) {
    moveClock(minute);
    await happens(ticket, event);
  }
  expect(await kinds(desk, { type: "request.started" })).toEqual(["request.started"]);
  expect(EventsFilter.safeParse({ type: "request.unheard" }).success).toBe(false);
  const middle = new Date(Date.parse(begin) + 2 * minute + 30_000).toISOString();
  expect(await kinds(desk, { from: middle })).toEqual(["request.closed", "request.started"]);
  expect(await kinds(desk, { from: begin, to: middle })).toEqual(["request.accepted", "request.offered"]);
  const first = await listed(desk, { take: 3 });
  const second = await listed(desk, { take: 3, after: first.next! });
  expect([...first.rows, ...second.rows].map(({ type }) => type)).toEqual([
    "request.closed",
    "request.started",
    "request.accepted",
    "request.offered",
  ]);
  expect(second.next).toBeNull();
  moveClock(30 * day + minute);
  await forgetDeliveries();
  expect(await kinds(desk)).toEqual([]);
});
