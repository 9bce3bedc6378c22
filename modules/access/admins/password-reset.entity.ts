import { defineEntity, type InferEntity } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** A requested new password; it has no effect until the phone is proved (Q01). */
export const PasswordResetSchema = defineEntity({
  name: "PasswordReset",
  tableName: "password_resets",
  properties: {
    id: primaryKey(),
    tokenHash: words(),
    phone: words(),
    passwordHash: words(),
    address: words().nullable(),
    createdAt: createdAt(),
    expiresAt: instant(),
    usedAt: instant().nullable(),
  },
});
export type PasswordReset = InferEntity<typeof PasswordResetSchema>;
