import { z } from "zod";
import type { Prices } from "#modules/catalog/index.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { rupees } from "../line/answer.ts";

/** There is one price list; calls that change it name it by this id. */
export const priceListId = "0197a000-0000-7000-8000-000000000001";

/** The price list; its names are the specification's. */
export const PriceListShape = z.strictObject({
  _id: z.string(),
  price: z.strictObject({
    annualsubscription: rupees,
    frist_installment: rupees,
    request_booking_amount: rupees,
    subscribed_user_ticket_amount: rupees,
    unsubscribed_user_ticket_amount: rupees,
  }),
});
export const priceList = (prices: Prices): z.input<typeof PriceListShape> => ({
  _id: priceListId,
  price: {
    annualsubscription: toRupees(prices.annualSubscriptionPaise),
    frist_installment: toRupees(prices.firstInstallmentPaise),
    request_booking_amount: toRupees(prices.requestBookingAmountPaise),
    subscribed_user_ticket_amount: toRupees(prices.subscribedUserTicketAmountPaise),
    unsubscribed_user_ticket_amount: toRupees(prices.unsubscribedUserTicketAmountPaise),
  },
});
