import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openSession } from "#modules/access/index.ts";
import { day, freezeClock, fromNow, now, resetClock, showDate } from "#modules/kernel/clock.ts";
import { hashToken, randomToken, seal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, asCenter, aTicket } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { ticketClosed } from "#modules/tickets/index.ts";
import { readInbox, subscribeBrowser } from "../index.ts";
import { notificationJobs, remindOfFeedbackHourly, remindOfTerms } from "../jobs.ts";
import { forgetMessages } from "../log/forget-messages.ts";
import { pushKey } from "../providers/web-push.server.ts";
import { centerNotifications } from "../table/centers.ts";
import { customerNotifications } from "../table/customers.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  freezeClock("2026-11-24T22:00:00+05:30");
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

/** Subscribes a browser of a center to pushes; answers its name in the outbox. */
async function aBrowserOf({ id }: { id: string }): Promise<string> {
  const answer = await fetch(`${sandbox.origin}/sandbox/push/subscribe`, {
    method: "POST",
    body: JSON.stringify({ applicationServerKey: pushKey() }),
  });
  const { to, endpoint, keys } = z
    .object({ to: z.string(), endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })
    .parse(await answer.json());
  const { sessionId } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  await subscribeBrowser(
    { kind: "center", centerId: id, sessionId },
    { endpoint, p256dh: keys.p256dh, auth: keys.auth },
  );
  return to;
}

/** Sends what waits by the machine's clock, because a push is signed by it. */
async function send() {
  const at = now();
  resetClock();
  await drain(notificationJobs);
  freezeClock(at);
}

test("a trial's end is told 7 days and 1 day before and after it, each once, though two workers look each morning", async () => {
  freezeClock(new Date());
  const center = await aCenter({ createdAt: fromNow(-8 * day), subscribeEndDate: null });
  const date = showDate(fromNow(7 * day));
  const browser = await aBrowserOf(center);
  const inbox = async (locale: Locale = "en") => (await readInbox(asCenter(center), {}, { locale })).rows;
  const titles = async () => (await inbox()).map(({ title }) => title);
  const counts = await Promise.all([remindOfTerms(), remindOfTerms()]);
  expect(counts[0] + counts[1]).toBe(1);
  freezeClock(fromNow(day));
  expect(await remindOfTerms()).toBe(0);
  freezeClock(fromNow(5 * day));
  expect(await remindOfTerms()).toBe(1);
  expect(await titles()).toEqual([`Your trial ends on ${date}`, `Your trial ends on ${date}`]);
  // R324: a trial's message names 15 requests.
  expect((await inbox())[0]).toMatchObject({
    description:
      "A trial is meant for your first 15 requests, and goes by days. After that you receive no new requests and cannot accept any. Requests you have accepted stay yours. A subscription costs ₹2,999 a year. You buy it under Payments.",
    link: "/payments",
  });
  await send();
  expect((await outboxMessages(center.phone)).map(({ text }) => text)).toEqual(
    Array(2).fill(
      `GharSeva: your trial or subscription ends on ${date}, then no new requests. Rs 2999 to go on: http://localhost:3000/payments`,
    ),
  );
  freezeClock(fromNow(2 * day));
  expect(await remindOfTerms()).toBe(1);
  expect((await titles())[0]).toBe(`Your trial ended on ${date}`);
  expect((await inbox("hi"))[0]?.title).toContain("समाप्त");
  await send();
  expect(await outboxMessages(center.phone)).toHaveLength(2);
  const ends = `Your trial or subscription\nGharSeva: your trial or subscription ends on ${date}, then no new requests. Rs 2999 to go on.`;
  expect((await outboxMessages(browser)).map(({ text }) => text)).toEqual([
    expect.stringContaining("has ended. You get no new requests until you have a subscription."),
    ends,
    ends,
  ]);
  // Begun again, the trial has another end.
  await rows(sql`update centers set extended_date = ${fromNow(-13 * day)} where id = ${center.id}`);
  expect(await remindOfTerms()).toBe(1);
  // Who has a subscription before the message leaves is not told of the trial's end.
  await rows(sql`update centers set subscribe_end_date = ${fromNow(365 * day)} where id = ${center.id}`);
  await send();
  expect(await outboxMessages(center.phone)).toHaveLength(2);
});

