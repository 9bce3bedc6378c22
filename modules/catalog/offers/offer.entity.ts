import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** An offer; a code at booking is refused only when an offer of that title is inactive or out of date (Q86). */
export const OfferSchema = defineEntity({
  name: "Offer",
  tableName: "offers",
  properties: {
    id: key(),
    title: words(),
    fromDate: instant(),
    toDate: instant(),
    isActive: p.boolean().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Offer = InferEntity<typeof OfferSchema>;
