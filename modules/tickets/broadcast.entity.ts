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

/**
 * What was decided about every active center of the ticket's pincode, center by center in the same order; recomputing
 * gives the stored reasons. One row: a decision about twenty centers is written and replaced as one.
 */
export const MatchReasonsSchema = defineEntity({
  name: "MatchReasons",
  tableName: "match_reasons",
  properties: {
    ticketId: p.uuid().primary(),
    centerIds: p.array().columnType("uuid[]"),
    reasons: p.array().columnType("text[]").$type<MatchOutcome[]>(),
    decidedAt: instant(),
  },
});
export type MatchReasons = InferEntity<typeof MatchReasonsSchema>;
