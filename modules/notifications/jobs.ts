import { z } from "zod";
import { otpRequested, passwordChanged } from "../access/index.ts";
import { transaction } from "../kernel/db.server.ts";
import { on, within } from "../kernel/events.ts";
import { defineJob, later } from "../kernel/jobs.server.ts";
import {
  technicianAssigned,
  ticketAccepted,
  ticketBroadcast,
  ticketCancelled,
  ticketClosed,
  ticketEscalated,
  ticketMatched,
} from "../tickets/index.ts";
import { orderRefunded } from "../wallet/index.ts";
import { operatorsFor, tellOperator } from "./alert-operators.ts";
import { sendOtp } from "./send-otp.ts";
import { tellPasswordChanged } from "./tell-admin.ts";
import { tellCenter } from "./tell-centers.ts";
import { type News, news, sendCodes, sendFeedbackLink, tellCustomer, tellRefund } from "./tell-customer.ts";

/*
 * Who hears of what. A listener queues a job in the transaction of its cause, so a request that was rolled back tells
 * nobody; a job for many people queues one job each, so that one dead number holds nobody up.
 */

const id = z.uuid();

export const otpJob = defineJob({ name: "notifications.sendOtp", payload: otpRequested.payload, run: sendOtp });
on(otpRequested, otpJob);

export const passwordJob = defineJob({
  name: "notifications.tellPasswordChanged",
  payload: passwordChanged.payload,
  run: tellPasswordChanged,
});
on(passwordChanged, passwordJob);

export const ticketNewsJob = defineJob({
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

export const codesJob = defineJob({
  name: "notifications.sendCodes",
  payload: technicianAssigned.payload,
  run: sendCodes,
});
on(technicianAssigned, codesJob);

export const feedbackLinkJob = defineJob({
  name: "notifications.sendFeedbackLink",
  payload: ticketClosed.payload,
  run: sendFeedbackLink,
});
on(ticketClosed, feedbackLinkJob);

export const refundJob = defineJob({
  name: "notifications.tellRefund",
  payload: orderRefunded.payload,
  run: tellRefund,
});
on(orderRefunded, refundJob);

export const centerJob = defineJob({
  name: "notifications.tellCenter",
  payload: z.object({ ticketId: id, centerId: id }),
  run: tellCenter,
});
export const centersJob = defineJob({
  name: "notifications.tellCenters",
  payload: ticketBroadcast.payload,
  run: ({ ticketId, centerIds }) =>
    transaction(async () => {
      for (const centerId of centerIds) await later(centerJob, { ticketId, centerId });
    }),
});
on(ticketBroadcast, centersJob);
on(ticketMatched, centerJob);

export const operatorJob = defineJob({
  name: "notifications.tellOperator",
  payload: z.object({ ticketId: id, adminId: id }),
  run: tellOperator,
});
export const operatorsJob = defineJob({
  name: "notifications.alertOperators",
  payload: ticketEscalated.payload,
  run: ({ ticketId }) =>
    transaction(async () => {
      for (const adminId of await operatorsFor(ticketId)) await later(operatorJob, { ticketId, adminId });
    }),
});
on(ticketEscalated, operatorsJob);

/** Every job of this module. */
export const notificationJobs = [
  otpJob,
  passwordJob,
  ticketNewsJob,
  codesJob,
  feedbackLinkJob,
  refundJob,
  centerJob,
  centersJob,
  operatorJob,
  operatorsJob,
];
