import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { countryCode, createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** An admin, who signs in at /admin-login with user name and password. */
export const AdminSchema = defineEntity({
  name: "Admin",
  tableName: "admins",
  properties: {
    id: primaryKey(),
    userName: words(),
    passwordHash: words(),
    name: words(),
    countryCode: countryCode(),
    mobile: words().nullable(),
    /** Since when the number resets the password; null until it is proved. */
    mobileProvedAt: instant().nullable(),
    /** A number that was taken away because another admin has it; null once a number is entered. */
    mobileEmptied: words().nullable(),
    adminRole: words().$type<"SUPER_ADMIN" | "CLIENT" | "ROLE">(),
    roleId: p.uuid().nullable(),
    clientId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    version: p.integer().default(1),
    deletedAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Admin = InferEntity<typeof AdminSchema>;
