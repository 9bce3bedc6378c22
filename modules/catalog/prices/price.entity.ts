import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, paise } from "#modules/kernel/db/columns.ts";

/** One version of the price list; the newest is in force, older ones are kept for purchases made under them. */
export const PriceListSchema = defineEntity({
  name: "PriceList",
  tableName: "price_lists",
  properties: {
    id: key(),
    requestBookingAmountPaise: paise(),
    subscribedUserTicketAmountPaise: paise(),
    unsubscribedUserTicketAmountPaise: paise(),
    annualSubscriptionPaise: paise(),
    firstInstallmentPaise: paise(),
    createdBy: p.uuid().nullable(),
    createdAt: createdAt(),
  },
});
export type PriceList = InferEntity<typeof PriceListSchema>;
