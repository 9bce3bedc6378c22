import { afterAll, beforeAll, beforeEach } from "vitest";
import { jobs } from "#modules/index.ts";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import {
  gateway,
  getOrder,
  type OrderPurpose,
  openOrder,
  orderPaid,
  payable,
  receiveWebhook,
} from "#modules/wallet/index.ts";
import { checkoutSignature, webhookSignature } from "#modules/wallet/razorpay/razorpay.server.ts";
import type { CheckoutCallback } from "#modules/wallet/shared.ts";
import { beforeCommit } from "./before-commit.ts";
import { apart } from "./factories.ts";
import { hear } from "./hear.ts";

/*
 * Payments for tests: orders of ours, customers who pay them at the emulated provider over HTTP, and the webhooks the
 * provider sent, which stay in `sent` until a test delivers them: in any order, twice, or never.
 */

export type Sent = Parameters<typeof receiveWebhook>[0];

/** Set up payments for a test file. */
export function openTill() {
  let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
  const sent: Sent[] = [];

  beforeAll(async () => {
    sandbox = await serveSandbox(async (request) => {
      sent.push({
        rawBody: await request.text(),
        signature: request.headers.get(gateway.webhook.headers.signature),
        eventId: request.headers.get(gateway.webhook.headers.eventId),
      });
      return new Response(null, { status: 200 });
    });
  });
  afterAll(() => sandbox.stop());
  beforeEach(async () => {
    await sandbox.settled();
    sent.length = 0;
  });

  type OrderFields = {
    purpose?: OrderPurpose;
    ticketId?: string;
    centerId?: string;
    broadcastId?: string;
    rupees?: number;
  };

  /** An order that exists at the provider. */
  const anOrder = apart(async ({ purpose = "booking_fee", rupees = 99, ...what }: OrderFields = {}) => {
    const { id } = await transaction(() => openOrder({ purpose, ...what, amountPaise: toPaise(rupees * 100) }));
    await payable(id);
    return getOrder(id);
  });

  type Outcome = "success" | "failure" | "pending";

  /**
   * A customer's action in the checkout; returns the fields that the browser gets, or undefined when the payment failed.
   * `amount` (paise) makes the provider take another amount than the order's.
   */
  async function checkout(
    providerOrderId: string,
    outcome: Outcome = "success",
    { amount }: { amount?: number } = {},
  ): Promise<Record<string, string> | undefined> {
    const answer = await fetch(`${sandbox.origin}/sandbox/razorpay/pay`, {
      method: "POST",
      body: JSON.stringify({ order_id: providerOrderId, outcome, amount }),
    });
    return answer.ok ? ((await answer.json()) as Record<string, string>) : undefined;
  }

  /** The same, with the callback of a payment that did not fail. */
  async function pay(...action: Parameters<typeof checkout>): Promise<CheckoutCallback | undefined> {
    const fields = await checkout(...action);
    return fields && gateway.readCallback(fields);
  }

  /** The callback that the provider signs for a payment of an order. */
  const callbackOf = (providerOrderId: string, providerPaymentId: string): CheckoutCallback => ({
    providerOrderId,
    providerPaymentId,
    signature: checkoutSignature(providerOrderId, providerPaymentId),
  });

  /** A webhook with this body, signed by the provider. */
  const signed = (body: string | object, eventId: string): Sent => {
    const rawBody = typeof body === "string" ? body : JSON.stringify(body);
    return { rawBody, signature: webhookSignature(rawBody), eventId };
  };

  /** Deliver webhooks as the provider would, then run the queue. */
  async function deliver(...webhooks: Sent[]) {
    for (const webhook of webhooks) await unitOfWork(() => receiveWebhook(webhook));
    await drain(jobs);
  }

  let overlapping: (() => Promise<void>) | undefined;
  hear(orderPaid, async () => {
    const start = overlapping;
    overlapping = undefined;
    await start?.();
  });

  /** The answer to a request that is under way while a payment of this order, told by its webhook, commits. */
  async function paidDuring<T>(providerOrderId: string, request: () => Promise<T>): Promise<T> {
    await pay(providerOrderId);
    await sandbox.settled();
    const { answer, start } = beforeCommit(request);
    overlapping = start;
    await deliver(...sent);
    return answer;
  }

  return {
    sent,
    anOrder,
    checkout,
    pay,
    callbackOf,
    signed,
    paidDuring,
    deliver,
    settled: () => sandbox.settled(),
    work: () => drain(jobs),
  };
}
