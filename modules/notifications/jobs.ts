import { z } from "zod";
import { decidersToAlert, otpRequested, passwordChanged, sessionEnded } from "#modules/access/index.ts";
import { priceInForce } from "#modules/catalog/index.ts";
import { centerRestricted, documentRejected, endingTerms } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { on, within } from "#modules/kernel/work/events.ts";
import { type AnyJob, defineJob, defineSchedule, type Job, later } from "#modules/kernel/work/jobs.server.ts";
import {
  codesDue,
  handBacksOf,
  heldFeesWaiting,
  stillNeededQuestion,
  technicianAssigned,
  technicianOnTheWay,
  technicianWithdrawn,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketFeeUnpaid,
  ticketHandedBack,
  ticketMatched,
  visitChanged,
} from "#modules/tickets/index.ts";
import {
  centerSubscription,
  leadReturned,
  objectionSettled,
  orderRefunded,
  subscriptionGranted,
  subscriptionNotGranted,
  walletAdjusted,
} from "#modules/wallet/index.ts";
import { balanceJobs } from "./balance-jobs.ts";
import { forgetRecipients, tendSends, workOnSend } from "./campaigns/fan-out.ts";
import type { WorkOn } from "./campaigns/send.ts";
import { forgetMessages } from "./log/forget-messages.ts";
import { Report, takeReport } from "./log/take-report.ts";
import { messageJob, notAtNight } from "./message-job.ts";
import { operatorsFor, tellOperator } from "./tell/alert-operators.ts";
import { forgetDevices } from "./tell/devices.ts";
import { noteFeedbackReminder, takeDueReminders } from "./tell/feedback-reminders.ts";
import { giveUpLost, tellLost } from "./tell/give-up.ts";
import { noteAdjusted, noteRejected, noteRestricted, noteSubscription, noteTerm } from "./tell/notices.ts";
import { pushToCenter } from "./tell/push-to-center.ts";
import { sendOtp } from "./tell/send-otp.ts";
import { forgetSessions, pushedCenters } from "./tell/subscriptions.ts";
import { tellPasswordChanged } from "./tell/tell-admin.ts";
import { tellAdjusted, tellCenter, tellLeadReturned, tellObjectionSettled } from "./tell/tell-centers.ts";
import {
  type News,
  news,
  remindFeedback,
  sendCodes,
  sendFeedbackLink,
  tellCustomer,
  tellRefund,
} from "./tell/tell-customer.ts";
import { tellHeldFees } from "./tell/tell-held-fees.ts";
import { tellCredit, tellDisabled, tellRejected, tellTerm } from "./tell/tell-of-notices.ts";
import { tellTechnician, type VisitNews, visitNews } from "./tell/tell-technician.ts";
import { waitingJobs } from "./waiting-jobs.ts";

/*
 * Which events send which messages. A listener queues a job in the transaction of its event, so a rollback sends
 * nothing; an event for many people queues one job each, so that one unreachable phone does not delay the others.
 */

const id = z.uuid();

/** A new cause for the messages of one event, so that each event sends them once. */
const once = (cause: string) => `${cause}:${rowId()}`;

export const otpJob = messageJob({ name: "notifications.sendOtp", payload: otpRequested.payload, run: sendOtp });
on(otpRequested, otpJob);

export const passwordJob = messageJob({
  name: "notifications.tellPasswordChanged",
  payload: passwordChanged.payload,
  run: tellPasswordChanged,
});
on(passwordChanged, passwordJob);

export const ticketNewsJob = messageJob({
  name: "notifications.tellCustomer",
  payload: z.object({
    ticketId: id,
    news: z.enum(news),
    handBacks: z.int().min(0).optional(),
    questionId: id.optional(),
  }),
  run: tellCustomer,
});
const tell =
  (news: News) =>
  ({ ticketId, runId }: { ticketId: string; runId?: string | undefined }) =>
    later(ticketNewsJob, { ticketId, news }, runId ? notAtNight() : {});
