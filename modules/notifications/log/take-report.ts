import { sql } from "kysely";
import { z } from "zod";
import { minute, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import type { MessageStatus } from "../shared.ts";

/** A provider's report about a message; the reason is the provider's code, never its text. */
export const Report = z.object({
  channel: z.enum(["sms", "whatsapp"]),
  providerId: z.string().min(1).max(200),
  outcome: z.enum(["delivered", "failed"]),
  reason: z.string().max(60).default(""),
  receivedAt: z.iso.datetime(),
});
export type Report = z.output<typeof Report>;

/**
 * A report may arrive before the message's row has its provider id; a report still unknown after this time is foreign.
 */
const patienceMs = 5 * minute;

/**
 * Mark the reported messages that are in the log and return their provider ids; reports on the others are retried
 * later.
 */
export async function takeDelivered(reports: Pick<Report, "channel" | "providerId">[]): Promise<Set<string>> {
  const ids = reports.map(({ providerId }) => providerId);
  const known = await rows<{ id: string; provider_id: string }>(
    sql`select id, provider_id from messages where provider_id = any(${ids}) and channel = ${reports[0]?.channel ?? ""} order by id for update`,
  );
  await rows(
    sql`update messages set status = 'delivered', delivered_at = ${now()}, error = null, job = null, payload = null
     where id = any(${known.map(({ id }) => id)}) and status in ('sent', 'failed')`,
  );
  return new Set(known.map(({ provider_id }) => provider_id));
}

type Again = (job: string, payload: unknown) => Promise<unknown>;

/**
 * Apply a report that a sent message was delivered or failed. Reports may come twice and in any order: delivered is
 * final, and only the first failure has an effect, which is that a WhatsApp message is sent by SMS instead.
 */
export const takeReport = (report: Report, again: Again): Promise<void> =>
  transaction(async () => {
    const { channel, providerId, outcome, reason, receivedAt } = report;
    const known = await row<{ id: string; status: MessageStatus; job: string | null; payload: unknown }>(
      sql`select id, status, job, payload from messages where provider_id = ${providerId} and channel = ${channel} for update`,
    );
    if (!known) {
      if (now().getTime() - Date.parse(receivedAt) < patienceMs) throw unavailable("error.unavailable");
      return log.warn({ channel }, "a delivery report about a message that is not ours");
    }
    const { id, status, job, payload } = known;
    if (outcome === "delivered" && (status === "sent" || status === "failed"))
      await rows(
        sql`update messages set status = 'delivered', delivered_at = ${now()}, error = null, job = null, payload = null
         where id = ${id}`,
      );
    if (outcome === "failed" && status === "sent") {
      await rows(sql`update messages set status = 'failed', error = ${`reported ${reason}`.trim()} where id = ${id}`);
      if (channel === "whatsapp" && job) await again(job, payload);
    }
  });
