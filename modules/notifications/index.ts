/** The server face of messages: their log, and what providers report of them. */

import { later } from "../kernel/jobs.server.ts";
import { reportJob, runAgain } from "./jobs.ts";
import { retryMessage as retry } from "./message-log.ts";
import { receiveMsg91, receiveWhatsapp } from "./receive-reports.ts";
import type { Report } from "./take-report.ts";

export { countMessages, getMessage, listMessages, type MessageLine } from "./message-log.ts";

export { pushHere, subscribeBrowser, unsubscribeBrowser } from "./subscriptions.ts";

/** Run the job of a message again that failed, was given up or was withheld. */
export const retryMessage = (id: string) => retry(id, runAgain);

const takeLater = (report: Report) => later(reportJob, report);

/** Take MSG91's delivery reports; forged ones are denied. */
export const receiveMsg91Reports = (delivery: Parameters<typeof receiveMsg91>[0]) => receiveMsg91(delivery, takeLater);

/** Take WhatsApp's status webhooks; forged ones are denied. */
export const receiveWhatsappReports = (delivery: Parameters<typeof receiveWhatsapp>[0]) =>
  receiveWhatsapp(delivery, takeLater);
