import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAdmin } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { closeCircuits } from "#modules/kernel/outside/circuit.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aPhone, aTicket } from "#modules/testing/factories.ts";
import { fc } from "#modules/testing/property.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { countMessages, listMessages, retryMessage } from "../index.ts";
import { giveUpEveryFiveMinutes, notificationJobs } from "../jobs.ts";
import { customerNotifications } from "../table/customers.ts";
import { mostTries, noLongerTrue } from "./deliver.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
let silent: ReturnType<typeof createServer>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  silent = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  silent.close();
  await sandbox.stop();
});
afterEach(resetClock);

const silentOrigin = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

/** One run of the news job while WhatsApp does not answer. */
async function failingRun(ticketId: string) {
  const { whatsappBaseUrl } = env;
  configure({ whatsappBaseUrl: silentOrigin() });
  await unitOfWork(() => runJob(customerNotifications.news, { ticketId, news: "booked" })).catch(() => {});
  configure({ whatsappBaseUrl });
  closeCircuits();
}
const goodRun = (ticketId: string) =>
  unitOfWork(() => runJob(customerNotifications.news, { ticketId, news: "booked" })).catch(() => {});
const messagesOf = (ticketId: string) =>
  rows<{ id: string; status: string; error: string | null; attempts: number }>(
    sql`select id, status, error, attempts from messages where ticket_id = ${ticketId}`,
  );

test("each cause leaves one message however often its job runs or its worker dies, and the phone gets it once more only where a worker died after sending", async () => {
  const acts = fc.array(fc.constantFrom("runs", "fails", "dies before", "dies after", "twins", "waits"), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(acts, async (happened) => {
      const ticket = await aTicket();
      let deaths = 0;
      for (const act of happened) {
        if (act === "runs") await goodRun(ticket.id);
        if (act === "fails") await failingRun(ticket.id);
        if (act === "twins") await Promise.all([goodRun(ticket.id), goodRun(ticket.id)]);
        if (act === "waits") moveClock(31_000);
        if (act === "dies before" || act === "dies after") {
          if (act === "dies after") {
            const before = (await outboxMessages(ticket.phone)).length;
            await goodRun(ticket.id);
            deaths += (await outboxMessages(ticket.phone)).length - before;
          } else await failingRun(ticket.id);
          // The row as a worker that died during the run left it.
          await rows(
            sql`update messages set status = 'queued', error = null, sent_at = null, provider_id = null
             where ticket_id = ${ticket.id} and (${act === "dies after"} or status = 'queued')`,
          );
        }
      }
      moveClock(31_000);
      await goodRun(ticket.id);
      const messages = await messagesOf(ticket.id);
      expect(messages).toHaveLength(1);
      expect(messages[0]!.status).toBe("sent");
      const arrived = (await outboxMessages(ticket.phone)).length;
      const again = happened.filter((act) => act === "dies after").length;
      expect(arrived).toBeGreaterThanOrEqual(1);
      expect(arrived).toBeLessThanOrEqual(1 + again);
      expect(deaths).toBeLessThanOrEqual(again);
    }),
    { numRuns: env.proofSize ?? 25, ...(env.proofSeed !== undefined && { seed: env.proofSeed }) },
  );
});

test("a provider that never answers is asked fourteen times; then the message is given up and its job is done", async () => {
  const ticket = await aTicket();
  for (let run = 0; run < mostTries; run++) await failingRun(ticket.id);
  expect(await messagesOf(ticket.id)).toMatchObject([
    { status: "given_up", attempts: mostTries, error: "error.unavailable" },
  ]);
  await goodRun(ticket.id);
  expect(await outboxMessages(ticket.phone), "what was given up is not sent behind anybody's back").toEqual([]);
  expect(customerNotifications.news.retries).toBeGreaterThanOrEqual(mostTries);
});

