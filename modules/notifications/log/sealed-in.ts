import { type SealedPlace, sealedColumn, sealedPayloads } from "#modules/kernel/secrets/sealed-places.server.ts";

/** The sealed places of messages: push subscriptions, devices of the apps, and the payloads of jobs that may run again. */
export const messagesSealedIn: readonly SealedPlace[] = [
  sealedColumn({ table: "push_subscriptions", column: "sealed" }),
  sealedColumn({ table: "app_devices", column: "sealed" }),
  sealedColumn({ table: "feedback_reminders", column: "token_sealed", key: "ticket_id" }),
  sealedPayloads({ table: "messages", column: "payload", where: "payload is not null" }),
];
