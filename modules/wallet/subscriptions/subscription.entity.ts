import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { SubscriptionPaidBy, SubscriptionProduct, SubscriptionState } from "./input.ts";

/** One purchase of a subscription by a center, at the price in force when it was made. */
export const CenterSubscriptionSchema = defineEntity({
  name: "CenterSubscription",
  tableName: "subscriptions",
  properties: {
    id: primaryKey(),
    centerId: p.uuid(),
    product: words().$type<SubscriptionProduct>(),
    paidBy: words().$type<SubscriptionPaidBy>(),
    state: words().$type<SubscriptionState>(),
    amountPaise: paise(),
    /** What is due for the rest of the year of a first instalment, fixed when it was bought; null for what else is sold. */
    balancePaise: paise().nullable(),
    /** The first instalment whose balance it pays. */
    instalmentId: p.uuid().nullable(),
    /** The order by which it is paid by card. */
    orderId: p.uuid().nullable(),
    /** The adjustment by which it was entered as paid outside. */
    adjustmentId: p.uuid().nullable(),
    /** From when to when it subscribes the center; null until it is ACTIVE. */
    startsAt: instant().nullable(),
    endsAt: instant().nullable(),
    /** The days between the two, rounded up. */
    days: p.integer().nullable(),
    /** When it began. */
    givenAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type CenterSubscription = InferEntity<typeof CenterSubscriptionSchema>;
