import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** What a visit of a service costs where pincodes begin with three digits, from a moment on; 0 from its end on. */
export const VisitChargeSchema = defineEntity({
  name: "VisitCharge",
  tableName: "visit_charges",
  properties: {
    id: primaryKey(),
    serviceId: p.uuid(),
    /** The first three digits of the pincodes. */
    area: words(),
    amountPaise: paise(),
    effectiveFrom: instant(),
    /** The admin who set it; null for the command line. */
    createdBy: p.uuid().nullable(),
    createdAt: createdAt(),
  },
});
export type VisitCharge = InferEntity<typeof VisitChargeSchema>;
