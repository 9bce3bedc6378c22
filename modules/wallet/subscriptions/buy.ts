import { getCenter, lockSubscriber } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUseWithin } from "#modules/kernel/db/limits.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { paySubscription } from "../ledger/subscription.ts";
import { lockWallets } from "../ledger/wallets.ts";
import { openOrder } from "../orders/open-order.ts";
import { type Payable, payable } from "../orders/payable.ts";
import { offerOf, offerTo, openOrderFor } from "./bought.ts";
import { give } from "./give.ts";
import type { BuySubscription, SubscriptionProduct } from "./input.ts";
import type { SubscriptionOffer } from "./offers.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "./subscription.entity.ts";

/** The most subscriptions a center may begin to pay per hour, so that its list of orders is readable. */
const purchasesAnHour = { name: "subscription", points: 30, seconds: 3_600, onFailure: "closed" } as const;

/**
 * Buy what is sold to the acting center: from its wallet at once (`ACTIVE`), or by card (`WAITING`, with the order to be
 * paid; repeating it returns the order that is open). Refuses with conflict("subscription.notSold"), with
 * conflict("subscription.priceChanged") where another price was shown, and with conflict("wallet.short").
 */
export const buySubscription = (
  actor: Actor,
  { product, payBy, amount }: BuySubscription,
): Promise<CenterSubscription> =>
  transaction(async () => {
    needKind(actor, "center");
    const { centerId } = actor;
    const center = await lockSubscriber(centerId);
    if (!center) throw missing("center.notFound");
    const offer = await offerAt(center, product, amount);
    await countUseWithin(purchasesAnHour, centerId);
    if (payBy === "card") return byCard(actor, centerId, offer);
    const [wallet] = await lockWallets([centerId]);
    if (!wallet || wallet.balancePaise < offer.pricePaise) throw conflict("wallet.short");
    const id = rowId();
    await paySubscription({ amountPaise: offer.pricePaise, from: { centerId }, cause: id, actor });
    const subscription = written(centerId, offer, { id, paidBy: "wallet", state: "ACTIVE" });
    await give(actor, center, subscription, offer);
    return subscription;
  });

/** A purchase, with the data of its checkout while it is to be paid by card (the amount in paise). */
export type SubscriptionPurchase = { subscription: CenterSubscription; payment: Payable | null };

/** Buy a subscription and return its checkout, where there is one; call it outside transactions. */
export const startSubscription = async (actor: Actor, input: BuySubscription): Promise<SubscriptionPurchase> =>
  withPayment(await buySubscription(actor, input));

/**
 * The same purchase as it is now, by its id, for a caller who lost the answer. Refuses with conflict("payment.closed") what
 * waits and is no longer sold to the center.
 */
export const subscriptionStarted = async (id: string): Promise<SubscriptionPurchase> =>
  withPayment(await em().findOneOrFail(CenterSubscriptionSchema, id, { refresh: true }));

async function withPayment(subscription: CenterSubscription): Promise<SubscriptionPurchase> {
  const { state, orderId, centerId } = subscription;
  if (state !== "WAITING" || !orderId) return { subscription, payment: null };
  // Bought in another way since.
  if (!(await offerOf(await getCenter(centerId), subscription))) throw conflict("payment.closed");
  return { subscription, payment: await payable(orderId) };
}

/** Returns the offer of a product to a locked center, checked against the shown price in rupees, if there is one. */
export async function offerAt(
  center: Parameters<typeof offerTo>[0],
  product: SubscriptionProduct,
  amount: number | undefined,
): Promise<SubscriptionOffer> {
  const offer = await offerTo(center, product);
  if (!offer) throw conflict("subscription.notSold");
  if (amount !== undefined && fromRupees(amount) !== offer.pricePaise)
    throw conflict("subscription.priceChanged", { amount: rupees(offer.pricePaise) });
  return offer;
}

async function byCard(actor: Actor, centerId: string, offer: SubscriptionOffer): Promise<CenterSubscription> {
  const open = await openOrderFor(centerId, offer);
  if (open) return open;
  const { product, pricePaise: amountPaise, balancePaise } = offer;
  const priceSnapshot = { amountPaise, ...(balancePaise && { balancePaise }) };
  const order = await openOrder({ purpose: "subscription", centerId, amountPaise, priceSnapshot });
  const data = { purpose: order.purpose, product, amountPaise };
  await record(actor, { subject: "order", id: order.id, event: "order.opened", to: order.status, data });
  const subscription = written(centerId, offer, { paidBy: "card", state: "WAITING", orderId: order.id });
  await em().flush();
  return subscription;
}

/** A new subscription at an offer's price; without what it has of its own it has no order and no adjustment. */
export const written = (
  centerId: string,
  { product, pricePaise, balancePaise, instalmentId }: SubscriptionOffer,
  own: Pick<CenterSubscription, "paidBy" | "state"> &
    Partial<Pick<CenterSubscription, "id" | "orderId" | "adjustmentId">>,
): CenterSubscription =>
  em().create(CenterSubscriptionSchema, {
    id: rowId(),
    centerId,
    product,
    amountPaise: pricePaise,
    balancePaise,
    instalmentId,
    ...own,
  });
