import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, updatedAt, words } from "../kernel/columns.ts";

/** A booking on its way: what was typed survives back, reload and an OTP that ran out; one ticket at most. */
export const BookingDraftSchema = defineEntity({
  name: "BookingDraft",
  tableName: "booking_drafts",
  properties: {
    id: key(),
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
