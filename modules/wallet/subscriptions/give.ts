import { type Center, lockSubscriber, subscribe } from "#modules/centers/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { type Purchase, subscriptionGranted, subscriptionNotGranted } from "../events.ts";
import { paySubscription } from "../ledger/subscription.ts";
import { refundToSource } from "../refunds/refund-to-source.ts";
import { lockSubscription, offerOf } from "./bought.ts";
import type { SubscriptionOffer } from "./offers.ts";
import type { CenterSubscription } from "./subscription.entity.ts";

/** Begin a paid subscription of its locked center, by the terms of the offer; the center gets a message. */
export async function give(
  actor: Actor,
  center: Center,
  subscription: CenterSubscription,
  { startsAt, endsAt, days }: Pick<SubscriptionOffer, "startsAt" | "endsAt" | "days">,
): Promise<void> {
  subscription.state = "ACTIVE";
  subscription.startsAt = startsAt;
  subscription.endsAt = endsAt;
  subscription.days = days;
  subscription.givenAt = now();
  await em().flush();
  const { id: subscriptionId, product, paidBy, amountPaise, balancePaise } = subscription;
  await subscribe(actor, center, {
    until: endsAt,
    data: { subscriptionId, product, paidBy, amountPaise, ...(balancePaise && { balancePaise }), days },
  });
  await emit(subscriptionGranted, { subscriptionId });
}

/**
 * What a paid order bought, in the transaction that completes it: the subscription at the order's price, or, where it is
 * no longer sold to the center, the money back to its source.
 */
export async function giveBought({ orderId, centerId, amountPaise }: Purchase): Promise<void> {
  const actor = system("payments");
  const center = centerId ? await lockSubscriber(centerId) : undefined;
  const subscription = await lockSubscription({ orderId });
  if (!subscription) throw new Error(`the order ${orderId} is for no subscription`);
  if (subscription.state === "ACTIVE" || subscription.state === "REFUNDED") return;
  const offer = center && (await offerOf(center, subscription));
  if (offer) return give(actor, center, subscription, offer);
  subscription.state = "NOT_GIVEN";
  await em().flush();
  const { id: subscriptionId, product } = subscription;
  const data = { subscriptionId, product, amountPaise };
  await record(actor, { subject: "center", id: subscription.centerId, event: "center.notSubscribed", data });
  await refundToSource({ orderId, reason: "no longer sold" });
  await emit(subscriptionNotGranted, { subscriptionId });
}

/** Ends the waiting subscription of an order that was closed unpaid. A later capture is decided as any other. */
export async function endUnpaidSubscription(orderId: string): Promise<void> {
  const subscription = await lockSubscription({ orderId });
  if (subscription?.state !== "WAITING") return;
  subscription.state = "NOT_GIVEN";
  await em().flush();
}

/** The adjustment by which an operator entered a subscription. */
type Entry = { id: string; centerId?: string | null | undefined; amountPaise: Paise };

/**
 * Give what an operator entered as paid outside: the money is booked and the center subscribed. Refuses what is no longer
 * sold to the center with conflict("subscription.notSold").
 */
export async function giveEntered(actor: Actor, { id: cause, centerId, amountPaise }: Entry): Promise<void> {
  const center = centerId ? await lockSubscriber(centerId) : undefined;
  const subscription = await lockSubscription({ adjustmentId: cause });
  if (!subscription) throw new Error(`the adjustment ${cause} entered no subscription`);
  const offer = center && (await offerOf(center, subscription));
  if (!offer) throw conflict("subscription.notSold");
  await paySubscription({ amountPaise, from: "received_by_hand", cause, actor });
  await give(actor, center, subscription, offer);
}

/** Ends an entered subscription that a second admin refused, or its author withdrew. */
export async function endEntered({ id: adjustmentId }: Pick<Entry, "id">): Promise<void> {
  const subscription = await lockSubscription({ adjustmentId });
  if (!subscription) throw new Error(`the adjustment ${adjustmentId} entered no subscription`);
  subscription.state = "NOT_GIVEN";
  await em().flush();
}
