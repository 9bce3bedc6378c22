import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { MessageStatus } from "../shared.ts";
import type { MessageChannel } from "../templates/templates.ts";

/** A message that was sent or will be; its recipient is stored masked. */
export const MessageSchema = defineEntity({
  name: "Message",
  tableName: "messages",
  properties: {
    id: primaryKey(),
    /** The cause of the message: one message per cause, however often its job runs. */
    cause: words(),
    channel: words().$type<MessageChannel>(),
    template: words(),
    recipient: words(),
    /** A keyed hash of the recipient: finds a phone's messages without revealing the phone. */
    recipientKey: words().nullable(),
    ticketId: p.uuid().nullable(),
    status: words().$type<MessageStatus>(),
    providerId: words().nullable(),
    error: words().nullable(),
    /** How often the provider was called. */
    attempts: p.integer().default(1),
    /** The job that sends it and its payload, as long as it may be run again: ids and sealed secrets only. */
    job: words().nullable(),
    payload: p.json().nullable(),
    createdAt: createdAt(),
    claimedAt: instant(),
    sentAt: instant().nullable(),
    deliveredAt: instant().nullable(),
    /**
     * For messages to customers: the center whose action it reports, and whether the phone was verified for that
     * request.
     */
    senderCenterId: p.uuid().nullable(),
    /** The client whose API key caused it. */
    senderClientId: p.uuid().nullable(),
    proved: p.boolean().nullable(),
    /** Whether it counts towards the limits (unless withheld). */
    metered: p.boolean().default(false),
    /** When the operators were alerted about giving it up. */
    alertedAt: instant().nullable(),
  },
});
export type Message = InferEntity<typeof MessageSchema>;
