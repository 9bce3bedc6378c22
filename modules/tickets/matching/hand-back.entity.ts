import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { HandBackReason } from "../labels.ts";

/** One job that a center handed back before a start. */
export const HandBackSchema = defineEntity({
  name: "HandBack",
  tableName: "hand_backs",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    centerId: p.uuid(),
    broadcastId: p.uuid(),
    reason: words().$type<HandBackReason>(),
    /** Whether it was free: the lead price was returned, and it is not counted. */
    free: p.boolean(),
    createdAt: createdAt(),
  },
});
export type HandBack = InferEntity<typeof HandBackSchema>;
