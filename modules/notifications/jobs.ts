import { z } from "zod";
import { otpRequested, sessionEnded } from "#modules/access/index.ts";
import { priceInForce } from "#modules/catalog/index.ts";
import { centerRestricted, documentRejected, endingTerms, statesOfOnboarders } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { on, within } from "#modules/kernel/work/events.ts";
import { type AnyJob, defineJob, defineSchedule, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import { handBacksOf, ticketBroadcast, ticketClosed, ticketEscalated } from "#modules/tickets/index.ts";
import {
  centerSubscription,
  subscriptionGranted,
  subscriptionNotGranted,
  walletAdjusted,
} from "#modules/wallet/index.ts";
import { forgetRecipients, tendSends, workOnSend } from "./campaigns/fan-out.ts";
import type { WorkOn } from "./campaigns/send.ts";
import { forgetMessages } from "./log/forget-messages.ts";
import { Report, takeReport } from "./log/take-report.ts";
import { causeOnce } from "./table/cause.ts";
import { centerNotifications } from "./table/centers.ts";
import { customerNotifications } from "./table/customers.ts";
import { deskNotifications } from "./table/desk.ts";
import { tableJobs } from "./table/index.ts";
import { operatorsFor } from "./tell/alert-operators.ts";
import { forgetDevices } from "./tell/devices.ts";
import { noteFeedbackReminder, takeDueReminders } from "./tell/feedback-reminders.ts";
import { giveUpLost } from "./tell/give-up.ts";
import { messageJob } from "./tell/message-job.ts";
import { noteAdjusted, noteRejected, noteRestricted, noteSubscription, noteTerm } from "./tell/notices.ts";
import { sendOtp } from "./tell/send-otp.ts";
import { forgetSessions, pushedCenters } from "./tell/subscriptions.ts";

/*
 * The jobs of messages. Which event sends which message to whom is the table's; here are the notices of inboxes, the
 * one-time passwords, what one event queues for many, and what the clock starts. An event for many people queues one job
 * each, so that one unreachable phone does not delay the others.
 */

const id = z.uuid();

export const otpJob = messageJob({ name: "notifications.sendOtp", payload: otpRequested.payload, run: sendOtp });
on(otpRequested, otpJob);

within(documentRejected, noteRejected);
within(centerRestricted, noteRestricted);
within(walletAdjusted, noteAdjusted);
within(subscriptionGranted, ({ subscriptionId }) => noteSubscription(subscriptionId, "subscribed"));
within(subscriptionNotGranted, ({ subscriptionId }) => noteSubscription(subscriptionId, "notSubscribed"));

within(sessionEnded, forgetSessions);
within(sessionEnded, forgetDevices);

const centersJob = messageJob({
  name: "notifications.tellCenters",
  payload: z.object({ ticketId: id, centerIds: z.array(id) }),
  run: ({ ticketId, centerIds }) =>
    transaction(async () => {
      const handBacks = await handBacksOf(ticketId);
      const { offer, offerPush } = centerNotifications;
      for (const centerId of centerIds) await later(offer, { ticketId, centerId, handBacks });
      for (const centerId of await pushedCenters(centerIds)) await later(offerPush, { ticketId, centerId, handBacks });
    }),
});
// A center gets one message for all requests of a run.
within(ticketBroadcast, async ({ ticketId, centerIds, runId }) => {
  if (!runId) await later(centersJob, { ticketId, centerIds });
});

const operatorsJob = messageJob({
  name: "notifications.alertOperators",
  payload: ticketEscalated.payload,
  run: ({ ticketId }) =>
    transaction(async () => {
      const handBacks = await handBacksOf(ticketId);
      for (const adminId of await operatorsFor(ticketId, handBacks))
        await later(deskNotifications.escalation, { ticketId, adminId, handBacks });
    }),
});
on(ticketEscalated, operatorsJob);

within(ticketClosed, noteFeedbackReminder);
export const remindOfFeedbackHourly = defineSchedule({
  name: "notifications.remindOfFeedback",
  cron: "25 * * * *",
  run: () => takeDueReminders((closed) => later(customerNotifications.feedbackReminder, closed)),
});

/** Remind each center whose trial or subscription ends soon, or has ended, once at each stage; answers how many. */
export async function remindOfTerms(): Promise<number> {
  const { annualSubscriptionPaise } = await priceInForce();
  let remindersSent = 0;
  for (const term of await endingTerms()) {
    const { balance } = await centerSubscription(system("clock"), { centerId: term.centerId });
    await transaction(async () => {
      const costs = { annualPaise: annualSubscriptionPaise, balancePaise: balance?.amountPaise ?? null };
      if (!(await noteTerm(term, costs))) return;
      remindersSent++;
      const { centerId, of, stage, endsAt } = term;
      await later(centerNotifications.term, {
        centerId,
        cause: causeOnce(`center:${centerId}:term`),
        of,
        stage,
        endsOn: istDate(endsAt),
      });
    });
  }
  return remindersSent;
}
export const remindOfTermsEachMorning = defineSchedule({
  name: "notifications.remindOfTerms",
  cron: "30 9 * * *",
  retries: 5,
  run: remindOfTerms,
});

/** Sends onboarders yesterday's unserved demand in their states, once, where there is any. */
export const tellDemandEachMorning = defineSchedule({
  name: "notifications.tellDemandEachMorning",
  cron: "50 9 * * *",
  retries: 5,
  run: async () => {
    const date = istDate(fromNow(-day));
    const onboarders = await statesOfOnboarders();
    await transaction(async () => {
      for (const { onboarderId } of onboarders) await later(deskNotifications.unservedDemand, { onboarderId, date });
    });
    return onboarders.length;
  },
});

export const giveUpEveryFiveMinutes = defineSchedule({
  name: "notifications.giveUpLost",
  cron: "*/5 * * * *",
  run: () => giveUpLost((alert) => later(deskNotifications.messagesLost, alert)),
});

export const reportJob = defineJob({
  name: "notifications.takeReport",
  payload: Report,
  run: (report) => takeReport(report, runAgain),
});

/** Queue the job of a sending, in the running transaction. */
export const workOn: WorkOn = (sendId, startAfter) => later(sendJob, { sendId }, startAfter && { startAfter });

export const sendJob: Job<{ sendId: string }> = defineJob({
  name: "notifications.workOnSend",
  payload: z.strictObject({ sendId: id }),
  run: ({ sendId }) => workOnSend(sendId, workOn),
  // The sweep queues again what these retries do not finish.
  retries: 3,
});

export const tendSendsEveryMinute = defineSchedule({
  name: "notifications.tendSends",
  cron: "* * * * *",
  run: () => tendSends(workOn),
});

export const forgetRecipientsNightly = defineSchedule({
  name: "notifications.forgetRecipients",
  cron: "40 3 * * *",
  run: forgetRecipients,
});

export const forgetMessagesNightly = defineSchedule({
  name: "notifications.forgetMessages",
  cron: "58 3 * * *",
  run: forgetMessages,
});

/** Run a message's job again, in the running transaction. */
export async function runAgain(name: string, payload: unknown): Promise<void> {
  const job = notificationJobs.find((known) => known.name === name);
  if (!job) throw new Error(`${name} is no job of messages`);
  await later(job, payload);
}

/** Every job of this module. */
export const notificationJobs: readonly AnyJob[] = [otpJob, ...tableJobs, centersJob, operatorsJob, reportJob, sendJob];
