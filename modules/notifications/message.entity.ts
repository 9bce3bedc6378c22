import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";

/** `withheld`: for a demo phone, without a configured provider, or above the phone's limit. */
export type MessageStatus = "sending" | "sent" | "failed" | "withheld";

/** A message that was sent or is on its way; the number is kept masked. */
export const MessageSchema = defineEntity({
  name: "Message",
  tableName: "messages",
  properties: {
    id: key(),
    /** What it was sent for; one message per cause, however often its job runs. */
    cause: words(),
    channel: words().$type<"sms" | "whatsapp" | "push">(),
    template: words(),
    recipient: words(),
    ticketId: p.uuid().nullable(),
    status: words().$type<MessageStatus>(),
    providerId: words().nullable(),
    error: words().nullable(),
    /** How often a provider was asked. */
    attempts: p.integer().default(1),
    createdAt: createdAt(),
    claimedAt: instant(),
    sentAt: instant().nullable(),
  },
});
export type Message = InferEntity<typeof MessageSchema>;
