import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees, type Paise, toPaise } from "#modules/kernel/money.ts";
import { type PriceKind, priceKinds } from "../shared.ts";

/** The current prices, in paise. */
export type Prices = {
  requestBookingAmountPaise: Paise;
  subscribedUserTicketAmountPaise: Paise;
  unsubscribedUserTicketAmountPaise: Paise;
  annualSubscriptionPaise: Paise;
  firstInstallmentPaise: Paise;
};

/** The prices of an installation that set none of its own (fixed point 5). */
export const defaultPrices: Prices = {
  requestBookingAmountPaise: fromRupees(99),
  subscribedUserTicketAmountPaise: fromRupees(49),
  unsubscribedUserTicketAmountPaise: fromRupees(99),
  annualSubscriptionPaise: fromRupees(2999),
  firstInstallmentPaise: fromRupees(999),
};

/** Where each of the five prices stands among the current ones. */
export const nameOfKind: Record<PriceKind, keyof Prices> = {
  annualsubscription: "annualSubscriptionPaise",
  frist_installment: "firstInstallmentPaise",
  request_booking_amount: "requestBookingAmountPaise",
  subscribed_user_ticket_amount: "subscribedUserTicketAmountPaise",
  unsubscribed_user_ticket_amount: "unsubscribedUserTicketAmountPaise",
};

/** SQL for the price (paise) of a kind in force at an instant; null until one was set. */
export const priceSql = (kind: PriceKind, at: Date) =>
  sql`(select amount_paise from prices where kind = ${sql.lit(kind)} and effective_from <= ${at}
     order by effective_from desc limit 1)`;

/** The prices in force: of each kind the newest that has begun, or the default when there is none. */
export async function priceInForce(): Promise<Prices> {
  const begun = await rows<{ kind: PriceKind; amount: string }>(
    sql`select distinct on (kind) kind, amount_paise as amount from prices where effective_from <= ${now()}
      order by kind, effective_from desc`,
  );
  const set = new Map(begun.map(({ kind, amount }) => [kind, toPaise(amount)]));
  return Object.fromEntries(
    priceKinds.map((kind) => [nameOfKind[kind], set.get(kind) ?? defaultPrices[nameOfKind[kind]]]),
  ) as Prices;
}
