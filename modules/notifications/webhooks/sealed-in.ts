import { type SealedPlace, sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";

/** The secrets that sign what endpoints are sent. */
export const webhooksSealedIn: readonly SealedPlace[] = [
  sealedColumn({ table: "webhook_endpoints", column: "secret_sealed" }),
  sealedColumn({ table: "webhook_endpoints", column: "old_secret_sealed" }),
];
