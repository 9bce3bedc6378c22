import { sql } from "kysely";
import { minute, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/**
 * Payments received without a webhook; `last` is the time of the last webhook, null where none was received within a
 * month.
 */
export type WebhookSilence = { payments: number; last: Date | null };

/** Fewer may be webhooks that were lost, which the provider sends again. */
const fewest = 3;
/** The newest payments, which are looked at: more do not say more. */
const most = 500;

/**
 * Whether the provider's webhooks do not come here: payments were captured since the last one, and learned of by asking
 * the provider or from the browser. Undefined where they come, where too few payments say so, and in a sandbox.
 */
export async function webhookSilence(): Promise<WebhookSilence | undefined> {
  if (env.sandbox) return undefined;
  const before = new Date(now().getTime() - env.reconcileAfterMinutes * minute);
  const latest = await row(
    sql<{ payments: number; last: string | null }>`
      with last as (select max(received_at) as at from webhook_events),
           newest as (select captured_at, source from payments order by id desc limit ${most})
      select count(newest.captured_at)::int as payments, last.at as last
      from last left join newest
        on newest.source <> 'webhook' and newest.captured_at < ${before}
        and newest.captured_at > coalesce(last.at, '-infinity')
      group by last.at`,
  );
  const { payments, last } = latest!;
  return payments < fewest ? undefined : { payments, last: last === null ? null : new Date(last) };
}
