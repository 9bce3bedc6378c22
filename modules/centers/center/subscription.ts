import { sql } from "kysely";
import { priceInForce } from "#modules/catalog/index.ts";
import { day, now } from "#modules/kernel/clock.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import type { Paise } from "#modules/kernel/money.ts";

export type Subscribed = { subscribeEndDate: Date | null | undefined };
export type OnTrial = Subscribed & { createdAt: Date; extendedDate: Date | null | undefined };

/** How many days a new center, or one whose trial was extended, may work without a subscription. */
export const trialDays = 15;

/** The same as an interval of SQL. */
export const trialSql = sql`interval ${sql.lit(`${trialDays} days`)}`;

/** The number of requests a trial is advertised for (R324, Q81); it ends by days. */
export const trialRequests = 15;

/** Whether a center's annual subscription is valid at an instant. */
export const isSubscribed = ({ subscribeEndDate }: Subscribed, at: Date = now()) =>
  !!subscribeEndDate && subscribeEndDate > at;

/** When a center's trial ends: 15 days after its registration or last extension, whichever is later (fixed point 5). */
export const trialUntil = ({ createdAt, extendedDate }: Pick<OnTrial, "createdAt" | "extendedDate">) =>
  new Date(Math.max(createdAt.getTime(), extendedDate?.getTime() ?? 0) + trialDays * day);

/** Whether a center may take requests at an instant: it is subscribed, or on trial (fixed point 5). */
export const subscriptionHolds = (center: OnTrial, at: Date = now()) =>
  isSubscribed(center, at) || at <= trialUntil(center);

/** The same rule in SQL, for a `centers` row named `c` at instant `at` (a timestamptz). */
export const subscriptionHoldsSql = (c: Sql, at: Sql) =>
  sql`(coalesce(${c}.subscribe_end_date > ${at}, false)
    or greatest(${c}.created_at, ${c}.extended_date) + ${trialSql} >= ${at})`;

/** What a center pays to accept a request the public paid for, in paise: less with a subscription. */
export async function leadPrice(center: Subscribed, at: Date = now()): Promise<Paise> {
  const prices = await priceInForce();
  return isSubscribed(center, at) ? prices.subscribedUserTicketAmountPaise : prices.unsubscribedUserTicketAmountPaise;
}
