import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** What a customer chose when nobody came: each choice with the rule of its moment. */
export const MissedVisitSchema = defineEntity({
  name: "MissedVisit",
  tableName: "missed_visits",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    /** The center that did not come. */
    centerId: p.uuid(),
    ruleId: p.uuid(),
    choice: words().$type<"wait" | "move" | "other_center" | "end">(),
    createdAt: createdAt(),
    /** Of one who waits: until when; null otherwise. */
    waitsUntil: instant().nullable(),
  },
});
export type MissedVisit = InferEntity<typeof MissedVisitSchema>;