// While a fee is due neither event occurs; once it is paid, the ticket is matched or offered.
within(ticketMatched, tell("booked"));
within(ticketBroadcast, tell("booked"));
within(ticketFeeUnpaid, tell("unpaid"));
// A request that was handed back may be accepted again, and its customer gets the message again.
const tellAgain =
  (news: News) =>
  async ({ ticketId }: { ticketId: string }) => {
    const handBacks = await handBacksOf(ticketId);
    await later(ticketNewsJob, { ticketId, news, ...(handBacks > 0 && { handBacks }) });
  };
within(ticketAccepted, tellAgain("accepted"));
within(ticketHandedBack, tellAgain("handedBack"));
within(ticketCancelled, tell("cancelled"));
within(stillNeededQuestion, (question) => later(ticketNewsJob, { ...question, news: "stillNeeded" }, notAtNight()));
within(ticketClosed, tell("billed"));

export const codesJob = messageJob({
  name: "notifications.sendCodes",
  payload: codesDue.payload,
  run: sendCodes,
});
on(codesDue, codesJob);
within(technicianOnTheWay, tell("onTheWay"));

export const technicianJob = messageJob({
  name: "notifications.tellTechnician",
  payload: z.object({ ticketId: id, technicianId: id, news: z.enum(visitNews), cause: z.string() }),
  run: tellTechnician,
});
const tellOfVisit =
  (news: VisitNews) =>
  ({ ticketId, technicianId }: { ticketId: string; technicianId: string }) =>
    later(technicianJob, { ticketId, technicianId, news, cause: once(`ticket:${ticketId}:${news}`) });
within(technicianAssigned, tellOfVisit("assigned"));
within(visitChanged, tellOfVisit("changed"));
within(technicianWithdrawn, tellOfVisit("withdrawn"));

export const feedbackLinkJob = messageJob({
  name: "notifications.sendFeedbackLink",
  payload: ticketClosed.payload,
  run: sendFeedbackLink,
});
on(ticketClosed, feedbackLinkJob);

export const feedbackReminderJob = messageJob({
  name: "notifications.remindFeedback",
  payload: ticketClosed.payload,
  run: remindFeedback,
});
within(ticketClosed, noteFeedbackReminder);
export const remindOfFeedbackHourly = defineSchedule({
  name: "notifications.remindOfFeedback",
  cron: "25 * * * *",
  run: () => takeDueReminders((closed) => later(feedbackReminderJob, closed)),
});

export const refundJob = messageJob({
  name: "notifications.tellRefund",
  payload: orderRefunded.payload,
  run: tellRefund,
});
on(orderRefunded, refundJob);

export const leadReturnedJob = messageJob({
  name: "notifications.tellLeadReturned",
  payload: leadReturned.payload,
  run: tellLeadReturned,
});
on(leadReturned, leadReturnedJob);

export const adjustedJob = messageJob({
  name: "notifications.tellAdjusted",
  payload: walletAdjusted.payload,
  run: tellAdjusted,
});
on(walletAdjusted, adjustedJob);

export const objectionSettledJob = messageJob({
  name: "notifications.tellObjectionSettled",
  payload: objectionSettled.payload,
  run: tellObjectionSettled,
});
on(objectionSettled, objectionSettledJob);

export const rejectedJob = messageJob({
  name: "notifications.tellRejected",
  payload: documentRejected.payload.and(z.object({ cause: z.string() })),
  run: tellRejected,
});
within(documentRejected, async (rejected) => {
  await noteRejected(rejected);
  await later(rejectedJob, { ...rejected, cause: once(`center:${rejected.centerId}:papers`) });
});

export const disabledJob = messageJob({
  name: "notifications.tellDisabled",
  payload: centerRestricted.payload.and(z.object({ cause: z.string() })),
  run: tellDisabled,
});
within(centerRestricted, async (restricted) => {
  await noteRestricted(restricted);
  await later(disabledJob, { ...restricted, cause: once(`center:${restricted.centerId}:restricted`) });
});

export const creditJob = messageJob({
  name: "notifications.tellCredit",
  payload: walletAdjusted.payload,
  run: tellCredit,
});
within(walletAdjusted, noteAdjusted);
on(walletAdjusted, creditJob);

