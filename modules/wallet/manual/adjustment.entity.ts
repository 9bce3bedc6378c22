import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { AdjustmentReason, AdjustmentState, ObjectionState } from "./input.ts";

/**
 * Money an admin returns to a wallet (Refund) or takes from it (Penalty) for one request, or adds to it, with or without
 * a bonus, or a subscription a center paid outside, with its reference as remarks, or the refund of a subscription, or what
 * of a customer's balance is paid out or waived; the wallet is a center's or a customer's. `decidedBy` is the second admin who approved or refused it, or the
 * author who withdrew it; null where no second admin was needed.
 */
export const AdjustmentSchema = defineEntity({
  name: "Adjustment",
  tableName: "adjustments",
  properties: {
    id: primaryKey(),
    kind: words().$type<AdjustmentReason>(),
    ticketId: p.uuid().nullable(),
    centerId: p.uuid().nullable(),
    consumerId: p.uuid().nullable(),
    /** The technician whose id named the center's wallet. */
    technicianId: p.uuid().nullable(),
    amountPaise: paise(),
    /** The bonus added together with an amount. */
    bonusPaise: paise().default(0),
    remarks: words(),
    /** The bank's reference of a payout or refund; no two that wait or are done have the same. */
    reference: words().nullable(),
    /** The subscription that is refunded, and until when a refund of a part of it leaves its center subscribed, where it says so. */
    subscriptionId: p.uuid().nullable(),
    subscribedUntil: instant().nullable(),
    /** Until when the center was subscribed when `subscribedUntil` was entered. */
    subscribedBefore: instant().nullable(),
    state: words().$type<AdjustmentState>(),
    authorId: p.uuid(),
    createdAt: createdAt(),
    decidedBy: p.uuid().nullable(),
    decidedAt: instant().nullable(),
    decisionRemarks: words().nullable(),
    movedAt: instant().nullable(),
    objection: words().$type<ObjectionState>().nullable(),
    objectionText: words().nullable(),
    objectionPictureId: p.uuid().nullable(),
    objectedAt: instant().nullable(),
    settledBy: p.uuid().nullable(),
    settledAt: instant().nullable(),
    settlementRemarks: words().nullable(),
  },
});
export type Adjustment = InferEntity<typeof AdjustmentSchema>;
