import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { countryCode, createdAt, key, updatedAt, words } from "../kernel/columns.ts";

/** Somebody who signs in at /admin-login with user name and password. */
export const AdminSchema = defineEntity({
  name: "Admin",
  tableName: "admins",
  properties: {
    id: key(),
    userName: words(),
    passwordHash: words(),
    name: words(),
    countryCode: countryCode(),
    mobile: words().nullable(),
    adminRole: words().$type<"SUPER_ADMIN" | "CLIENT" | "ROLE">(),
    roleId: p.uuid().nullable(),
    clientId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Admin = InferEntity<typeof AdminSchema>;
