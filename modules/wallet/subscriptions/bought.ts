import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { priceInForce } from "#modules/catalog/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { SubscriptionProduct } from "./input.ts";
import { type Bought, offersAt, type SubscriptionOffer } from "./offers.ts";
import { type CenterSubscription, CenterSubscriptionSchema } from "./subscription.entity.ts";

type Subscriber = { id: string; subscribeEndDate?: Date | null | undefined };

type FirstInstalment = {
  id: string;
  startsAt: string;
  endsAt: string;
  givenAt: string;
  balance: string;
  isPaid: boolean;
};

/** Returns what a center bought, as the rules need it; lock the center first, so that it does not change. */
export async function boughtBy({ id, subscribeEndDate }: Subscriber): Promise<Bought> {
  const instalment = await row(
    sql<FirstInstalment>`select s.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.given_at as "givenAt",
        s.balance_paise as balance,
        exists (select from subscriptions b where b.instalment_id = s.id and b.state = 'ACTIVE') as "isPaid"
      from subscriptions s where s.center_id = ${id} and s.product = 'first_instalment' and s.state = 'ACTIVE'
      order by s.given_at desc limit 1`,
  );
  return {
    endsAt: subscribeEndDate ?? null,
    instalment: instalment
      ? {
          id: instalment.id,
          startsAt: new Date(instalment.startsAt),
          endsAt: new Date(instalment.endsAt),
          givenAt: new Date(instalment.givenAt),
          balancePaise: toPaise(instalment.balance),
          isPaid: instalment.isPaid,
        }
      : null,
  };
}

/** What is sold to a center now, at the prices in force. */
export const offersTo = async (center: Subscriber): Promise<SubscriptionOffer[]> =>
  offersAt(now(), await boughtBy(center), await priceInForce());

/** The offer of a product to a locked center; undefined when it is not sold to it now. */
export const offerTo = async (
  center: Subscriber,
  product: SubscriptionProduct,
): Promise<SubscriptionOffer | undefined> => (await offersTo(center)).find((offer) => offer.product === product);

/** The offer a subscription was made for, its product and of a balance its instalment, where its center is sold it now. */
export const offerOf = async (
  center: Subscriber,
  { product, instalmentId }: Pick<CenterSubscription, "product" | "instalmentId">,
): Promise<SubscriptionOffer | undefined> =>
  (await offersTo(center)).find((offer) => offer.product === product && offer.instalmentId === (instalmentId ?? null));

/** A subscription locked by one of the ids it has. */
export const lockSubscription = (
  where: { id: string } | { orderId: string } | { adjustmentId: string },
): Promise<CenterSubscription | null> =>
  em().findOne(CenterSubscriptionSchema, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** The open order by which a center may already pay this offer by card: the same product and amounts. */
export async function openOrderFor(
  centerId: string,
  { product, pricePaise, balancePaise }: SubscriptionOffer,
): Promise<CenterSubscription | null> {
  const waiting = await row(
    sql<{ id: string }>`select s.id from subscriptions s join orders o on o.id = s.order_id
      where s.center_id = ${centerId} and s.product = ${product} and s.state = 'WAITING'
        and s.amount_paise = ${pricePaise} and s.balance_paise is not distinct from ${balancePaise satisfies Paise | null}
        and o.status in ('created', 'attempted')
      order by s.created_at desc, s.id desc limit 1`,
  );
  return waiting ? em().findOneOrFail(CenterSubscriptionSchema, waiting.id, { refresh: true }) : null;
}
