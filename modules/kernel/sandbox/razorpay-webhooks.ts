import { setTimeout as pause } from "node:timers/promises";
import { now } from "../clock.ts";
import { env } from "../env.server.ts";
import { webhookSignature } from "../gateways/razorpay.server.ts";
import { log } from "../log.server.ts";
import { orderEntity, paymentEntity, refundEntity } from "./razorpay-shapes.ts";
import { newId, type OrderRow, type PaymentRow, type RefundRow } from "./razorpay-store.ts";

type Subject = { order?: OrderRow; payment?: PaymentRow; refund?: RefundRow };
export type WebhookEvent =
  | "order.paid"
  | "payment.authorized"
  | "payment.captured"
  | "payment.failed"
  | "refund.processed";

/** Pauses before the second, third, … delivery of an event that was not answered with 2xx. */
const pausesMs = [300, 1_500, 5_000, 20_000];
const underway = new Set<Promise<void>>();
let abandoning = new AbortController();

/**
 * Post events to this installation's webhook, each signed over its raw body, in the background: the sender neither
 * waits nor fails. Like the provider's, a delivery is repeated until it is answered with 2xx, a few times.
 */
export function sendWebhooks(...events: [WebhookEvent, Subject][]) {
  const delivery = (async () => {
    for (const [event, subject] of events) await deliver(event, subject);
  })().finally(() => underway.delete(delivery));
  underway.add(delivery);
}

/** Wait until every event sent so far was delivered or given up (tests). */
export const webhooksSettled = async () => void (await Promise.all(underway));

/** Give up what still waits for another try, so that nothing of one test reaches the next (tests). */
export async function abandonWebhooks() {
  abandoning.abort();
  await webhooksSettled();
  abandoning = new AbortController();
}

async function deliver(event: WebhookEvent, subject: Subject) {
  const eventId = newId("event");
  const body = JSON.stringify(webhookBody(event, subject));
  for (const pauseMs of [0, ...pausesMs]) {
    // Unreferenced: a webhook that waits for its next try must not keep a finished process alive.
    if (pauseMs > 0) await pause(pauseMs, undefined, { ref: false, signal: abandoning.signal }).catch(() => {});
    if (abandoning.signal.aborted) return;
    if (await accepted(body, eventId)) return;
  }
  log.warn({ event }, "sandbox webhook given up");
}

async function accepted(body: string, eventId: string) {
  try {
    const answer = await fetch(`${env.sandboxOrigin}/webhooks/razorpay`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": webhookSignature(body),
        "x-razorpay-event-id": eventId,
      },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** An event's body in the provider's shape. */
export const webhookBody = (event: WebhookEvent, { order, payment, refund }: Subject) => ({
  entity: "event",
  account_id: "acc_Sandbox0000000",
  event,
  contains: [payment && "payment", order && "order", refund && "refund"].filter(Boolean),
  payload: {
    ...(payment && { payment: { entity: paymentEntity(payment) } }),
    ...(order && { order: { entity: orderEntity(order) } }),
    ...(refund && { refund: { entity: refundEntity(refund) } }),
  },
  created_at: Math.floor(now().getTime() / 1000),
});
