import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import type { Permission } from "#modules/kernel/actor.ts";
import { createdAt, instant, primaryKey, updatedAt, words } from "#modules/kernel/db/columns.ts";

/** A named set of permissions given to admins. */
export const RoleSchema = defineEntity({
  name: "Role",
  tableName: "roles",
  properties: {
    id: primaryKey(),
    roleName: words(),
    permissions: p.json<Permission[]>().columnType("jsonb"),
    /** The user name of the admin who created it. */
    createdBy: words().nullable(),
    version: p.integer().default(1),
    deletedAt: instant().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Role = InferEntity<typeof RoleSchema>;
