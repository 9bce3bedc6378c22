import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { TimePreferenceType } from "../time-preference.ts";

/**
 * DONE at once while no center has the request; else OPEN until its center AGREED or REFUSED, or EXPIRED without an
 * answer.
 */
export type TimeChangeState = "DONE" | "OPEN" | "AGREED" | "REFUSED" | "EXPIRED";

/** Another time that a customer wants for an own request. A request has one open change at most. */
export const TimeChangeSchema = defineEntity({
  name: "TimeChange",
  tableName: "time_changes",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    /** The center that answers; null where none had the request. */
    centerId: p.uuid().nullable(),
    /** The rule in force, of its version, by which it was possible. */
    ruleId: p.uuid(),
    /** The time before. */
    fromType: words().$type<TimePreferenceType>(),
    fromAt: instant().nullable(),
    /** The time wanted; `at` is the begin of its window, null for a preference without one. */
    type: words().$type<TimePreferenceType>(),
    at: instant().nullable(),
    /** Whether it is one of the changes a request has; not where nobody came. */
    counted: p.boolean(),
    state: words().$type<TimeChangeState>(),
    createdAt: createdAt(),
    /** Until when the center may answer; null for one that was done at once. */
    expiresAt: instant().nullable(),
    /** When it was answered, or ended without an answer. */
    endedAt: instant().nullable(),
  },
});
export type TimeChange = InferEntity<typeof TimeChangeSchema>;
