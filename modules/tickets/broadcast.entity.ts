import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";
import type { BroadcastState } from "./labels.ts";

export type { BroadcastState };

/** One ticket offered to one center. */
export const BroadcastSchema = defineEntity({
  name: "Broadcast",
  tableName: "broadcasts",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    centerId: p.uuid(),
    status: words().$type<BroadcastState>().default("PENDING"),
    reservedUntil: instant().nullable(),
    orderId: p.uuid().nullable(),
    paidFrom: words().$type<"wallet" | "card">().nullable(),
    /** How many reservations of this offer ended unpaid, and when the last one did. */
    unpaidEnds: p.integer().default(0),
    unpaidEndedAt: instant().nullable(),
    /** How often it was reserved again after an unpaid end while no other center could take the ticket. */
    furtherTries: p.integer().default(0),
    /** The run that offered waiting requests to this center; null for an offer without a run. */
    runId: p.uuid().nullable(),
    /** What the operators noted about this center and the request, and who did. */
    remarks: words().nullable(),
    remarksBy: words().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Broadcast = InferEntity<typeof BroadcastSchema>;

/** Why a center of the pincode was or was not offered a ticket; not_needed: the ticket went to its own center. */
export type MatchOutcome =
  | "offered"
  | "same_center"
  | "not_needed"
  | "service"
  | "pincode"
  | "capacity"
  | "disabled"
  | "trial_over"
  | "client"
  | "refused";

/** One reason row for every active center of the ticket's pincode; recomputing gives the same reasons. */
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
