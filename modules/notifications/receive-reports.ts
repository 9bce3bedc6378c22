import { now } from "../kernel/clock.ts";
import { transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import {
  msg91SecretHolds,
  readMsg91Reports,
  readWhatsappReports,
  whatsappSignatureHolds,
} from "../kernel/gateways/delivery-reports.ts";
import { log } from "../kernel/log.server.ts";
import type { Report } from "./take-report.ts";
import { takeDelivered } from "./take-report.ts";

type Queue = (report: Report) => Promise<unknown>;
type Told = Omit<Report, "receivedAt">[] | undefined;

/** MSG91's delivery reports, proved by the secret we gave it; forged ones are denied. */
export async function receiveMsg91(delivery: { body: string; secret: string | null }, queue: Queue): Promise<void> {
  if (!msg91SecretHolds(delivery.secret)) throw denied("messages.notProven");
  await queued(readMsg91Reports(delivery.body), queue);
}

/** WhatsApp's status webhooks, proved by the signature over the raw body; forged ones are denied. */
export async function receiveWhatsapp(
  delivery: { body: Uint8Array; signature: string | null },
  queue: Queue,
): Promise<void> {
  if (!whatsappSignatureHolds(delivery.body, delivery.signature)) throw denied("messages.notProven");
  await queued(readWhatsappReports(Buffer.from(delivery.body).toString("utf8")), queue);
}

/** The answer waits for the queue only: a crash after it loses nothing, and the work itself may come twice. */
async function queued(told: Told, queue: Queue) {
  if (!told) return log.warn("a proved delivery report of an unknown shape was ignored");
  if (told.length === 0) return;
  const receivedAt = now().toISOString();
  await transaction(async () => {
    const known = await takeDelivered(told.filter(({ outcome }) => outcome === "delivered"));
    for (const report of told)
      if (report.outcome === "failed" || !known.has(report.providerId)) await queue({ ...report, receivedAt });
  });
}
