import { sql } from "kysely";
import { getCenter } from "#modules/centers/index.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { RefundWay, SubscriptionPaidBy, SubscriptionProduct } from "./input.ts";
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
    sql<{ id: string }>`select id from transfers
      where kind = 'subscription' and cause = ${orderId ?? adjustmentId ?? id}`,
  );
  if (!paid) return undefined;
  return { transferId: paid.id, centerId, orderId: orderId ?? null, product, amountPaise, startsAt, endsAt };
}

/** The transfer that paid a subscription of which a transfer gives something back as an admin decided; undefined for others. */
export async function subscriptionPaidBy(refundTransferId: string): Promise<string | undefined> {
  const paid = await row(
    sql<{ id: string }>`select paid.id from transfers back
      join adjustments a on a.id::text = back.cause and a.subscription_id is not null
      join subscriptions s on s.id = a.subscription_id
      join transfers paid on paid.kind = 'subscription' and paid.cause = coalesce(s.order_id, s.adjustment_id, s.id)::text
      where back.id = ${refundTransferId}::uuid and back.kind = 'subscription_refund'`,
  );
  return paid?.id;
}

/** A refund of a subscription that is done: what of it, and where the money went; amounts in paise. */
export type SubscriptionRefunding = { product: SubscriptionProduct; amountPaise: Paise; way: RefundWay; at: Date };

type RefundRow = {
  centerId: string;
  product: SubscriptionProduct;
  amount: string;
  account: string;
  at: string;
};

const refundsSql = sql`select a.center_id as "centerId", s.product, a.amount_paise as amount, gained.kind as account,
    t.created_at as at
  from adjustments a join subscriptions s on s.id = a.subscription_id
  join transfers t on t.kind = 'subscription_refund' and t.cause = a.id::text
  join entries e on e.transfer_id = t.id and e.amount_paise > 0
  join accounts gained on gained.id = e.account_id`;

const refunding = ({ product, amount, account, at }: RefundRow): SubscriptionRefunding => ({
  product,
  amountPaise: toPaise(amount),
  way: refundWayTo(account),
  at: new Date(at),
});

/** What of a center's subscriptions was refunded last; null where nothing was. */
export async function lastRefund(centerId: string): Promise<SubscriptionRefunding | null> {
  const refund = await row(
    sql<RefundRow>`${refundsSql} where s.center_id = ${centerId}::uuid order by t.created_at desc, t.id desc limit 1`,
  );
  return refund ? refunding(refund) : null;
}

/** A refund of a subscription for a message to its center, which is subscribed until then; undefined for every other adjustment. */
export async function subscriptionRefundFacts(
  adjustmentId: string,
): Promise<{ centerId: string; facts: SubscriptionRefunding & { endsAt: Date | null } } | undefined> {
  const refund = await row(sql<RefundRow>`${refundsSql} where a.id = ${adjustmentId}::uuid`);
  if (!refund) return undefined;
  const { centerId } = refund;
  const endsAt = (await getCenter(centerId)).subscribeEndDate ?? null;
  return { centerId, facts: { ...refunding(refund), endsAt } };
}

/** Where the money of a refund went, by the account that gained it. */
export const refundWayTo = (account: string): RefundWay =>
  account.endsWith("_wallet") ? "wallet" : account === "paid_out_by_hand" ? "bank" : "source";
