import { em } from "#modules/kernel/db/db.server.ts";
import { fromRupees, type Paise } from "#modules/kernel/money.ts";
import { PriceListSchema } from "./price.entity.ts";

/** The current prices, in paise. */
export type Prices = {
  requestBookingAmountPaise: Paise;
  subscribedUserTicketAmountPaise: Paise;
  unsubscribedUserTicketAmountPaise: Paise;
  annualSubscriptionPaise: Paise;
  firstInstallmentPaise: Paise;
};

/** The prices of an installation without a price list of its own (fixed point 5). */
export const defaultPrices: Prices = {
  requestBookingAmountPaise: fromRupees(99),
  subscribedUserTicketAmountPaise: fromRupees(49),
  unsubscribedUserTicketAmountPaise: fromRupees(99),
  annualSubscriptionPaise: fromRupees(2999),
  firstInstallmentPaise: fromRupees(999),
};

/** The prices in force: the newest price list, or the defaults when there is none. */
export async function priceInForce(): Promise<Prices> {
  const [newest] = await em().findAll(PriceListSchema, { orderBy: { createdAt: "desc", id: "desc" }, limit: 1 });
  if (!newest) return defaultPrices;
  const { requestBookingAmountPaise, subscribedUserTicketAmountPaise, unsubscribedUserTicketAmountPaise } = newest;
  return {
    requestBookingAmountPaise,
    subscribedUserTicketAmountPaise,
    unsubscribedUserTicketAmountPaise,
    annualSubscriptionPaise: newest.annualSubscriptionPaise,
    firstInstallmentPaise: newest.firstInstallmentPaise,
  };
}
