import { type SealedPlace, sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";

/** The sealed secrets of admins' authenticator apps: confirmed ones, and those waiting for their first code. */
export const secondFactorsSealedIn: readonly SealedPlace[] = ["secret_sealed", "offered_sealed"].map((column) =>
  sealedColumn({ table: "admin_second_factors", column, key: "admin_id" }),
);
