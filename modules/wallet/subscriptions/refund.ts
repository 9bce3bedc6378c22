import { sql } from "kysely";
import { type Center, lockSubscriber, shortenSubscription } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { type Paise, rupees, toPaise } from "#modules/kernel/money.ts";
import { refundSubscriptionIncome } from "../ledger/subscription.ts";
import type { AccountRef } from "../ledger/transfer.ts";
import type { Order, Payment } from "../orders/order.entity.ts";
import { getOrder, isGoingBack, lockOrder } from "../orders/orders.ts";
import { needMay } from "../policy.ts";
import { isRefundable, payingPayment, request } from "../refunds/refund-to-source.ts";
import { lockSubscription } from "./bought.ts";
import type { RefundWay, SubscriptionPaidBy, SubscriptionProduct } from "./input.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "./subscription.entity.ts";

/*
 * An operator's refund of a given subscription (docs/rules.md): the money goes back where it came from, and with it the
 * days it gave that are to come.
 */

/** A given subscription of which money may still go back; amounts in paise. */
export type RefundableSubscription = {
  id: string;
  product: SubscriptionProduct;
  paidBy: SubscriptionPaidBy;
  amountPaise: Paise;
  /** What was not refunded yet. */
  leftPaise: Paise;
  /** Where a refund goes now. */
  way: RefundWay;
  givenAt: Date;
  /** Until when the center is subscribed once all that is left is refunded. */
  endsAt: Date | null;
  /** Whether a refund of it waits for a second admin. */
  waits: boolean;
  /** A first instalment whose balance is paid is refunded in part alone: the balance is refunded before it. */
  needsBalanceFirst: boolean;
};

/** More than a center has in all its years. */
const mostShown = 50;

/** A center's given subscriptions of which something may be refunded, newest first. Needs `adjust_wallet`. */
export async function refundableSubscriptions(
  actor: Actor,
  center: Pick<Center, "id" | "subscribeEndDate">,
): Promise<RefundableSubscription[]> {
  needMay(actor, "adjust");
  const subscriptions = await em().find(
    CenterSubscriptionSchema,
    { centerId: center.id, state: "ACTIVE" },
    { orderBy: { givenAt: "desc", id: "desc" }, limit: mostShown, refresh: true },
  );
  const refundable: RefundableSubscription[] = [];
  for (const subscription of subscriptions) {
    const { id, product, paidBy, amountPaise, givenAt } = subscription;
    const { donePaise, waits } = await refundsOf(id);
    refundable.push({
      id,
      product,
      paidBy,
      amountPaise,
      leftPaise: toPaise(amountPaise - donePaise),
      way: (await wayOf(subscription)).way,
      givenAt: givenAt!,
      endsAt: endWithout(now(), center.subscribeEndDate ?? null, subscription),
      waits,
      needsBalanceFirst: await hasPaidBalance(subscription),
    });
  }
  return refundable;
}

/** What of a subscription was refunded, in paise, and whether a refund of it waits for a second admin. */
export async function refundsOf(subscriptionId: string): Promise<{ donePaise: Paise; waits: boolean }> {
  const refunds = await row(
    sql<{ done: string; waits: boolean }>`
      select coalesce(sum(amount_paise) filter (where state = 'DONE'), 0) as done,
             count(*) filter (where state = 'WAITING') > 0 as waits
        from adjustments where subscription_id = ${subscriptionId}::uuid`,
  );
  return { donePaise: toPaise(refunds!.done), waits: refunds!.waits };
}

type Way = { way: "source"; order: Order; payment: Payment } | { way: "wallet" } | { way: "bank" };

/**
 * Where a refund goes: what was paid by card to its source, while the provider takes it and nothing of it went back yet,
 * else to the wallet; what was paid outside to a bank, by hand.
 */
async function wayOf({ paidBy, orderId }: CenterSubscription): Promise<Way> {
  if (paidBy === "outside") return { way: "bank" };
  if (!orderId || (await isGoingBack(orderId))) return { way: "wallet" };
  const order = await getOrder(orderId);
  const payment = await payingPayment(order);
  return payment && isRefundable(payment) ? { way: "source", order, payment } : { way: "wallet" };
}

const hasPaidBalance = async ({ id, product }: CenterSubscription): Promise<boolean> =>
  product === "first_instalment" &&
  (await row(sql`select 1 from subscriptions where instalment_id = ${id}::uuid and state = 'ACTIVE'`)) !== undefined;

/** How much of a subscription's time is to come. */
const toComeMs = (at: Date, { startsAt, endsAt }: CenterSubscription) =>
  startsAt && endsAt ? Math.max(0, endsAt.getTime() - Math.max(at.getTime(), startsAt.getTime())) : 0;

/** Until when a center is subscribed without the days of a subscription that are to come: those of the past stay. */
const endWithout = (at: Date, endsAt: Date | null, subscription: CenterSubscription): Date | null =>
  endsAt && endsAt > at ? new Date(Math.max(at.getTime(), endsAt.getTime() - toComeMs(at, subscription))) : endsAt;

