import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, key, words } from "../kernel/columns.ts";
import type { MessageChannel } from "../kernel/gateways/templates.ts";
import type { MessageStatus } from "./shared.ts";

/** A message that was sent or is on its way; whoever it goes to is kept masked. */
export const MessageSchema = defineEntity({
  name: "Message",
  tableName: "messages",
  properties: {
    id: key(),
    /** What it was sent for; one message per cause, however often its job runs. */
    cause: words(),
    channel: words().$type<MessageChannel>(),
    template: words(),
    recipient: words(),
    /** A keyed hash of the recipient: it finds a phone's messages without telling it. */
    recipientKey: words().nullable(),
    ticketId: p.uuid().nullable(),
    status: words().$type<MessageStatus>(),
    providerId: words().nullable(),
    error: words().nullable(),
    /** How often a provider was asked. */
    attempts: p.integer().default(1),
    /** The job that sends it and its payload, while it may be run again: ids and sealed secrets only. */
    job: words().nullable(),
    payload: p.json().nullable(),
    createdAt: createdAt(),
    claimedAt: instant(),
    sentAt: instant().nullable(),
    deliveredAt: instant().nullable(),
    /** When the operators were told that it was given up. */
    alertedAt: instant().nullable(),
  },
});
export type Message = InferEntity<typeof MessageSchema>;
