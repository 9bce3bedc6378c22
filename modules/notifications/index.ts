/** The server interface of messages: their log, and the providers' delivery reports. */

import type { Actor } from "#modules/kernel/actor.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { sendNotification as send } from "./campaigns/send.ts";
import { reportJob, runAgain, workOn } from "./jobs.ts";
import { retryMessage as retry } from "./log/message-log.ts";
import { receiveMsg91, receiveWhatsapp } from "./log/receive-reports.ts";
import type { Report } from "./log/take-report.ts";
import type { SendNotification } from "./shared.ts";

export { countRecipients } from "./campaigns/audience.ts";
export { countUnread, readInbox } from "./campaigns/inbox.ts";
export {
  createNotification,
  notificationFor,
  notificationsList,
  switchNotification,
} from "./campaigns/notifications.ts";
export { type SendBegun, stopSending } from "./campaigns/send.ts";
export { notificationLog } from "./campaigns/send-log.ts";
export { countMessages, getMessage, listMessages, type MessageLine } from "./log/message-log.ts";
export { type Withheld, withheldFrom } from "./log/withheld.ts";
export { notificationPermission } from "./policy.ts";
export { whatsappChallenge } from "./providers/delivery-reports.ts";
export { registerDevice } from "./tell/devices.ts";
export { isQuiet, morningAfter } from "./tell/quiet.ts";
export { pushHere, subscribeBrowser, unsubscribeBrowser } from "./tell/subscriptions.ts";
export { templateProblems, templateRegistry } from "./templates/check-templates.ts";
export { noteUndeliverable } from "./templates/note-undeliverable.ts";
export { messagesIn } from "./templates/template-ids.ts";
export {
  addEndpoint,
  changeEndpoint,
  clientEvents,
  deliveriesTable,
  deliveryOf,
  endpointNamed,
  endpointsOf,
  listDeliveries,
  RequestEvent,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  replayFailedDeliveries,
  sendTest,
  switchEndpoint,
  turnOffEveryEndpoint,
  UploadEvent,
  webhookGuide,
  webhookSchemas,
} from "./webhooks/index.ts";

/** Send a notification to its audience (R440, R486); see `campaigns/send.ts`. */
export const sendNotification = (actor: Actor, input: SendNotification) => send(actor, input, workOn);

/** Run the job of a failed, given-up or withheld message again. */
export const retryMessage = (actor: Actor, id: string) => retry(actor, id, runAgain);

const takeLater = (report: Report) => later(reportJob, report);

/** Accept MSG91's delivery reports; forged ones are denied. */
export const receiveMsg91Reports = (delivery: Parameters<typeof receiveMsg91>[0]) => receiveMsg91(delivery, takeLater);

/** Accept WhatsApp's status webhooks; forged ones are denied. */
export const receiveWhatsappReports = (delivery: Parameters<typeof receiveWhatsapp>[0]) =>
  receiveWhatsapp(delivery, takeLater);