within(subscriptionGranted, ({ subscriptionId }) => noteSubscription(subscriptionId, "subscribed"));
within(subscriptionNotGranted, ({ subscriptionId }) => noteSubscription(subscriptionId, "notSubscribed"));

export const termJob = messageJob({
  name: "notifications.tellTerm",
  // Queued by an older version it names no stage and no end.
  payload: z.object({
    centerId: id,
    cause: z.string(),
    of: z.enum(["trial", "subscription"]).optional(),
    stage: z.enum(["15", "7", "1", "over"]).optional(),
    endsOn: z.string().optional(),
  }),
  run: tellTerm,
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
      await later(termJob, {
        centerId,
        cause: once(`center:${centerId}:term`),
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

/** How often the request was handed back before; jobs that were queued without it have none. */
const handBackCount = z.int().min(0).optional();
const centerOfTicket = z.object({ ticketId: id, centerId: id, handBacks: handBackCount });
export const centerJob = messageJob({
  name: "notifications.tellCenter",
  payload: centerOfTicket,
  run: tellCenter,
});
export const pushJob = messageJob({
  name: "notifications.pushToCenter",
  payload: centerOfTicket,
  run: pushToCenter,
});
export const centersJob = messageJob({
  name: "notifications.tellCenters",
  payload: z.object({ ticketId: id, centerIds: z.array(id) }),
  run: ({ ticketId, centerIds }) =>
    transaction(async () => {
      const handBacks = await handBacksOf(ticketId);
      for (const centerId of centerIds) await later(centerJob, { ticketId, centerId, handBacks });
      for (const centerId of await pushedCenters(centerIds)) await later(pushJob, { ticketId, centerId, handBacks });
    }),
});
// A center gets one message for all requests of a run.
within(ticketBroadcast, async ({ ticketId, centerIds, runId }) => {
  if (!runId) await later(centersJob, { ticketId, centerIds });
});
within(ticketMatched, async ({ ticketId, centerId, runId }) => {
  if (runId) return;
  await later(centerJob, { ticketId, centerId });
  await later(pushJob, { ticketId, centerId });
});

within(sessionEnded, forgetSessions);
within(sessionEnded, forgetDevices);

export const operatorJob = messageJob({
  name: "notifications.tellOperator",
  payload: z.object({ ticketId: id, adminId: id, handBacks: handBackCount }),
  run: tellOperator,
});
export const operatorsJob = messageJob({
  name: "notifications.alertOperators",
  payload: ticketEscalated.payload,
  run: ({ ticketId }) =>
    transaction(async () => {
      const handBacks = await handBacksOf(ticketId);
      for (const adminId of await operatorsFor(ticketId, handBacks))
        await later(operatorJob, { ticketId, adminId, handBacks });
    }),
});
on(ticketEscalated, operatorsJob);

export const heldFeesJob = messageJob({
  name: "notifications.tellHeldFees",
  payload: z.object({ adminId: id, count: z.int().positive(), at: z.iso.datetime() }),
  run: tellHeldFees,
});
within(heldFeesWaiting, async ({ count, at }) => {
  for (const { id: adminId } of await decidersToAlert()) await later(heldFeesJob, { adminId, count, at });
});

const lostJob = messageJob({
  name: "notifications.tellLost",
  payload: z.object({ adminId: id, count: z.int().positive(), at: z.iso.datetime() }),
  run: tellLost,
});
export const giveUpEveryFiveMinutes = defineSchedule({
  name: "notifications.giveUpLost",
  cron: "*/5 * * * *",
  run: () => giveUpLost((alert) => later(lostJob, alert)),
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
export const notificationJobs: readonly AnyJob[] = [
  otpJob,
  passwordJob,
  ticketNewsJob,
  codesJob,
  technicianJob,
  feedbackLinkJob,
  refundJob,
  centerJob,
  centersJob,
  ...waitingJobs,
  ...balanceJobs,
  pushJob,
  operatorJob,
  operatorsJob,
  leadReturnedJob,
  adjustedJob,
  objectionSettledJob,
  rejectedJob,
  disabledJob,
  creditJob,
  termJob,
  feedbackReminderJob,
  heldFeesJob,
  lostJob,
  reportJob,
  sendJob,
];
