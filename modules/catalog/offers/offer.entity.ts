import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import { zero } from "#modules/kernel/money.ts";

/** An offer; a code at booking is refused only when an offer of that title is inactive or out of date (Q86). */
export const OfferSchema = defineEntity({
  name: "Offer",
  tableName: "offers",
  properties: {
    id: primaryKey(),
    title: words(),
    description: words().nullable(),
    category: words().default("CONSUMER"),
    fromDate: instant(),
    toDate: instant(),
    isActive: p.boolean().default(true),
    /** What it takes off the booking fee. */
    feeOffPaise: paise().default(zero),
    /** How many bookings it is good for, in all and by one phone; null for any number. */
    totalUses: p.integer().nullable(),
    usesPerPhone: p.integer().nullable(),
    /** How many bookings whose fee it lowered hold a use; counted where it is limited. */
    uses: p.integer().default(0),
    version: p.integer().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Offer = InferEntity<typeof OfferSchema>;
