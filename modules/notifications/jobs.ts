import { z } from "zod";
import { otpRequested, passwordChanged, sessionEnded } from "../access/index.ts";
import { transaction } from "../kernel/db.server.ts";
import { on, within } from "../kernel/events.ts";
import { type AnyJob, defineJob, type Job, later, type Schedule } from "../kernel/jobs.server.ts";
import {
  technicianAssigned,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketMatched,
} from "../tickets/index.ts";
import { leadReturned, orderRefunded } from "../wallet/index.ts";
import { operatorsFor, tellOperator } from "./alert-operators.ts";
import { mostTries } from "./deliver.ts";
import { giveUpLost, tellLost } from "./give-up.ts";
import { pushToCenter } from "./push-to-center.ts";
import { sendOtp } from "./send-otp.ts";
import { forgetSessions, pushedCenters } from "./subscriptions.ts";
import { Report, takeReport } from "./take-report.ts";
import { tellPasswordChanged } from "./tell-admin.ts";
import { tellCenter, tellLeadReturned } from "./tell-centers.ts";
import { type News, news, sendCodes, sendFeedbackLink, tellCustomer, tellRefund } from "./tell-customer.ts";

/*
 * Who hears of what. A listener queues a job in the transaction of its cause, so a request that was rolled back tells
 * nobody; a job for many people queues one job each, so that one dead number holds nobody up.
 */

const id = z.uuid();

/** A message is tried until it is given up, and a few runs more are there for those a dying worker takes along. */
const messageJob = <T>(job: Omit<Job<T>, "retries">): Job<T> => defineJob({ ...job, retries: mostTries + 4 });

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
  payload: z.object({ ticketId: id, news: z.enum(news) }),
  run: tellCustomer,
});
const tell =
  (news: News) =>
  ({ ticketId }: { ticketId: string }) =>
    later(ticketNewsJob, { ticketId, news });
// While a fee is due neither comes; once it is paid the ticket is matched or offered.
within(ticketMatched, tell("booked"));
within(ticketBroadcast, tell("booked"));
within(ticketAccepted, tell("accepted"));
within(ticketCancelled, tell("cancelled"));

export const codesJob = messageJob({
  name: "notifications.sendCodes",
  payload: technicianAssigned.payload,
  run: sendCodes,
});
on(technicianAssigned, codesJob);

export const feedbackLinkJob = messageJob({
  name: "notifications.sendFeedbackLink",
  payload: ticketClosed.payload,
  run: sendFeedbackLink,
});
on(ticketClosed, feedbackLinkJob);

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

export const centerJob = messageJob({
  name: "notifications.tellCenter",
  payload: z.object({ ticketId: id, centerId: id }),
  run: tellCenter,
});
export const pushJob = messageJob({
  name: "notifications.pushToCenter",
  payload: z.object({ ticketId: id, centerId: id }),
  run: pushToCenter,
});
export const centersJob = messageJob({
  name: "notifications.tellCenters",
  payload: ticketBroadcast.payload,
  run: ({ ticketId, centerIds }) =>
    transaction(async () => {
      for (const centerId of centerIds) await later(centerJob, { ticketId, centerId });
      for (const centerId of await pushedCenters(centerIds)) await later(pushJob, { ticketId, centerId });
    }),
});
on(ticketBroadcast, centersJob);
on(ticketMatched, centerJob);
on(ticketMatched, pushJob);
within(sessionEnded, forgetSessions);

export const operatorJob = messageJob({
  name: "notifications.tellOperator",
  payload: z.object({ ticketId: id, adminId: id }),
  run: tellOperator,
});
export const operatorsJob = messageJob({
  name: "notifications.alertOperators",
  payload: ticketEscalated.payload,
  run: ({ ticketId }) =>
    transaction(async () => {
      for (const adminId of await operatorsFor(ticketId)) await later(operatorJob, { ticketId, adminId });
    }),
});
on(ticketEscalated, operatorsJob);

const lostJob = messageJob({
  name: "notifications.tellLost",
  payload: z.object({ adminId: id, count: z.int().positive(), at: z.iso.datetime() }),
  run: tellLost,
});
export const giveUpJob = defineJob({
  name: "notifications.giveUpLost",
  payload: z.object({}) as z.ZodType<Record<string, never>>,
  run: () => giveUpLost((alert) => later(lostJob, alert)),
  retries: 0,
});

export const reportJob = defineJob({
  name: "notifications.takeReport",
  payload: Report,
  run: (report) => takeReport(report, runAgain),
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
  feedbackLinkJob,
  refundJob,
  centerJob,
  centersJob,
  pushJob,
  operatorJob,
  operatorsJob,
  leadReturnedJob,
  lostJob,
  giveUpJob,
  reportJob,
];

export const notificationSchedules: readonly Schedule[] = [{ job: giveUpJob, cron: "*/5 * * * *" }];
