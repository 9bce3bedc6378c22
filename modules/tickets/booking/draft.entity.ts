import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A booking in progress: its fields survive going back, reloading and an expired OTP; becomes at most one ticket. */
export const BookingDraftSchema = defineEntity({
  name: "BookingDraft",
  tableName: "booking_drafts",
  properties: {
    id: primaryKey(),
    tokenHash: words(),
    qrId: words().nullable(),
    fields: p.json<Record<string, string>>().columnType("jsonb"),
    ticketId: p.uuid().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expiresAt: instant(),
  },
});
export type BookingDraft = InferEntity<typeof BookingDraftSchema>;