test("a message whose runs are all gone is given up after half an hour, and the operators hear of it once an hour", async () => {
  const desk = aPhone();
  await createAdmin(system("cli"), {
    userName: "desk",
    password: "Demo@2026",
    name: "x",
    adminRole: "SUPER_ADMIN",
    mobile: desk,
  });
  await rows(sql`update messages set alerted_at = created_at where status = 'given_up'`);
  moveClock(61 * 60_000);
  const lost = await aTicket();
  const fresh = await aTicket();
  await failingRun(lost.id);
  moveClock(29 * 60_000);
  const sweep = async () => {
    await runJob(giveUpEveryFiveMinutes.job, {});
    await drain(notificationJobs);
  };
  await sweep();
  expect(await messagesOf(lost.id)).toMatchObject([{ status: "queued" }]);
  moveClock(2 * 60_000);
  await failingRun(fresh.id);
  for (let time = 0; time < 3; time++) await sweep();
  expect(await messagesOf(lost.id)).toMatchObject([
    { status: "given_up", error: "error.unavailable, no run took it again" },
  ]);
  expect(await messagesOf(fresh.id)).toMatchObject([{ status: "queued" }]);
  const texts = async () => (await outboxMessages(desk)).map(({ text }) => text);
  const text = "GharSeva: 1 messages could not be sent and were given up. Please look at the message log.";
  expect(await texts()).toEqual([text]);
  moveClock(40 * 60_000);
  await sweep();
  expect(await texts()).toHaveLength(1);
  moveClock(30 * 60_000);
  await sweep();
  expect(await texts(), "the next loss is told an hour after the last").toEqual([text, text]);
});

test("news that are no longer true are not sent when their turn comes, and nobody is alarmed", async () => {
  const ticket = await aTicket();
  await failingRun(ticket.id);
  await rows(sql`update tickets set status = 'CANCEL' where id = ${ticket.id}`);
  await goodRun(ticket.id);
  expect(await messagesOf(ticket.id)).toMatchObject([{ status: "withheld", error: "no longer true" }]);
});

test("a push that waits for a retry is withheld with its news, those of other news and jobs are not", async () => {
  const mine = await aTicket();
  const other = await aTicket();
  for (const [{ id }, cause] of [
    [mine, "news:1:push:a"],
    [other, "news:10:push:a"],
  ] as const) {
    await failingRun(id);
    await rows(sql`update messages set cause = ${cause} where ticket_id = ${id}`);
  }
  await noLongerTrue("news:1", customerNotifications.news.name);
  await noLongerTrue("news:10", customerNotifications.balance.name);
  expect(await messagesOf(mine.id)).toMatchObject([{ status: "withheld" }]);
  expect(await messagesOf(other.id)).toMatchObject([{ status: "queued" }]);
  await rows(sql`update messages set status = 'withheld' where ticket_id = ${other.id}`);
});

test("a message that was given up is sent again on demand; one that arrived, and one too old, are not", async () => {
  const ticket = await aTicket();
  for (let run = 0; run < mostTries; run++) await failingRun(ticket.id);
  const [{ id } = { id: "" }] = await messagesOf(ticket.id);
  await retryMessage(system("cli"), id);
  await drain(notificationJobs);
  expect(await messagesOf(ticket.id)).toMatchObject([{ status: "sent", attempts: 1, error: null }]);
  await expect(retryMessage(system("cli"), id)).rejects.toMatchObject({ kind: "conflict", key: "messages.underWay" });
  await rows(sql`update messages set status = 'given_up' where id = ${id}`);
  moveClock(3 * 24 * 60 * 60_000 + 60_000);
  await runJob(giveUpEveryFiveMinutes.job, {});
  await expect(retryMessage(system("cli"), id)).rejects.toMatchObject({
    kind: "conflict",
    key: "messages.notRetriable",
  });
  await expect(retryMessage(system("cli"), "01900000-0000-7000-8000-000000000000")).rejects.toMatchObject({
    kind: "missing",
  });
});

test("the log is found by phone in any spelling, state and time, and tells no number", async () => {
  const phone = aPhone();
  const ticket = await aTicket({ phone });
  await goodRun(ticket.id);
  const listed = await listMessages({ to: `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`, take: 10 });
  expect(listed).toMatchObject([{ channel: "whatsapp", template: "bookingConfirmed", status: "sent", tries: 1 }]);
  expect(JSON.stringify(listed)).not.toContain(phone);
  expect(await listMessages({ to: phone, state: "given_up", take: 10 })).toEqual([]);
  expect(await listMessages({ to: phone, since: new Date(Date.now() + 60_000), take: 10 })).toEqual([]);
  expect(await listMessages({ to: aPhone(), take: 10 })).toEqual([]);
  expect(
    (await countMessages()).find(({ channel, status }) => channel === "whatsapp" && status === "sent")?.n,
  ).toBeGreaterThan(0);
});
