import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";

/** A message that was sent or is on its way; the number is kept masked. */
export const MessageSchema = defineEntity({
  name: "Message",
  tableName: "messages",
  properties: {
    id: key(),
    channel: words().$type<"sms" | "whatsapp" | "push">(),
    template: words(),
    recipient: words(),
    ticketId: p.uuid().nullable(),
    status: words().$type<"sent" | "failed" | "withheld">(),
    providerId: words().nullable(),
    error: words().nullable(),
    createdAt: createdAt(),
    sentAt: instant().nullable(),
  },
});
export type Message = InferEntity<typeof MessageSchema>;
