import { createHash } from "node:crypto";
import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { row, transaction } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { later } from "#modules/kernel/work/jobs.server.ts";
import { gateway } from "../gateway.ts";
import { findProviderOrder } from "../orders/orders.ts";
import type { GatewayRefund, GatewayWebhook } from "../payment-gateway.ts";
import { sendRefund } from "../refunds/send-refund.ts";
import { settleOrderLater } from "./settle-order.ts";

type Delivery = {
  /** The body as received, before any parsing. */
  rawBody: string | Uint8Array;
  signature: string | null | undefined;
  /** The same for repeated deliveries. */
  eventId: string | null | undefined;
};

/**
 * Accept a webhook of the provider: verify it over the raw body, store its event id and queue the work in one short
 * transaction, so that the answer is fast and a crash loses nothing. Forged ones are denied; repeated ones, those of an
 * event that is not handled and those about unknown orders are accepted without effect. The queued work reads the
 * payment from the provider, so the order of webhooks does not matter.
 */
export async function receiveWebhook({ rawBody, signature, eventId }: Delivery): Promise<{ fresh: boolean }> {
  if (!gateway.isWebhookGenuine(rawBody, signature)) throw denied("payment.notProven");
  const webhook = gateway.readWebhook(typeof rawBody === "string" ? rawBody : Buffer.from(rawBody).toString("utf8"));
  if (!webhook) {
    log.warn("a signed webhook of an unknown shape was ignored");
    return { fresh: false };
  }
  return transaction(async () => {
    const known = eventId && eventId.length <= longestEventId ? eventId : undefined;
    const fresh = await remember(known ?? createHash("sha256").update(rawBody).digest("hex"), webhook.event);
    if (fresh && webhook.isHandled) await queue(webhook);
    return { fresh };
  });
}

/** The provider's ids are short; a longer one would not fit into an index row. */
const longestEventId = 200;

async function remember(eventId: string, kind: string): Promise<boolean> {
  const inserted = await row(
    sql`insert into webhook_events (event_id, kind, received_at) values (${eventId}, ${kind}, ${now()}) on conflict do nothing returning 1`,
  );
  return inserted !== undefined;
}

async function queue({ orderId, refund }: GatewayWebhook): Promise<void> {
  if (refund) return takeRefund(refund);
  const ours = orderId ? await findProviderOrder(orderId) : null;
  if (ours) await later(settleOrderLater, { orderId: ours.id, source: "webhook" });
}

/** A refund webhook only makes us ask the provider again; refunds not made by us are ignored. */
async function takeRefund(reported: GatewayRefund): Promise<void> {
  const ours = await row<{ id: string; status: string }>(
    sql`select r.id, r.status from refunds r join payments p on p.id = r.payment_id
     where p.provider_payment_id = ${reported.paymentId} and r.amount_paise = ${reported.amountPaise}`,
  );
  if (!ours) log.warn({ refund: reported.id }, "a refund that was not asked for here");
  // A refused refund has its own schedule, and a processed one is finished.
  if (ours?.status === "requested") await later(sendRefund, { refundId: ours.id });
}
