import { setTimeout as pause } from "node:timers/promises";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { webhookSignature } from "#modules/wallet/razorpay/razorpay.server.ts";
import type { WebhookEvent } from "#modules/wallet/razorpay/razorpay-entities.ts";
import { drawFaults } from "./faults.ts";
import { lies, untrue } from "./lies.ts";
import { orderEntity, paymentEntity, refundEntity } from "./shapes.ts";
import { newId, type OrderRow, type PaymentRow, type RefundRow } from "./store.ts";

type Subject = { order?: OrderRow; payment?: PaymentRow; refund?: RefundRow };

/** Pauses before the second, third, … delivery of an event when the answer was not 2xx. */
const pausesMs = [300, 1_500, 5_000, 20_000];
const underway = new Set<Promise<void>>();
let abandoning = new AbortController();

/**
 * Send events to this installation's webhook in the background, each signed over its raw body; the caller neither waits
 * nor fails. Like the provider's, a delivery is repeated a few times until the answer is 2xx. The current faults may
 * lose, repeat, reorder, forge and falsify deliveries.
 */
export function sendWebhooks(...events: [WebhookEvent, Subject][]) {
  const delivery = (async () => {
    const faults = await drawFaults();
    const inOrder = faults?.chance(faults.plan.webhooks.reorder) ? events.toReversed() : events;
    for (const [event, subject] of inOrder) await send(event, subject, faults);
  })().finally(() => underway.delete(delivery));
  underway.add(delivery);
}

/** Wait until every event so far was delivered or given up (tests). */
export const webhooksSettled = async () => void (await Promise.all(underway));

/** Drop pending deliveries, so that none reaches the next test (tests). */
export async function abandonWebhooks() {
  abandoning.abort();
  await webhooksSettled();
  abandoning = new AbortController();
}

async function send(event: WebhookEvent, subject: Subject, faults: Awaited<ReturnType<typeof drawFaults>>) {
  const eventId = newId("event");
  const truth = webhookBody(event, subject);
  const body = JSON.stringify(truth);
  if (!faults) return deliver(event, body, eventId);
  const { chance, pick, plan } = faults;
  const { drop, duplicate, forge, tamper, lie } = plan.webhooks;
  if (chance(forge)) await accepted(body, eventId, "0".repeat(64));
  if (chance(tamper)) await accepted(body.replace(/"amount":(\d+)/, '"amount":1$1'), eventId, webhookSignature(body));
  if (chance(drop)) return;
  const payload = chance(lie) ? JSON.stringify(await falsified(truth, pick(lies)!)) : body;
  await Promise.all(Array.from({ length: chance(duplicate) ? 2 : 1 }, () => deliver(event, payload, eventId)));
}

/** A webhook body with false entities. */
async function falsified(truth: ReturnType<typeof webhookBody>, lie: (typeof lies)[number]) {
  const payload = await Promise.all(
    Object.entries(truth.payload).map(async ([name, { entity }]) => [name, { entity: await untrue(lie, "", entity) }]),
  );
  return { ...truth, payload: Object.fromEntries(payload) };
}

async function deliver(event: WebhookEvent, body: string, eventId: string) {
  for (const pauseMs of [0, ...pausesMs]) {
    // Unreferenced, so that a pending webhook does not keep a finished process alive.
    if (pauseMs > 0) await pause(pauseMs, undefined, { ref: false, signal: abandoning.signal }).catch(() => {});
    if (abandoning.signal.aborted) return;
    if (await accepted(body, eventId)) return;
  }
  log.warn({ event }, "sandbox webhook given up");
}

async function accepted(body: string, eventId: string, signature = webhookSignature(body)) {
  try {
    const answer = await fetch(`${env.sandboxOrigin}/webhooks/razorpay`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": signature,
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

/** An event's body in the provider's format. */
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
