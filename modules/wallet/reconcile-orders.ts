import { z } from "zod";
import { day, minute, now } from "../kernel/clock.ts";
import { rows, unitOfWork } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { DomainError } from "../kernel/errors.ts";
import { GatewayError } from "../kernel/gateways/provider-call.server.ts";
import { defineJob, runJob } from "../kernel/jobs.server.ts";
import { log } from "../kernel/log.server.ts";
import { closeOrder } from "./complete-order.ts";
import { refundsDue, sendRefund } from "./send-refund.ts";
import { settleOrder } from "./settle-order.ts";

/** A bank may authorize a payment up to three days late; after that an unpaid order is closed. */
const patienceMs = 3 * day;
/** A checkout may stay open in a browser for days, so a closed order is looked at a few times more. */
const lastLookMs = 7 * day;
const atOnce = 8;

/**
 * Ask the provider about every order that is still open after RECONCILE_AFTER_MINUTES: a lost webhook is made good
 * without anybody's help. An order is asked about again after a quarter of the time since its checkout was last handed
 * out; after three days it is closed, and still looked at until the seventh. What got no answer, or two that differ,
 * is due again in the next sweep. Also asks again for refunds that are due and forgets old webhook events.
 */
export async function reconcileOrders(): Promise<{ asked: number }> {
  const started = now();
  const unanswered: string[] = [];
  let asked = 0;
  for (let due = await claimDue(started); due.length > 0; due = await claimDue(started)) {
    const answered = await Promise.all(due.map((orderId) => unitOfWork(() => reconcile(orderId))));
    unanswered.push(...due.filter((_, index) => !answered[index]));
    asked += answered.filter(Boolean).length;
    // The provider is down: nothing more is tried now.
    if (!answered.some(Boolean)) break;
  }
  await rows("update orders set checked_at = null where id = any($1::uuid[])", [unanswered]);
  for (const refundId of await refundsDue(now(), env.reconcileAfterMinutes * minute))
    await runJob(sendRefund, { refundId }).catch((error) => log.warn({ err: error, refundId }, "refund waits"));
  await rows("delete from webhook_events where received_at < $1", [ago(30 * day)]);
  return { asked };
}

/** The sweep as a job of every minute. */
export const reconcileEveryMinute = defineJob({
  name: "wallet.reconcileOrders",
  payload: z.object({}),
  retries: 0,
  run: reconcileOrders,
});

/** True when the provider answered. */
async function reconcile(orderId: string): Promise<boolean> {
  try {
    const { state, order } = await settleOrder(orderId, "reconciler");
    if (state !== "paid" && order.createdAt <= ago(patienceMs)) await closeOrder(orderId);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") return false;
    // One order the provider does not know, or a bug in a listener, must not keep the others waiting.
    log.error({ err: error, order: orderId }, "an order could not be reconciled");
    if (error instanceof GatewayError) await closeIfOld(orderId);
    return true;
  }
}

const closeIfOld = async (orderId: string) => {
  const old = await rows("select 1 from orders where id = $1 and created_at <= $2", [orderId, ago(patienceMs)]);
  if (old.length > 0) await closeOrder(orderId);
};

/** Marks what it gives, so that neither this sweep nor another one asks about the same order again. */
const claimDue = async (started: Date): Promise<string[]> => [
  ...(await claim("status in ('created', 'attempted')", ["created_at <= $3 or", ago(patienceMs)], started)),
  ...(await claim("status = 'closed'", ["created_at > $3 and", ago(lastLookMs)], started)),
];

async function claim(state: string, [whatever, limit]: [string, Date], started: Date): Promise<string[]> {
  const claimed = await rows<{ id: string }>(
    `update orders set checked_at = $1 where id in (
       select id from orders
       where ${state} and created_at <= $2 and (checked_at is null or checked_at < $1)
         and (${whatever} (checked_at is null or checked_at <= $1::timestamptz
           - greatest($1::timestamptz - coalesce(payable_at, created_at), $1::timestamptz - $2::timestamptz) / 4))
       order by created_at limit ${atOnce} for update skip locked)
     returning id`,
    [started, ago(env.reconcileAfterMinutes * minute), limit],
  );
  return claimed.map(({ id }) => id);
}

const ago = (ms: number) => new Date(now().getTime() - ms);
