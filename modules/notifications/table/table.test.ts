import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { defineEvent, emit } from "#modules/kernel/work/events.ts";
import { bossFor, drain, queueOf } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { aPhone } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { notificationJobs } from "../jobs.ts";
import { notification, text, when } from "../tell/notification.ts";

openDatabase();

const feesWaited = defineEvent("test.feesWaited", z.object({ phone: z.string(), count: z.int() }));

const row = notification({
  job: "test.tellFeesWaited",
  payload: feesWaited.payload,
  events: [when(feesWaited)],
  channels: ["whatsapp", "sms"],
  audience: async ({ phone }) => ({ phone }),
  cause: ({ phone }) => `feesWaited:${phone}`,
  text: (_, { count }) => (count > 0 ? text("heldFees", { count }) : undefined),
});

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
  const owner = bossFor(ownerUrl, { owner: true });
  await owner.start();
  await owner.createQueue(row.name, queueOf(row));
  await owner.stop({ graceful: false });
});
afterAll(() => sandbox.stop());

test("a row is all a notification needs: its event sends its text once per cause, and none that is not true", async () => {
  const phone = aPhone();
  const other = aPhone();
  const happens = (to: string, count: number) => transaction(() => emit(feesWaited, { phone: to, count }));
  await expect(
    transaction(async () => {
      await emit(feesWaited, { phone, count: 9 });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await happens(phone, 3);
  await drain([row]);
  await happens(phone, 4);
  await happens(other, 0);
  await drain([row]);
  expect((await outboxMessages(phone)).map((message) => [message.channel, message.text])).toEqual([
    // Of its channels the template has a text for one.
    ["sms", "GharSeva: 3 booking fees have waited for a decision for two days. Please look at the wallet approvals."],
  ]);
  expect(await outboxMessages(other)).toEqual([]);
  expect(
    await rows(sql`select template, status, job, payload from messages where cause = ${`feesWaited:${phone}`}`),
  ).toEqual([{ template: "heldFees", status: "sent", job: row.name, payload: { phone, count: 3 } }]);
});

test("every queue of messages keeps its name: jobs wait under it, and messages are sent again by it", () => {
  const names = notificationJobs.map(({ name }) => name);
  expect(names.sort()).toEqual([
    "notifications.alertOperators",
    "notifications.pushToCenter",
    "notifications.remindFeedback",
    "notifications.sendCodes",
    "notifications.sendFeedbackLink",
    "notifications.sendOtp",
    "notifications.sendOutcomeQuestion",
    "notifications.sendStartCode",
    "notifications.takeReport",
    "notifications.tellAdjusted",
    "notifications.tellBalance",
    "notifications.tellCenter",
    "notifications.tellCenters",
    "notifications.tellCredit",
    "notifications.tellCustomer",
    "notifications.tellDemand",
    "notifications.tellDeskLogin",
    "notifications.tellDeskLoginElsewhere",
    "notifications.tellDeskLoginEnded",
    "notifications.tellDisabled",
    "notifications.tellFeeInBalance",
    "notifications.tellHeldFees",
    "notifications.tellLeadReturned",
    "notifications.tellLost",
    "notifications.tellMissed",
    "notifications.tellObjectionSettled",
    "notifications.tellOperator",
    "notifications.tellOperatorUnstaffed",
    "notifications.tellPasswordChanged",
    "notifications.tellRefund",
    "notifications.tellRejected",
    "notifications.tellTechnician",
    "notifications.tellTerm",
    "notifications.tellTimeChange",
    "notifications.tellTimeChosen",
    "notifications.tellUnstaffed",
    "notifications.tellWaiting",
    "notifications.tellWaitlist",
    "notifications.workOnSend",
  ]);
});
