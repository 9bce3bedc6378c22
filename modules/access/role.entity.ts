import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import type { Permission } from "../kernel/actor.ts";
import { createdAt, key, updatedAt, words } from "../kernel/columns.ts";

/** A named set of permissions given to admins. */
export const RoleSchema = defineEntity({
  name: "Role",
  tableName: "roles",
  properties: {
    id: key(),
    roleName: words(),
    permissions: p.json<Permission[]>().columnType("jsonb"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
});
export type Role = InferEntity<typeof RoleSchema>;
