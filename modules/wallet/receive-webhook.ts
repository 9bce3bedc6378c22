import { createHash } from "node:crypto";
import { now } from "../kernel/clock.ts";
import { row, transaction } from "../kernel/db.server.ts";
import { denied } from "../kernel/errors.ts";
import { type RazorpayWebhook, readWebhook, webhookSignatureHolds } from "../kernel/gateways/razorpay.server.ts";
import { later } from "../kernel/jobs.server.ts";
import { log } from "../kernel/log.server.ts";
import { findProviderOrder } from "./orders.ts";
import { sendRefund } from "./send-refund.ts";
import { settleOrderLater } from "./settle-order.ts";

type Delivery = {
  /** The body as received, before any parsing. */
  rawBody: string | Uint8Array;
  signature: string | null | undefined;
  /** `x-razorpay-event-id`; repeated deliveries carry the same one. */
  eventId: string | null | undefined;
};

/**
 * Take a webhook of the provider: prove it over the raw body, remember its event id and queue the work, all in one
 * short transaction, so that the answer is quick and a crash loses nothing. Forged ones are denied; repeated ones and
 * ones about unknown orders are taken and have no effect. The queued work asks the provider, so order does not matter.
 */
export async function receiveWebhook({ rawBody, signature, eventId }: Delivery): Promise<{ fresh: boolean }> {
  if (!webhookSignatureHolds(rawBody, signature)) throw denied("payment.notProven");
  const webhook = readWebhook(typeof rawBody === "string" ? rawBody : Buffer.from(rawBody).toString("utf8"));
  if (!webhook) {
    log.warn("a signed webhook of an unknown shape was ignored");
    return { fresh: false };
  }
  return transaction(async () => {
    const fresh = await remember(eventId || createHash("sha256").update(rawBody).digest("hex"), webhook.event);
    if (fresh) await queue(webhook);
    return { fresh };
  });
}

async function remember(eventId: string, kind: string): Promise<boolean> {
  const inserted = await row(
    "insert into webhook_events (event_id, kind, received_at) values ($1, $2, $3) on conflict do nothing returning 1",
    [eventId, kind, now()],
  );
  return inserted !== undefined;
}

async function queue({ order, payment, refund }: RazorpayWebhook): Promise<void> {
  if (refund) return takeRefund(refund);
  const providerOrderId = order?.id ?? payment?.order_id;
  const ours = providerOrderId ? await findProviderOrder(providerOrderId) : null;
  if (ours) await later(settleOrderLater, { orderId: ours.id, source: "webhook" });
}

/** The news of a refund only has the provider asked for it again; refunds made by hand are not ours. */
async function takeRefund(told: NonNullable<RazorpayWebhook["refund"]>): Promise<void> {
  const ours = await row<{ id: string; status: string }>(
    `select r.id, r.status from refunds r join payments p on p.id = r.payment_id
     where p.provider_payment_id = $1 and r.amount_paise = $2`,
    [told.payment_id, told.amount],
  );
  if (!ours) log.warn({ refund: told.id }, "a refund that was not asked for here");
  // A refused one has its own pace, and what is processed is over.
  if (ours?.status === "requested") await later(sendRefund, { refundId: ours.id });
}
