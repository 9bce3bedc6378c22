import { sql } from "kysely";
import { day, minute, now } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { defineSchedule, runJob } from "#modules/kernel/work/jobs.server.ts";
import { refundsDue, sendRefund } from "../refunds/send-refund.ts";
import { closeOrder } from "./complete-order.ts";
import { settleOrder } from "./settle-order.ts";

/** A bank may authorize a payment up to three days late; after that an unpaid order is closed. */
const patienceMs = 3 * day;
/** A checkout may be open in a browser for days, so closed orders are checked a few more times. */
const lastLookMs = 7 * day;
const atOnce = 8;

/**
 * Ask the provider about every order still open after RECONCILE_AFTER_MINUTES, which makes up for lost webhooks. An
 * order is checked again after a quarter of the time since its checkout was last handed out; after three days it is
 * closed, and still checked until the seventh day. An order without an answer, with contradicting answers or with an
 * error is due again in the next sweep; `waiting` counts these. Also repeats due refunds and deletes old webhook
 * events.
 */
export async function reconcileOrders(): Promise<{ asked: number; waiting: number }> {
  const started = now();
  const waiting: string[] = [];
  let answered = 0;
  for (let due = await claimDue(started); due.length > 0; due = await claimDue(started)) {
    const ends = await Promise.all(due.map((orderId) => unitOfWork(() => reconcile(orderId))));
    waiting.push(...due.filter((_, index) => ends[index] !== "settled"));
    const answers = ends.filter((end) => end !== "silence").length;
    answered += answers;
    // The provider is down: stop for now.
    if (answers === 0) break;
  }
  await rows(sql`update orders set checked_at = null where id = any(${waiting}::uuid[])`);
  for (const refundId of await refundsDue(now(), env.reconcileAfterMinutes * minute))
    await runJob(sendRefund, { refundId }).catch((error) => log.warn({ err: error, refundId }, "refund waits"));
  await rows(sql`delete from webhook_events where received_at < ${ago(30 * day)}`);
  return { asked: answered, waiting: waiting.length };
}

export const reconcileEveryMinute = defineSchedule({
  name: "wallet.reconcileOrders",
  cron: "* * * * *",
  run: reconcileOrders,
});

/** `silence`: the provider did not answer; `failed`: its answer could not be applied. */
async function reconcile(orderId: string): Promise<"settled" | "failed" | "silence"> {
  try {
    const { state, order } = await settleOrder(orderId, "reconciler");
    if (state !== "paid" && order.createdAt <= ago(patienceMs)) await closeOrder(orderId);
    return "settled";
  } catch (error) {
    if (error instanceof DomainError && error.kind === "unavailable") return "silence";
    // An order unknown to the provider, or a bug in a listener, must not stop the others.
    log.error({ err: error, order: orderId }, "an order could not be reconciled");
    if (!(error instanceof GatewayError)) return "failed";
    await closeIfOld(orderId);
    return "settled";
  }
}

const closeIfOld = async (orderId: string) => {
  const old = await rows(sql`select 1 from orders where id = ${orderId} and created_at <= ${ago(patienceMs)}`);
  if (old.length > 0) await closeOrder(orderId);
};

/** Claims due orders by marking them, so that neither this sweep nor another one checks them again. */
const claimDue = async (started: Date): Promise<string[]> => [
  ...(await claim(sql`status in ('created', 'attempted')`, sql`created_at <= ${ago(patienceMs)} or`, started)),
  ...(await claim(sql`status = 'closed'`, sql`created_at > ${ago(lastLookMs)} and`, started)),
];

async function claim(state: Sql, whatever: Sql, started: Date): Promise<string[]> {
  const settledBefore = ago(env.reconcileAfterMinutes * minute);
  const claimed = await rows<{ id: string }>(
    sql`update orders set checked_at = ${started} where id in (
       select id from orders
       where ${state} and created_at <= ${settledBefore} and (checked_at is null or checked_at < ${started})
         and (${whatever} (checked_at is null or checked_at <= ${started}::timestamptz
           - greatest(${started}::timestamptz - coalesce(payable_at, created_at),
               ${started}::timestamptz - ${settledBefore}::timestamptz) / 4))
       order by created_at limit ${sql.lit(atOnce)} for update skip locked)
     returning id`,
  );
  return claimed.map(({ id }) => id);
}

const ago = (ms: number) => new Date(now().getTime() - ms);
