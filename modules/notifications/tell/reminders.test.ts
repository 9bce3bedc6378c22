import { afterAll, beforeAll, expect, test } from "vitest";
import { day, freezeClock, fromNow, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken, seal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { serveSandbox } from "#modules/sandbox/serve.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, asCenter, aTicket } from "#modules/testing/factories.ts";
import { ticketClosed } from "#modules/tickets/index.ts";
import { readInbox } from "../index.ts";
import { feedbackReminderJob, notificationJobs, remindOfFeedbackHourly, remindOfTerms } from "../jobs.ts";
import { forgetMessages } from "../log/forget-messages.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  freezeClock("2026-11-24T22:00:00+05:30");
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

test("a center is told once that its trial ends and once that it has ended, though two workers look each morning", async () => {
  const center = await aCenter({ createdAt: fromNow(-13 * day), subscribeEndDate: null });
  const inbox = async (locale: "en" | "hi" = "en") =>
    (await readInbox(asCenter(center), {}, { locale })).rows.map(({ title }) => title);
  const told = await Promise.all([remindOfTerms(), remindOfTerms()]);
  expect(told[0] + told[1]).toBe(1);
  freezeClock(fromNow(day));
  expect(await remindOfTerms()).toBe(0);
  expect(await inbox()).toEqual(["Your trial ends on 26 Nov 2026"]);
  // R324: a trial's message names 15 requests.
  expect((await readInbox(asCenter(center), {}, { locale: "en" })).rows[0]?.description).toMatch(
    /^A trial is meant for your first 15 requests, and goes by days\. Until then/,
  );
  freezeClock(fromNow(2 * day));
  expect(await remindOfTerms()).toBe(1);
  expect(await inbox()).toEqual(["Your trial ended on 26 Nov 2026", "Your trial ends on 26 Nov 2026"]);
  expect((await inbox("hi"))[0]).toContain("समाप्त");
  await drain(notificationJobs);
  // Begun again, the trial has another end.
  await rows("update centers set extended_date = $2 where id = $1", [center.id, fromNow(-13 * day)]);
  expect(await remindOfTerms()).toBe(1);
});

test("a customer who gave neither answers nor stars is asked once more two days later, not at night", async () => {
  freezeClock("2026-11-24T22:00:00+05:30");
  const closed = async (starRating: number | null = null) => {
    const ticket = await aTicket({ status: "CLOSED", closedAt: now(), phone: aPhone(), starRating });
    const token = randomToken(16);
    await rows(
      `insert into feedback_links (id, ticket_id, token_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4)`,
      [ticket.id, hashToken(token), now(), fromNow(30 * day)],
    );
    const event = { ticketId: ticket.id, feedbackTokenSealed: seal(token) };
    await transaction(() => emit(ticketClosed, event));
    return { ticket, event, token };
  };
  const [silent, rated, answered] = [await closed(), await closed(5), await closed()];
  const waiting = await rows<{ at: string }>("select due_at::text as at from feedback_reminders");
  expect(waiting.map(({ at }) => new Date(at))).toEqual(Array(3).fill(new Date("2026-11-27T09:00:00+05:30")));
  await runJob(remindOfFeedbackHourly.job, {});
  await drain(notificationJobs);
  const asked = async ({ phone }: { phone: string }) =>
    (await outboxMessages(phone)).map(({ text }) => text).filter((text) => text.includes("how it went"));
  expect(await asked(silent.ticket)).toHaveLength(1);

  await rows("update feedback_links set used_at = now() where ticket_id = $1", [answered.ticket.id]);
  freezeClock("2026-11-27T09:00:00+05:30");
  const remind = () => runJob(remindOfFeedbackHourly.job, {});
  await Promise.all([remind(), remind()]);
  await drain(notificationJobs);
  // A job that runs again asks no second time.
  await runJob(feedbackReminderJob, silent.event);
  expect(await rows("select 1 from feedback_reminders")).toEqual([]);
  expect(await asked(silent.ticket)).toEqual([
    expect.stringContaining(silent.token),
    expect.stringContaining(silent.token),
  ]);
  expect([await asked(rated.ticket), await asked(answered.ticket)].map(({ length }) => length)).toEqual([1, 1]);
});

test("the message log forgets what is older than MESSAGES_KEPT_DAYS", async () => {
  const kept = async () => (await row<{ n: number }>("select count(*)::int as n from messages"))!.n;
  const before = await kept();
  expect(before).toBeGreaterThan(2);
  const [{ id } = { id: "" }] = await rows<{ id: string }>("select id from messages order by id limit 1");
  await rows("update messages set created_at = $2 where id = $1", [id, fromNow(-366 * day)]);
  expect(await forgetMessages()).toBe(1);
  expect(await kept()).toBe(before - 1);
});
