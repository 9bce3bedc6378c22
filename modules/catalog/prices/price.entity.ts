import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { PriceKind } from "../shared.ts";

/** One of the five prices from a moment on; older ones are kept for purchases made under them. */
export const PriceSchema = defineEntity({
  name: "Price",
  tableName: "prices",
  properties: {
    id: primaryKey(),
    kind: words().$type<PriceKind>(),
    amountPaise: paise(),
    effectiveFrom: instant(),
    /** The admin who set it; null for the command line. */
    createdBy: p.uuid().nullable(),
    createdAt: createdAt(),
  },
});
export type Price = InferEntity<typeof PriceSchema>;
