import { sql } from "kysely";
import { em, inSql, row } from "#modules/kernel/db/db.server.ts";
import type { Paise } from "#modules/kernel/money.ts";
import type { SubscriptionPaidBy, SubscriptionProduct } from "../subscription-schemas.ts";
import { CenterSubscriptionSchema } from "./subscription.entity.ts";

/** A purchase as messages to its center show it; amounts in paise. */
export type SubscriptionFacts = {
  product: SubscriptionProduct;
  paidBy: SubscriptionPaidBy;
  amountPaise: Paise;
  /** The end of the subscription; null where it did not begin. */
  endsAt: Date | null;
  /** What is due by then for the rest of the year; null for all but a first instalment. */
  balancePaise: Paise | null;
};

/** The facts of a subscription for a message to its center; undefined where there is none. */
export async function subscriptionFacts(
  subscriptionId: string,
): Promise<{ centerId: string; facts: SubscriptionFacts } | undefined> {
  const subscription = await em().findOne(CenterSubscriptionSchema, subscriptionId, { refresh: true });
  if (!subscription) return undefined;
  const { centerId, product, paidBy, amountPaise } = subscription;
  const facts = {
    product,
    paidBy,
    amountPaise,
    endsAt: subscription.endsAt ?? null,
    balancePaise: subscription.balancePaise ?? null,
  };
  return { centerId, facts };
}

/** A subscription that began, as its invoice needs it; amounts in paise. */
export type SubscriptionSale = {
  transferId: string;
  centerId: string;
  orderId: string | null;
  product: SubscriptionProduct;
  amountPaise: Paise;
  startsAt: Date;
  endsAt: Date;
};

/** Returns the sale of a subscription that began, with the transfer that paid it; undefined where there is none. */
export async function subscriptionSale(subscriptionId: string): Promise<SubscriptionSale | undefined> {
  const subscription = await em().findOne(CenterSubscriptionSchema, subscriptionId, { refresh: true });
  if (!subscription?.startsAt || !subscription.endsAt) return undefined;
  const { id, centerId, orderId, adjustmentId, product, amountPaise, startsAt, endsAt } = subscription;
  const paid = await row(
    inSql(sql<{ id: string }>`select id from transfers
      where kind = 'subscription' and cause = ${orderId ?? adjustmentId ?? id}`),
  );
  if (!paid) return undefined;
  return { transferId: paid.id, centerId, orderId: orderId ?? null, product, amountPaise, startsAt, endsAt };
}
