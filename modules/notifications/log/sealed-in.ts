import { type SealedPlace, sealedColumn, sealedPayloads } from "#modules/kernel/secrets/sealed-places.server.ts";

/** The sealed places of messages: push subscriptions, and the payloads of jobs that may run again. */
export const messagesSealedIn: readonly SealedPlace[] = [
  sealedColumn({ table: "push_subscriptions", column: "sealed" }),
  sealedPayloads({ table: "messages", column: "payload", where: "payload is not null" }),
];
