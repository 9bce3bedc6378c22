import { createHmac, randomUUID } from "node:crypto";
import type { LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { day, hour, minute, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { postAbroad } from "#modules/kernel/outside/post-abroad.server.ts";
import { isLoopback, isPublic } from "#modules/kernel/outside/public-address.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { recordOn } from "#modules/tickets/history.ts";
import { cancelTicket } from "#modules/tickets/index.ts";
import { type Ticket, TicketSchema } from "#modules/tickets/ticket.entity.ts";
import {
  addEndpoint,
  changeEndpoint,
  deliveryOf,
  endpointNamed,
  endpointsOf,
  listDeliveries,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  replayFailedDeliveries,
  sendTest,
  switchEndpoint,
} from "../index.ts";
import { type WebhookEvent, webhookEvents } from "../shared.ts";
import { forgetDeliveries } from "./deliveries.ts";
import { sendDue } from "./send.ts";

openDatabase();

const cli = system("cli");
type Got = { path: string; id: string; time: string; signature: string; body: string };

/** A client's system; each test says how it answers. */
let answer: (got: Got, outgoing: ServerResponse) => void;
let got: Got[];
let server: Server;
let origin: string;

beforeEach(async () => {
  await rows(sql`delete from webhook_endpoints`);
  got = [];
  answer = (_, outgoing) => outgoing.writeHead(204).end();
  server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const header = (name: string) => String(incoming.headers[`webhook-${name}`]);
    const one = { path: incoming.url!, id: header("id"), time: header("timestamp"), signature: header("signature") };
    got.push({ ...one, body: await text(incoming) });
    answer(got.at(-1)!, outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  resetClock();
  configure({ sandbox: true });
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string }) => error.key,
  );
const anEndpoint = (clientId: string, path = "/", events: readonly WebhookEvent[] = webhookEvents) =>
  addEndpoint(cli, { clientId, url: `${origin}${path}`, events: [...events] });
/** Something happens to a request, through the one function that writes its history. */
const happens = (ticket: Ticket, event: string) =>
  transaction(async () => {
    const managed = await em().findOneOrFail(TicketSchema, { id: ticket.id });
    await recordOn(cli, managed, { event });
  });
const receivedTypes = () => got.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const logOf = async (endpointId: string) => {
  const { clientId } = await endpointNamed(endpointId);
  return (await listDeliveries(cli, { clientId, endpointId, take: 100 })).rows;
};
/** Runs what is due, and moves the clock to each next attempt, for as long as the hours last. */
async function passes(hours: number) {
  await sendDue();
  for (let left = hours * hour; left > 0; left -= 10 * minute) {
    moveClock(10 * minute);
    await sendDue();
  }
}

test("a change and what a client is told of it are one transaction: what is rolled back is told nobody", async () => {
  const { id: clientId } = await aClient();
  await anEndpoint(clientId);
  const ticket = await aTicket({ clientId });
  const undone = transaction(async () => {
    await happens(ticket, "ticket.updated");
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await rows(sql`select 1 from webhook_deliveries`)).toEqual([]);
  await cancelTicket(cli, { ticketId: ticket.publicId, reason: "Not needed" } as never);
  await sendDue();
  expect(receivedTypes()).toEqual(["request.cancelled"]);
  expect(JSON.parse(got[0]!.body)).toMatchObject({
    data: { _id: ticket.publicId, ticket_id: ticket.ticketId, ticket_status: "CANCEL" },
  });
});

test("what waits for an endpoint is sent to its new address, signed by the same secret", async () => {
  const { id: clientId } = await aClient();
  const { id: endpointId, secret } = await anEndpoint(clientId, "/old");
  answer = ({ path }, outgoing) => outgoing.writeHead(path === "/old" ? 500 : 204).end();
  const ticket = await aTicket({ clientId });
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect((await endpointsOf(cli, clientId)).endpoints).toMatchObject([{ state: "failing", waiting: 1 }]);
  await changeEndpoint(cli, { endpointId, url: `${origin}/new`, events: ["request.closed"] });
  expect((await endpointsOf(cli, clientId)).endpoints).toMatchObject([{ state: "active", waiting: 1 }]);
  moveClock(minute);
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect(got.map(({ path }) => path)).toEqual(["/old", "/new"]);
  const { id, time, body, signature } = got[1]!;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`);
  const { id: foreign } = await aClient();
  const foreignAdmin = asAdmin(undefined, { clientId: foreign, permissions: ["view_ticket.full_access"] });
  const taken = changeEndpoint(foreignAdmin, { endpointId, url: `${origin}/theirs`, events: ["request.closed"] });
  expect(await refusal(taken)).toBe("webhook.notFound");
});

test("what is sent is signed by Standard Webhooks, names no person, and during a renewal both secrets sign", async () => {
  const { id: clientId } = await aClient();
  const made = await anEndpoint(clientId);
  const ticket = await aTicket({
    clientId,
    name: "Meera Nair",
    houseNumber: "221B",
    phone: aPhone(),
    clientReference: "PO-7",
  });
  const right = (secret: string, { id, time, body, signature }: Got) =>
    signature.split(" ").includes(
      `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
        .update(`${id}.${time}.${body}`)
        .digest("base64")}`,
    );
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect(right(made.secret, got[0]!)).toBe(true);
  expect(right(made.secret, { ...got[0]!, body: `${got[0]!.body} ` })).toBe(false);
  expect(got[0]!.body).toContain("PO-7");
  for (const words of ["Meera", "221B", ticket.phone]) expect(got[0]!.body).not.toContain(words);
  const next = await renewSecret(cli, { endpointId: made.id, overlap: "day" });
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect([right(made.secret, got[1]!), right(next.secret, got[1]!)]).toEqual([true, true]);
  moveClock(day + minute);
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect([right(made.secret, got[2]!), right(next.secret, got[2]!)]).toEqual([false, true]);
  await forgetDeliveries();
  const stored = await row<{ line: string }>(sql`select e::text as line from webhook_endpoints e`);
  expect(stored!.line).not.toContain(next.secret);
  expect(await row(sql`select old_secret_sealed as old from webhook_endpoints`)).toEqual({ old: null });
});

test("a client hears of its own requests and of what it asked for, and of nothing while it is off or inactive", async () => {
  const { id: clientId } = await aClient();
  const { id: other } = await aClient();
  const { id } = await anEndpoint(clientId, "/all");
  await anEndpoint(clientId, "/closed", ["request.closed"]);
  await anEndpoint(other, "/other");
  const ticket = await aTicket({ clientId });
  await happens(await aTicket(), "ticket.updated");
  await happens(ticket, "ticket.updated");
  await happens(ticket, "ticket.phoneRevealed");
  await sendDue();
  expect(got.map(({ path }) => path)).toEqual(["/all"]);
  await switchEndpoint(cli, { endpointId: id, on: "off" });
  await happens(ticket, "ticket.updated");
  await sendDue();
  await switchEndpoint(cli, { endpointId: id, on: "on" });
  await rows(sql`update clients set is_active = false where id = ${clientId}`);
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect(got).toHaveLength(1);
});

test("the order of one request holds: a later event waits for the earlier one, and other requests do not", async () => {
  const { id: clientId } = await aClient();
  const { id } = await anEndpoint(clientId);
  const one = await aTicket({ clientId });
  const two = await aTicket({ clientId });
  answer = ({ body }, outgoing) => outgoing.writeHead(body.includes(one.publicId) ? 500 : 204).end();
  await happens(one, "ticket.accepted");
  await happens(one, "ticket.started");
  await happens(two, "ticket.accepted");
  await sendDue();
  expect(got.map(({ body }) => JSON.parse(body).data._id).sort()).toEqual([one.publicId, two.publicId].sort());
  answer = (_, outgoing) => outgoing.writeHead(204).end();
  moveClock(minute);
  await sendDue();
  expect(receivedTypes().slice(2)).toEqual(["request.accepted", "request.started"]);
  expect((await logOf(id)).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
});

test("what fails is tried with growing pauses for 24 hours under one id, then given up, and can be replayed", async () => {
  const { id: clientId } = await aClient();
  const { id } = await anEndpoint(clientId);
  const ticket = await aTicket({ clientId });
  answer = (_, outgoing) => outgoing.writeHead(503).end("busy");
  await happens(ticket, "ticket.updated");
  await passes(23);
  expect((await logOf(id))[0]).toMatchObject({ state: "waiting", answered: 503, error: "status" });
  expect((await endpointsOf(cli, clientId)).endpoints[0]).toMatchObject({ state: "failing", waiting: 1 });
  await passes(2);
  expect((await logOf(id))[0]).toMatchObject({ state: "given_up" });
  const tried = got.length;
  expect(tried).toBeGreaterThan(8);
  const delivery = await deliveryOf(cli, { clientId, deliveryId: (await logOf(id))[0]!.id });
  expect(delivery.tries.map(({ answered, error }) => [answered, error])).toEqual(Array(tried).fill([503, "status"]));
  expect(JSON.parse(delivery.body)).toEqual(JSON.parse(got[0]!.body));
  expect(new Set(got.map((each) => each.id)).size).toBe(1);
  await sendDue();
  expect(got).toHaveLength(tried);
  answer = (_, outgoing) => outgoing.writeHead(200).end();
  expect(await replayFailedDeliveries(cli, { endpointId: id })).toBe(1);
  await sendDue();
  expect((await logOf(id))[0]).toMatchObject({ state: "delivered", attempts: 1, answered: 200, error: null });
  expect((await deliveryOf(cli, { clientId, deliveryId: delivery.id })).tries).toHaveLength(tried + 1);
  const { id: foreign } = await aClient();
  expect(await refusal(deliveryOf(cli, { clientId: foreign, deliveryId: delivery.id }))).toBe("webhook.noDelivery");
  await replayDelivery(cli, { endpointId: id, deliveryId: (await logOf(id))[0]!.id });
  expect(await refusal(replayDelivery(cli, { endpointId: id, deliveryId: (await logOf(id))[0]!.id }))).toBe(
    "webhook.waits",
  );
  await sendDue();
  expect(new Set(got.map((each) => each.id)).size).toBe(1);
  moveClock(60 * day);
  await forgetDeliveries();
  expect(await logOf(id)).toEqual([]);
});

test("an endpoint that fails for three days is switched off by itself, and its client's history tells", async () => {
  const { id: clientId } = await aClient();
  const { id } = await anEndpoint(clientId);
  const ticket = await aTicket({ clientId });
  answer = (_, outgoing) => outgoing.writeHead(500).end();
  await happens(ticket, "ticket.updated");
  await sendDue();
  moveClock(3 * day + minute);
  await happens(ticket, "ticket.updated");
  await sendDue();
  expect((await endpointsOf(cli, clientId)).endpoints[0]).toMatchObject({ state: "silenced", waiting: 0 });
  expect(await row(sql`select event from history where subject_id = ${clientId} order by at desc limit 1`)).toEqual({
    event: "client.webhookSilenced",
  });
  expect(await refusal(sendTest(cli, { endpointId: id }))).toBe("webhook.isOff");
});

test("two workers deliver each event once, and a worker that died leaves its deliveries to the next", async () => {
  const { id: clientId } = await aClient();
  await anEndpoint(clientId);
  for (let made = 0; made < 12; made++) await happens(await aTicket({ clientId }), "ticket.updated");
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  expect(got).toHaveLength(12);
  expect(new Set(got.map(({ id }) => id)).size).toBe(12);
  // One that was claimed and never finished.
  await rows(
    sql`update webhook_deliveries set status = 'waiting', leased_until = now() + interval '1 minute', next_at = now() + interval '1 minute' where id = ${got[0]!.id}`,
  );
  await sendDue();
  expect(got).toHaveLength(12);
  moveClock(minute + second);
  await sendDue();
  expect(got).toHaveLength(13);
});

test("a slow endpoint keeps at most two places: another one is delivered to meanwhile", async () => {
  const { id: slow } = await aClient();
  const { id: quick } = await aClient();
  await anEndpoint(slow, "/slow");
  await anEndpoint(quick, "/quick");
  let most = 0;
  const open: ServerResponse[] = [];
  const reached = new Promise<void>((done) => {
    answer = ({ path }, outgoing) => {
      if (path === "/slow") {
        open.push(outgoing);
        most = Math.max(most, open.length);
      } else {
        outgoing.writeHead(204).end();
        if (got.filter((each) => each.path === "/quick").length === 5) done();
      }
    };
  });
  for (let made = 0; made < 5; made++) await happens(await aTicket({ clientId: slow }), "ticket.updated");
  for (let made = 0; made < 5; made++) await happens(await aTicket({ clientId: quick }), "ticket.updated");
  const run = sendDue();
  await reached;
  expect(most).toBeLessThanOrEqual(2);
  answer = (_, outgoing) => outgoing.writeHead(204).end();
  for (const held of open) held.writeHead(204).end();
  await run;
  expect(got).toHaveLength(10);
});

test("a redirect is not followed, and an answer without end is not read", async () => {
  const { id: clientId } = await aClient();
  const { id } = await anEndpoint(clientId);
  answer = ({ path }, outgoing) =>
    path === "/inner" ? outgoing.writeHead(204).end() : outgoing.writeHead(302, { location: `${origin}/inner` }).end();
  await happens(await aTicket({ clientId }), "ticket.updated");
  await sendDue();
  expect(got.map(({ path }) => path)).toEqual(["/"]);
  expect((await logOf(id))[0]).toMatchObject({ answered: 302, error: "redirect", state: "waiting" });
  let sent = 0;
  answer = (_, outgoing) => {
    outgoing.writeHead(200);
    const more = () => {
      while (!outgoing.destroyed && sent < 50_000_000 && outgoing.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!outgoing.destroyed && sent < 50_000_000) outgoing.once("drain", more);
    };
    more();
  };
  moveClock(minute);
  await sendDue();
  expect((await logOf(id))[0]).toMatchObject({ answered: 200, state: "delivered" });
  expect(sent).toBeLessThan(20_000_000);
});

test("where it goes is decided when it connects: no private address by number, by name, or by a name that changes", async () => {
  const call = (url: string, addresses: string[] = []) =>
    postAbroad({
      url,
      headers: {},
      body: "{}",
      may: isPublic,
      timeoutMs: 2_000,
      ...(addresses.length > 0 && {
        resolve: (_host, _options, done) =>
          done(
            null,
            addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
          ),
      }),
    });
  const port = new URL(origin).port;
  expect(await call(origin)).toMatchObject({ failure: "address" });
  expect(await call(`http://localhost:${port}/`)).toMatchObject({ failure: "address" });
  for (const written of ["127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"])
    expect([written, await call(`http://${written}:${port}/`)]).toMatchObject([written, { failure: "address" }]);
  // One private address among public ones is enough; nothing was connected to.
  expect(await call(`http://shop.example:${port}/`, ["93.184.216.34", "127.0.0.1"])).toMatchObject({
    failure: "address",
  });
  expect(got).toEqual([]);
  // The address that was checked is the one that is connected to: a second lookup would not happen.
  let lookups = 0;
  const rebinding = postAbroad({
    url: `http://shop.example:${port}/`,
    headers: {},
    body: "{}",
    timeoutMs: 2_000,
    may: (address) => isPublic(address) || address === "127.0.0.1",
    resolve: (_host, _options, done) =>
      done(null, [{ address: lookups++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }]),
  });
  expect(await rebinding).toMatchObject({ status: 204 });
  expect(lookups).toBe(1);
  configure({ sandbox: false });
  const { id: clientId } = await aClient();
  configure({ sandbox: true });
  const { id } = await anEndpoint(clientId);
  configure({ sandbox: false });
  await happens(await aTicket({ clientId }), "ticket.updated");
  await sendDue();
  expect((await logOf(id))[0]).toMatchObject({ error: "address", answered: null });
});

test("which addresses are public", () => {
  for (const address of [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:10.0.0.1",
    "64:ff9b::808:808",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "2001::1",
    "2002:7f00:1::",
    "100::1",
  ])
    expect([address, isPublic(address)]).toEqual([address, false]);
  for (const address of ["8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::1"])
    expect([address, isPublic(address)]).toEqual([address, true]);
  expect(["127.0.0.9", "::1", "10.0.0.1", "8.8.8.8"].map(isLoopback)).toEqual([true, true, false, false]);
});

test("an address is https, on 443 or 8443, without a password; five to a client, also when two are added at once", async () => {
  const { id: clientId } = await aClient();
  configure({ sandbox: false });
  const add = (url: string) => refusal(addEndpoint(cli, { clientId, url, events: ["request.closed"] }));
  expect(await add("http://shop.example/hook")).toBe("webhook.urlHttps");
  expect(await add("http://127.0.0.1:4000/hook")).toBe("webhook.urlHttps");
  expect(await add("ftp://shop.example")).toBe("webhook.urlHttps");
  expect(await add("https://shop.example:22/hook")).toBe("webhook.urlPort");
  expect(await add("https://me:pass@shop.example/")).toBe("webhook.urlWrong");
  expect(await add("shop")).toBe("webhook.urlWrong");
  for (let made = 0; made < 4; made++) expect(await add(`https://shop.example:8443/${made}`)).toBe("ok");
  expect((await Promise.all([add("https://a.example"), add("https://b.example")])).sort()).toEqual([
    "ok",
    "webhook.tooMany",
  ]);
});

test("who works on webhooks: operators who change clients, and the client's admins who see its requests", async () => {
  const { id: clientId } = await aClient();
  const { id: foreign } = await aClient();
  const desk = asAdmin(await anAdmin({ adminRole: "CLIENT", clientId }), {
    clientId,
    permissions: ["view_ticket.full_access"],
  });
  const acts = async (actor: Parameters<typeof endpointsOf>[0]) => {
    const { id } = await anEndpoint(clientId);
    const done = [
      await refusal(endpointsOf(actor, clientId)),
      await refusal(listDeliveries(actor, { clientId, endpointId: id })),
      await refusal(sendTest(actor, { endpointId: id })),
      await refusal(renewSecret(actor, { endpointId: id, overlap: "now" })),
      await refusal(switchEndpoint(actor, { endpointId: id, on: "off" })),
      await refusal(removeEndpoint(actor, { endpointId: id })),
    ];
    await rows(sql`delete from webhook_endpoints`);
    return done;
  };
  const no = "permission.denied";
  const none = "webhook.notFound";
  expect(await acts(desk)).toEqual(Array(6).fill("ok"));
  expect(await acts(asAdmin(undefined, { permissions: ["edit_clients.full_access"] }))).toEqual(Array(6).fill("ok"));
  expect(await acts(asAdmin(undefined, { permissions: ["view_clients.full_access"] }))).toEqual([
    "ok",
    "ok",
    no,
    no,
    no,
    no,
  ]);
  expect(await acts({ ...desk, clientId: foreign })).toEqual([
    "client.notFound",
    "client.notFound",
    none,
    none,
    none,
    none,
  ]);
  expect(await acts({ ...desk, permissions: [] })).toEqual(Array(6).fill(no));
  expect(await acts({ ...desk, keyId: randomUUID() })).toEqual(Array(6).fill(no));
});
