import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A late or unstaffed visit that was noticed; once for each time that was promised. */
export const VisitAlertSchema = defineEntity({
  name: "VisitAlert",
  tableName: "visit_alerts",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    /** No technician shortly before the window, or no start after its end. */
    kind: words().$type<"unstaffed" | "late">(),
    /** The end of the promised time, for which it is noticed. */
    promisedUntil: instant(),
    createdAt: createdAt(),
  },
});
export type VisitAlert = InferEntity<typeof VisitAlertSchema>;
