import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { authorizeClients, worksForClientSql } from "#modules/centers/index.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aPincode,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { fc, property } from "#modules/testing/property.ts";
import { ticketById } from "../get-ticket.ts";
import type { Ticket } from "../ticket.entity.ts";
import { acceptUnpaid } from "./accept.ts";
import { matchTicket } from "./broadcast.ts";
import { centersForTicket } from "./centers-for-ticket.ts";
import { recomputeReasons, storedReasons } from "./match.ts";

openDatabase();

/* R384: a center with a list of clients is offered the requests of these clients, and of no others. */

const admin = asAdmin();
const match = (ticket: Ticket) =>
  transaction(async () => matchTicket(admin, await ticketById(ticket.id, { lock: true })));

async function aPlace(lists: readonly (readonly string[])[]) {
  const service = await aService();
  const pincode = aPincode();
  const centers = [];
  for (const clientIds of lists) {
    const center = await aCenter({ services: [service], pincodes: [pincode] });
    await authorizeClients(admin, { centerId: center.id, clientIds: [...clientIds] });
    centers.push(center);
  }
  const ticketOf = (clientId: string | null, more: Partial<Ticket> = {}) =>
    aTicket({ serviceId: service.id, pincode, createdBy: "SUPER_ADMIN", clientId, ...more });
  return { centers, ticketOf };
}

async function reasonsOf(ticket: Ticket, centers: readonly { id: string }[]) {
  await match(ticket);
  const stored = await storedReasons(ticket.id);
  expect(await recomputeReasons(await ticketById(ticket.id))).toEqual(stored);
  return centers.map(({ id }) => stored.find(({ centerId }) => centerId === id)?.reason);
}

describe("who is offered a client's request", () => {
  test.each([
    { of: "one", reasons: ["offered", "offered", "client", "offered"] },
    { of: "two", reasons: ["offered", "client", "offered", "offered"] },
    { of: "the public", reasons: ["offered", "offered", "offered", "offered"] },
  ])("of $of: centers without a list, for one, for two, for both", async ({ of, reasons }) => {
    const one = await aClient();
    const two = await aClient();
    const { centers, ticketOf } = await aPlace([[], [one.id], [two.id], [one.id, two.id]]);
    const clientId = of === "one" ? one.id : of === "two" ? two.id : null;
    expect(await reasonsOf(await ticketOf(clientId), centers)).toEqual(reasons);
  });

  test("the center of the QR code must work for the client, too, else the others are asked", async () => {
    const one = await aClient();
    const two = await aClient();
    const { centers, ticketOf } = await aPlace([[two.id], [one.id]]);
    const { qrId } = await qrOf(centers[0]!);
    expect(await reasonsOf(await ticketOf(one.id, { qrId }), centers)).toEqual(["client", "offered"]);
    expect(await reasonsOf(await ticketOf(two.id, { qrId }), centers)).toEqual(["same_center", "client"]);
  });

  test("an operator who assigns a request sees which centers work for other clients", async () => {
    const one = await aClient();
    const two = await aClient();
    const { centers, ticketOf } = await aPlace([[two.id], [one.id]]);
    const { publicId } = await ticketOf(one.id);
    const listed = await centersForTicket(admin, { ticketId: publicId });
    expect(centers.map(({ id }) => listed.find((center) => center.id === id)?.reason)).toEqual(["client", "offered"]);
    expect(listed[0]!.id).toBe(centers[1]!.id);
  });

  property.prop(
    [fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }), { minLength: 1, maxLength: 5 })],
    { numRuns: 8 },
  )("whatever the lists: a client's request is for those without a list and those that name it", async (lists) => {
    const clients = [await aClient(), await aClient(), await aClient()];
    const { centers, ticketOf } = await aPlace(lists.map((list) => list.map((at) => clients[at]!.id)));
    for (const [at, client] of clients.entries()) {
      const expected = lists.map((list) => (list.length === 0 || list.includes(at) ? "offered" : "client"));
      expect(await reasonsOf(await ticketOf(client.id), centers)).toEqual(expected);
    }
  });
});

test("a center whose list changed since the offer does not accept it any more", async () => {
  await aPriceList();
  const one = await aClient();
  const two = await aClient();
  const center = await aCenter();
  const { broadcasts } = await aBroadcastTicket([center], { clientId: one.id });
  const offer = { broadcastId: broadcasts[0]!.id };
  await authorizeClients(admin, { centerId: center.id, clientIds: [two.id] });
  await expect(acceptUnpaid(asCenter(center), offer)).rejects.toMatchObject({ key: "broadcast.otherClients" });
  await authorizeClients(admin, { centerId: center.id, clientIds: [one.id] });
  expect(await acceptUnpaid(asCenter(center), offer)).toMatchObject({ accepted: true });
});

test("the lists are read by their key", async () => {
  const id = sql`'00000000-0000-7000-8000-000000000001'::uuid`;
  const plan = await transaction(async () => {
    await rows(sql`set local enable_seqscan = off`);
    return rows<{ "QUERY PLAN": string }>(sql`explain select ${worksForClientSql(id, id)}`);
  });
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
});