test("a reminder that an older version queued names no end: it is not sent, and its job ends", async () => {
  const { id: centerId, phone } = await aCenter({ subscribeEndDate: fromNow(400 * day) });
  await runJob(
    centerNotifications.term,
    centerNotifications.term.payload.parse({ centerId, cause: "center:old:term" }),
  );
  expect(await outboxMessages(phone)).toEqual([]);
});

test("a subscription's end is told 15, 7 and 1 days before", async () => {
  const center = await aCenter({ createdAt: fromNow(-400 * day), subscribeEndDate: fromNow(16 * day) });
  const counts: number[] = [];
  for (let passed = 0; passed < 16; passed++) {
    counts.push(await remindOfTerms());
    freezeClock(fromNow(day));
  }
  expect(counts.flatMap((count, at) => (count > 0 ? [16 - at] : []))).toEqual([15, 7, 1]);
  await send();
  expect(await outboxMessages(center.phone)).toHaveLength(3);
});

test("a customer who gave neither answers nor stars is asked once more two days later, not at night", async () => {
  freezeClock("2026-11-24T22:00:00+05:30");
  const closed = async (starRating: number | null = null) => {
    const ticket = await aTicket({ status: "CLOSED", closedAt: now(), phone: aPhone(), starRating });
    const token = randomToken(16);
    await rows(
      sql`insert into feedback_links (id, ticket_id, token_hash, created_at, expires_at)
       values (gen_random_uuid(), ${ticket.id}, ${hashToken(token)}, ${now()}, ${fromNow(30 * day)})`,
    );
    const event = { ticketId: ticket.id, feedbackTokenSealed: seal(token) };
    await transaction(() => emit(ticketClosed, event));
    return { ticket, event, token };
  };
  const silent = await closed();
  const rated = await closed(5);
  const answered = await closed();
  const waiting = await rows<{ at: string }>(sql`select due_at::text as at from feedback_reminders`);
  expect(waiting.map(({ at }) => new Date(at))).toEqual(Array(3).fill(new Date("2026-11-27T09:00:00+05:30")));
  await runJob(remindOfFeedbackHourly.job, {});
  await drain(notificationJobs);
  const feedbackTexts = async ({ phone }: { phone: string }) =>
    (await outboxMessages(phone)).map(({ text }) => text).filter((text) => text.includes("how it went"));
  expect(await feedbackTexts(silent.ticket)).toHaveLength(1);

  await rows(sql`update feedback_links set used_at = now() where ticket_id = ${answered.ticket.id}`);
  freezeClock("2026-11-27T09:00:00+05:30");
  const remind = () => runJob(remindOfFeedbackHourly.job, {});
  await Promise.all([remind(), remind()]);
  await drain(notificationJobs);
  // A job that runs again asks no second time.
  await runJob(customerNotifications.feedbackReminder, silent.event);
  expect(await rows(sql`select 1 from feedback_reminders`)).toEqual([]);
  expect(await feedbackTexts(silent.ticket)).toEqual([
    expect.stringContaining(silent.token),
    expect.stringContaining(silent.token),
  ]);
  expect([await feedbackTexts(rated.ticket), await feedbackTexts(answered.ticket)].map(({ length }) => length)).toEqual(
    [1, 1],
  );
});

test("the message log forgets what is older than MESSAGES_KEPT_DAYS", async () => {
  const messageCount = async () => (await row<{ n: number }>(sql`select count(*)::int as n from messages`))!.n;
  const before = await messageCount();
  expect(before).toBeGreaterThan(2);
  const [{ id } = { id: "" }] = await rows<{ id: string }>(sql`select id from messages order by id limit 1`);
  await rows(sql`update messages set created_at = ${fromNow(-366 * day)} where id = ${id}`);
  expect(await forgetMessages()).toBe(1);
  expect(await messageCount()).toBe(before - 1);
});
