import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, updatedAt, words } from "../kernel/columns.ts";

export type BroadcastState = "PENDING" | "RESERVED" | "ACCEPTED" | "REJECTED" | "TAKEN" | "CLOSED";

/** One ticket offered to one center. */
export const BroadcastSchema = defineEntity({
  name: "Broadcast",
  tableName: "broadcasts",
  properties: {
    id: key(),
    ticketId: p.uuid(),
    centerId: p.uuid(),
    status: words().$type<BroadcastState>().default("PENDING"),
    reservedUntil: instant().nullable(),
    orderId: p.uuid().nullable(),
    paidFrom: words().$type<"wallet" | "card">().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Broadcast = InferEntity<typeof BroadcastSchema>;

/** Why a center of the pincode was offered a ticket or was not; not_needed: the ticket went to its own center. */
export type MatchOutcome =
  | "offered"
  | "same_center"
  | "not_needed"
  | "service"
  | "pincode"
  | "capacity"
  | "disabled"
  | "trial_over"
  | "refused";

/** One reason row for every active center of the ticket's pincode; recomputing gives the stored reasons. */
export const MatchReasonSchema = defineEntity({
  name: "MatchReason",
  tableName: "match_reasons",
  properties: {
    ticketId: p.uuid().primary(),
    centerId: p.uuid().primary(),
    reason: words().$type<MatchOutcome>(),
    decidedAt: instant(),
  },
});
export type MatchReason = InferEntity<typeof MatchReasonSchema>;