/** What is refunded, with its center and its order locked in their order; refuses what is not given. */
export async function lockRefundable(subscriptionId: string, centerId: string) {
  const named = await em().findOne(CenterSubscriptionSchema, { id: subscriptionId, centerId }, { refresh: true });
  if (!named) throw missing("subscription.missing");
  if (named.orderId) await lockOrder(named.orderId);
  const center = await lockSubscriber(centerId);
  const subscription = await lockSubscription({ id: subscriptionId });
  if (!center || !subscription) throw missing("center.notFound");
  if (subscription.state !== "ACTIVE") throw conflict("subscription.notRefundable");
  return { center, subscription };
}
export type Refundable = Awaited<ReturnType<typeof lockRefundable>>;

/** A refund of a subscription: of all that is left, or of a part, which takes days alone where `until` says so. */
export type SubscriptionRefund = { amountPaise: Paise; until: Date | null };

/**
 * Refuse what a locked subscription does not allow now: more than is left of it, a first instalment as a whole whose
 * balance is paid, and another end than between now and the day of the present one, or one that takes more days than it gave.
 * Answers whether all that is left is refunded, and until when its center is subscribed then.
 */
export async function checkRefund(
  { center, subscription }: Refundable,
  { amountPaise, until }: SubscriptionRefund,
): Promise<{ whole: boolean; endsAt: Date | null }> {
  const at = now();
  const leftPaise = subscription.amountPaise - (await refundsOf(subscription.id)).donePaise;
  if (amountPaise > leftPaise) throw conflict("subscription.aboveRefund", { left: rupees(leftPaise) });
  const present = center.subscribeEndDate ?? null;
  if (amountPaise === leftPaise) {
    if (await hasPaidBalance(subscription)) throw conflict("subscription.balanceFirst");
    return { whole: true, endsAt: endWithout(at, present, subscription) };
  }
  if (!until) return { whole: false, endsAt: present };
  if (!present || until.getTime() - present.getTime() >= day) throw conflict("subscription.until");
  if (until >= present) return { whole: false, endsAt: present };
  const takenMs = present.getTime() - until.getTime();
  // All of a subscription that has not begun goes back as a whole alone.
  const leavesNothing = subscription.endsAt!.getTime() - takenMs <= subscription.startsAt!.getTime();
  if (until < at || takenMs > toComeMs(at, subscription) || leavesNothing) throw conflict("subscription.until");
  return { whole: false, endsAt: until };
}

type Decision = {
  id: string;
  centerId?: string | null | undefined;
  subscriptionId?: string | null | undefined;
  subscribedUntil?: Date | null | undefined;
  subscribedBefore?: Date | null | undefined;
  amountPaise: Paise;
};

/**
 * Refund a subscription as an admin decided: its money goes back, its days are taken, and its credit note is made. Refuses
 * with conflict("subscription.endChanged") where an end was entered and the center's subscription ends on another day since.
 */
export async function giveSubscriptionBack(actor: Actor, decision: Decision): Promise<void> {
  const { id: cause, centerId, subscriptionId, amountPaise } = decision;
  if (!centerId || !subscriptionId) throw new Error(`the adjustment ${cause} refunds no subscription`);
  const locked = await lockRefundable(subscriptionId, centerId);
  const { center, subscription } = locked;
  const present = center.subscribeEndDate ?? null;
  const until = decision.subscribedUntil ?? null;
  // The days to take were chosen for the end the center had then.
  if (until && decision.subscribedBefore?.getTime() !== present?.getTime()) throw conflict("subscription.endChanged");
  const { whole, endsAt } = await checkRefund(locked, { amountPaise, until });
  const chosen = await wayOf(subscription);
  const to: AccountRef =
    chosen.way === "source" ? "payments_to_return" : chosen.way === "bank" ? "paid_out_by_hand" : { centerId };
  const orderId = subscription.orderId ?? null;
  await refundSubscriptionIncome({ amountPaise, to, cause, orderId, actor });
  if (chosen.way === "source") await request(chosen.order, chosen.payment, "refunded by an admin", amountPaise);
  await takeDays(locked, { whole, endsAt });
  const { product } = subscription;
  const data = { subscriptionId, product, amountPaise, way: chosen.way, whole };
  if (endsAt?.getTime() !== present?.getTime()) await shortenSubscription(actor, center, { until: endsAt, data });
}

/** Take a refund's days: what the center bought for later begins and ends earlier by as many. */
async function takeDays(
  { center, subscription }: Refundable,
  { whole, endsAt }: { whole: boolean; endsAt: Date | null },
) {
  const takenMs = center.subscribeEndDate && endsAt ? center.subscribeEndDate.getTime() - endsAt.getTime() : 0;
  const gaveUntil = subscription.endsAt!;
  if (whole) subscription.state = "REFUNDED";
  else if (takenMs > 0) shortenTo(subscription, new Date(gaveUntil.getTime() - takenMs));
  if (takenMs > 0) {
    const later = await em().find(
      CenterSubscriptionSchema,
      { centerId: center.id, state: "ACTIVE", id: { $ne: subscription.id }, startsAt: { $gte: gaveUntil } },
      { refresh: true },
    );
    for (const each of later) {
      each.startsAt = new Date(each.startsAt!.getTime() - takenMs);
      each.endsAt = new Date(each.endsAt!.getTime() - takenMs);
    }
  }
  await em().flush();
}

function shortenTo(subscription: CenterSubscription, endsAt: Date) {
  subscription.endsAt = endsAt;
  subscription.days = Math.ceil((endsAt.getTime() - subscription.startsAt!.getTime()) / day);
}
