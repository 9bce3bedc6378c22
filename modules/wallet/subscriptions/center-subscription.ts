import type { FilterQuery } from "@mikro-orm/postgresql";
import { getCenter, isSubscribed, trialUntil } from "#modules/centers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { walletBalance } from "../ledger/wallets.ts";
import { needMay } from "../policy.ts";
import { boughtBy, offersTo } from "./bought.ts";
import { lastRefund, type SubscriptionRefunding } from "./facts.ts";
import type { SubscriptionPaidBy, SubscriptionProduct, SubscriptionState } from "./input.ts";
import type { SubscriptionOffer } from "./offers.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "./subscription.entity.ts";

/** A purchase as its center reads it; amounts in paise. */
export type PurchasedSubscription = {
  id: string;
  product: SubscriptionProduct;
  paidBy: SubscriptionPaidBy;
  state: SubscriptionState;
  amountPaise: Paise;
  /** The order of a purchase by card. */
  orderId: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  createdAt: Date;
};

/** How a center is subscribed, and what is sold to it now; amounts in paise. */
export type CenterSubscriptionView = {
  centerId: string;
  isSubscribed: boolean;
  /** Until when it is or was subscribed. */
  endsAt: Date | null;
  trialEndsAt: Date;
  /** The unpaid rest of a first instalment: what is due, until when it is best paid, and until when it then subscribes. */
  balance: { amountPaise: Paise; dueAt: Date; endsAt: Date } | null;
  offers: SubscriptionOffer[];
  /** What waits: what was entered as paid outside, or else the newest purchase by card that is still sold. */
  waiting: PurchasedSubscription | null;
  /** The last purchase, whatever became of it. */
  last: PurchasedSubscription | null;
  /** What an operator refunded last. */
  refund: SubscriptionRefunding | null;
  walletPaise: Paise;
};

/** A center's subscription: a center reads its own, an admin with adjust_wallet that of any. */
export async function centerSubscription(
  actor: Actor,
  { centerId: named }: { centerId?: string | undefined } = {},
): Promise<CenterSubscriptionView> {
  needMay(actor, "seeSubscription");
  const centerId = actor.kind === "center" ? actor.centerId : named;
  if (!centerId) throw missing("center.notFound");
  const center = await getCenter(centerId);
  const { endsAt, instalment } = await boughtBy(center);
  const offers = await offersTo(center);
  const due = offers.find(({ product }) => product === "balance");
  const last = await newest({ centerId });
  const entered = await newest({ centerId, state: "WAITING", paidBy: "outside" });
  const sold = offers.map(({ product, instalmentId }) => ({ product, instalmentId }));
  const toPay = sold.length > 0 ? await newest({ centerId, state: "WAITING", paidBy: "card", $or: sold }) : null;
  return {
    centerId,
    isSubscribed: isSubscribed(center),
    endsAt,
    trialEndsAt: trialUntil(center),
    balance: due && instalment ? { amountPaise: due.pricePaise, dueAt: instalment.endsAt, endsAt: due.endsAt } : null,
    offers,
    waiting: entered ?? toPay,
    last,
    refund: await lastRefund(centerId),
    walletPaise: await walletBalance(centerId),
  };
}

async function newest(where: FilterQuery<CenterSubscription>): Promise<PurchasedSubscription | null> {
  const [subscription] = await em().find(CenterSubscriptionSchema, where, {
    orderBy: { createdAt: "desc", id: "desc" },
    limit: 1,
    refresh: true,
  });
  if (!subscription) return null;
  return {
    id: subscription.id,
    product: subscription.product,
    paidBy: subscription.paidBy,
    state: subscription.state,
    amountPaise: subscription.amountPaise,
    orderId: subscription.orderId ?? null,
    startsAt: subscription.startsAt ?? null,
    endsAt: subscription.endsAt ?? null,
    createdAt: subscription.createdAt,
  };
}
