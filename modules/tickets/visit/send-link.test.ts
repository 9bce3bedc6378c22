import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { notificationJobs } from "#modules/notifications/jobs.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  aPhone,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
} from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { aClosedJob, aJob, type Job } from "#modules/testing/work.ts";
import { cancelTicket, ownVisitOfLink, requestLink, sendLinkAgain } from "../index.ts";
import { bookingJobs } from "../jobs.ts";
import { sendLinkToPhone } from "./send-link.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

/** The tokens of the links in the messages of a phone, in the order they were sent. */
async function tokensOf(phone: string) {
  await drain([...bookingJobs, ...notificationJobs]);
  return (await outboxMessages(phone)).flatMap(({ text }) => /\/visit\/([\w-]+)/.exec(text)?.[1] ?? []);
}

const ask = (phone: string, address = anAddress()) => unitOfWork(() => requestLink({ phone, address }));

const sentTimes = async ({ ticket }: Job) =>
  (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.visitLinkSent").length;

test("who types a phone has the link to its next open visit sent to it, and to nobody else, and never twice by one act", async () => {
  const job = await aJob();
  const before = await tokensOf(job.technician.phone);
  expect(await ask(job.technician.phone)).toBeUndefined();
  const after = await tokensOf(job.technician.phone);
  expect(after).toHaveLength(before.length + 1);
  for (const token of after)
    expect(await ownVisitOfLink(asTechnician(job.technician), token)).toBe(job.ticket.publicId);
  expect(await sentTimes(job)).toBe(1);
  const sent = await row<{ data: object }>(
    sql`select data from pgboss.job where name = ${sendLinkToPhone.name} and state = 'completed'`,
  );
  const data = sendLinkToPhone.payload.parse(sent?.data);
  expect(JSON.stringify(data)).not.toContain(job.technician.phone);
  await unitOfWork(() => sendLinkToPhone.run(data));
  expect(await tokensOf(job.technician.phone)).toEqual(after);
  expect(await sentTimes(job)).toBe(1);
});

test("an unknown phone, a technician without an open visit and a customer get the same answer and no message", async () => {
  const closed = await aClosedJob();
  const cancelled = await aJob();
  await cancelTicket(asAdmin(), { ticketId: cancelled.ticket.publicId });
  for (const phone of [aPhone(), closed.technician.phone, cancelled.technician.phone, closed.ticket.phone]) {
    const before = await tokensOf(phone);
    expect(await ask(phone)).toBeUndefined();
    expect(await tokensOf(phone)).toEqual(before);
  }
});

test("every phone is counted alike: once a day from a network, three times from all; and a network twenty times an hour", async () => {
  const { technician } = await aJob();
  const tooMany = { kind: "limited", key: "error.tooMany" };
  for (const phone of [technician.phone, aPhone()]) {
    const stranger = anAddress();
    await ask(phone, stranger);
    // What a network asked for in vain takes nothing from the phone's own.
    for (let count = 0; count < 3; count += 1) await expect(ask(phone, stranger)).rejects.toMatchObject(tooMany);
    await ask(phone);
    await ask(phone);
    await expect(ask(phone)).rejects.toMatchObject(tooMany);
  }
  const address = anAddress();
  for (let count = 0; count < 20; count += 1) await ask(aPhone(), address);
  await expect(ask(aPhone(), address)).rejects.toMatchObject(tooMany);
});

test("the center of a visit sends its technician the link again twice a day, admins of the house once; nobody else", async () => {
  const job = await aJob();
  const input = { ticketId: job.ticket.publicId };
  const before = await tokensOf(job.technician.phone);
  const editing = { permissions: ["edit_ticket.full_access", "view_ticket.full_access"] } as const;
  await sendLinkAgain(asAdmin(undefined, editing), input);
  await expect(sendLinkAgain(asAdmin(), input)).rejects.toMatchObject({ key: "error.tooMany" });
  await sendLinkAgain(asCenter(job.center), input);
  await sendLinkAgain(asCenter(job.center), input);
  await expect(sendLinkAgain(asCenter(job.center), input)).rejects.toMatchObject({ key: "error.tooMany" });
  expect(await tokensOf(job.technician.phone)).toHaveLength(before.length + 3);
  expect(await sentTimes(job)).toBe(3);
  const clerk = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  const clients = asAdmin(undefined, { clientId: (await aClient()).id, permissions: editing.permissions });
  for (const actor of [clerk, clients, asTechnician(job.technician), asVisitor(job.ticket.phone)])
    await expect(sendLinkAgain(actor, input)).rejects.toMatchObject({ kind: "denied" });
  await expect(sendLinkAgain(asCenter(await aCenter()), input)).rejects.toMatchObject({ key: "ticket.notFound" });
  const closed = await aClosedJob({}, 0, job.center);
  await expect(sendLinkAgain(asCenter(job.center), { ticketId: closed.ticket.publicId })).rejects.toMatchObject({
    key: "ticket.ended",
  });
});

test("of several visits the first one from today on is sent, then one without a time, then the latest of former days", async () => {
  const late = await aJob();
  const { technician, center } = late;
  const first = await aJob({}, center);
  const second = await aJob({}, center);
  const later = await aJob({}, center);
  const timeless = await aJob({}, center);
  await rows(sql`update tickets set technician_id = ${technician.id} where id = ${timeless.ticket.id}`);
  const visits = [
    [late, -3],
    [later, -2],
    [first, 1],
    [second, 2],
  ] as const;
  for (const [{ ticket }, days] of visits)
    await rows(
      sql`update tickets set technician_id = ${technician.id}, time_preference_type = 'SPECIFIC_DATE_AND_TIME',
          specific_date_time = ${fromNow(days * day)} where id = ${ticket.id}`,
    );
  const isSent = async (job: typeof late) => {
    const before = await sentTimes(job);
    await ask(technician.phone);
    await tokensOf(technician.phone);
    expect(await sentTimes(job)).toBe(before + 1);
    await rows(sql`update tickets set deleted_at = now() where id = ${job.ticket.id}`);
    await rows(sql`delete from rate_limits`);
  };
  await isSent(first);
  await rows(sql`update tickets set deleted_at = now() where id = ${second.ticket.id}`);
  for (const job of [timeless, later, late]) await isSent(job);
});
