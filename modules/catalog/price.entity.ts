import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, key, paise } from "../kernel/columns.ts";

/** One edition of the price list; the newest is in force, older ones stay for what was bought under them. */
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
