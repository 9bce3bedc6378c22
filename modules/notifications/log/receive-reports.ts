import { now } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import {
  msg91SecretHolds,
  readMsg91Reports,
  readWhatsappReports,
  whatsappSignatureHolds,
} from "../providers/delivery-reports.ts";
import type { Report } from "./take-report.ts";
import { takeDelivered } from "./take-report.ts";

type Queue = (report: Report) => Promise<unknown>;
type ParsedReports = Omit<Report, "receivedAt">[] | undefined;

/** Accept MSG91's delivery reports, verified by the secret we configured there; forged ones are denied. */
export async function receiveMsg91(delivery: { body: string; secret: string | null }, queue: Queue): Promise<void> {
  if (!msg91SecretHolds(delivery.secret)) throw denied("messages.notProven");
  await queued(readMsg91Reports(delivery.body), queue);
}

/** Accept WhatsApp's status webhooks, verified by the signature over the raw body; forged ones are denied. */
export async function receiveWhatsapp(
  delivery: { body: Uint8Array; signature: string | null },
  queue: Queue,
): Promise<void> {
  if (!whatsappSignatureHolds(delivery.body, delivery.signature)) throw denied("messages.notProven");
  await queued(readWhatsappReports(Buffer.from(delivery.body).toString("utf8")), queue);
}

/** Applies or queues the reports before answering, so that a crash loses none. A report may be processed twice. */
async function queued(reports: ParsedReports, queue: Queue) {
  if (!reports) return log.warn("a proved delivery report of an unknown shape was ignored");
  if (reports.length === 0) return;
  const receivedAt = now().toISOString();
  await transaction(async () => {
    const known = await takeDelivered(reports.filter(({ outcome }) => outcome === "delivered"));
    for (const report of reports)
      if (report.outcome === "failed" || !known.has(report.providerId)) await queue({ ...report, receivedAt });
  });
}
